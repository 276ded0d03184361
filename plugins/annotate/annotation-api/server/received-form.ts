import { Readable } from 'node:stream';
import { Fault, isFault } from '#core/base/common/index.ts';
import type { IncomingFile, IncomingFiles } from '#core/data/server/index.ts';
import { fileSource } from '#core/data/server/index.ts';

/** Bytes of a form that are kept in memory; the rest waits in a file. */
const IN_MEMORY = 512 * 1024;

/** A form that came whole, to be read at leisure. */
export interface ReceivedForm {
  /** The form from its beginning; may be asked for several times. */
  content(): Readable;
  /** Takes its file away. Calling it twice is safe. */
  drop(): Promise<void>;
}

/**
 * Waits for the whole form without looking at it: a slow sender holds nobody up, and of one that is cut off nothing is
 * known.
 * @throws Fault BAD_REQUEST when it is cut off, STORAGE_FULL, TOO_LARGE of the source.
 */
export async function receiveForm(source: Readable, incoming: IncomingFiles): Promise<ReceivedForm> {
  const held: Buffer[] = [];
  let bytes = 0;
  let file: IncomingFile | undefined;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (file === undefined && bytes <= IN_MEMORY) {
        held.push(chunk);
        continue;
      }
      file ??= await incoming.file();
      for (const each of [...held.splice(0), chunk]) await file.append(each);
    }
    await file?.close();
  } catch (error) {
    await file?.drop();
    throw isFault(error)
      ? error
      : new Fault('BAD_REQUEST', 'The form was cut off. Nothing of it was stored.', { status: 400 });
  }
  return {
    content: () => (file === undefined ? Readable.from(held) : fileSource(file.path)),
    drop: async () => file?.drop(),
  };
}
