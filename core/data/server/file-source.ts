import type { ReadStream } from 'node:fs';
import { createReadStream } from 'node:fs';

/**
 * Reads a file that may be removed before anybody reads it, e.g. when what was to read it was refused. Whoever reads
 * the stream gets its error; nobody's error does not end the process.
 */
export function fileSource(path: string): ReadStream {
  return createReadStream(path).on('error', () => undefined);
}
