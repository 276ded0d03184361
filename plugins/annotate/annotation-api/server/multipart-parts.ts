import { Dicer } from '@fastify/busboy';
import type { Readable } from 'node:stream';
import { Fault, isFault } from '#core/base/common/index.ts';
import { partNames } from '../common/part-name.ts';

/** One part of a form: the names its header may mean, and its bytes. */
export interface FormPart {
  readonly names: readonly string[];
  readonly content: Buffer;
}

const malformed = (reason: string): Fault =>
  new Fault('BAD_REQUEST', `The form cannot be read: ${reason}. Nothing of it was stored.`, { status: 400 });

/** The boundary of `multipart/form-data`. @throws Fault TYPE_NOT_SUPPORTED (415) for another content type. */
export function formBoundary(contentType: string | undefined): string {
  const boundary = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(contentType ?? '');
  const found = boundary?.[1] ?? boundary?.[2];
  if (found === undefined)
    throw new Fault(
      'TYPE_NOT_SUPPORTED',
      'Send the annotations as multipart/form-data with a boundary, one part for each item.',
      { status: 415 },
    );
  return found;
}

/**
 * The parts of a form as they come, one at a time.
 * @throws Fault BAD_REQUEST when the form is cut off or none, TOO_LARGE of the source.
 */
export async function* formParts(source: Readable, boundary: string): AsyncGenerator<FormPart> {
  // Parts are gathered whole, so nothing is won by holding a form back; and one that is held back at its last boundary
  // never goes on.
  const options = { boundary, partHwm: Number.MAX_SAFE_INTEGER };
  const form = new Dicer(options);
  const ready: FormPart[] = [];
  const ends: Promise<void>[] = [];
  let failure: Error | undefined;
  // The reader of forms finishes by itself at the last boundary, which may be before its input ends, and before the
  // last part does.
  const finished = new Promise<void>(resolve => {
    form.once('finish', () => resolve());
    form.on('error', error => {
      failure ??= error;
      resolve();
    });
  });
  form.on('part', part => {
    const chunks: Buffer[] = [];
    let names: readonly string[] = [];
    part.on('header', header => (names = namesIn(header)));
    part.on('data', chunk => chunks.push(chunk as Buffer));
    ends.push(
      new Promise<void>(resolve => {
        part.on('error', error => {
          failure ??= error;
          resolve();
        });
        part.on('end', () => {
          ready.push({ names, content: Buffer.concat(chunks) });
          resolve();
        });
      }),
    );
  });
  try {
    for await (const chunk of source) {
      await new Promise<void>(resolve => form.write(chunk as Buffer, () => resolve()));
      if (failure !== undefined) throw malformed(failure.message);
      yield* ready.splice(0);
    }
  } catch (error) {
    throw isFault(error) ? error : malformed('the request was cut off');
  }
  form.end();
  await finished;
  await Promise.all(ends);
  if (failure !== undefined) throw malformed('it ends before its last boundary');
  yield* ready.splice(0);
}

function namesIn(header: object): readonly string[] {
  const disposition = (header as Readonly<Record<string, readonly string[] | undefined>>)['content-disposition']?.[0];
  // Headers are read byte by byte; names of items are UTF-8.
  return disposition === undefined ? [] : partNames(Buffer.from(disposition, 'latin1').toString('utf8'));
}
