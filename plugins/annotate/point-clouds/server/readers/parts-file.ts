import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { PartsFile } from './point-reader.ts';

/** Opens a file for reading by parts. `name` is what errors call it. */
export function openParts(path: string, name: string): PartsFile & { close(): void } {
  const handle = openSync(path, 'r');
  let closed = false;
  return {
    name,
    size: fstatSync(handle).size,
    read(position, length) {
      const bytes = Buffer.allocUnsafeSlow(length);
      let filled = 0;
      while (filled < length) {
        const count = readSync(handle, bytes, filled, length - filled, position + filled);
        if (count === 0) break;
        filled += count;
      }
      return bytes.subarray(0, filled);
    },
    close() {
      if (!closed) closeSync(handle);
      closed = true;
    },
  };
}
