import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Fault, isFault } from '#core/base/common/index.ts';

/** What is kept in memory of a form; the rest waits in a file. */
const IN_MEMORY = 512 * 1024;

/** A form that came whole, to be read at leisure. */
export interface ReceivedForm {
  /** The form from its beginning; may be asked for several times. */
  content(): Readable;
  /** Takes its file away. Calling it twice is safe. */
  drop(): Promise<void>;
}

/**
 * Waits for the whole form without looking at it: a slow sender holds nobody up, and of one that is cut off nothing is known.
 * @throws Fault BAD_REQUEST when it is cut off, TOO_LARGE of the source.
 */
export async function receiveForm(source: Readable): Promise<ReceivedForm> {
  const held: Buffer[] = [];
  let bytes = 0;
  let folder: string | undefined;
  let file: FileHandle | undefined;
  const drop = async (): Promise<void> => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (file === undefined && bytes <= IN_MEMORY) {
        held.push(chunk);
        continue;
      }
      if (file === undefined) {
        folder = await mkdtemp(join(tmpdir(), 'loupe-form-'));
        file = await open(join(folder, 'form'), 'wx', 0o600);
        for (const each of held.splice(0)) await file.write(each);
      }
      await file.write(chunk);
    }
    await file?.close();
  } catch (error) {
    await file?.close().catch(() => undefined);
    await drop();
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOSPC') throw new Fault('STORAGE_FULL', 'The server has no space left for the form, so nothing of it was stored. Free some space and try again.', { status: 503, cause: error });
    throw isFault(error) ? error : new Fault('BAD_REQUEST', 'The form was cut off. Nothing of it was stored.', { status: 400 });
  }
  return { content: () => (folder === undefined ? Readable.from(held) : createReadStream(join(folder, 'form'))), drop };
}
