import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

/** Reads an archive that lies on the disk, by parts. */
export class FileReader extends RandomAccessReader {
  constructor(private readonly path: string) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return start === end ? Readable.from([]) : createReadStream(this.path, { start, end: end - 1 });
  }
}
