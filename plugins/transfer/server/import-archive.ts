import type { Readable } from 'node:stream';
import { PassThrough } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import type { BlobDriver } from '#core/data/server/index.ts';
import { openZip, unsafeArchive } from '#plugins/items/server/kit/index.ts';
import type { ArchiveFile } from '#plugins/items/server/kit/index.ts';

/** Reads an archive out of the blob store by parts; nothing is unpacked to disk. */
class BlobReader extends RandomAccessReader {
  constructor(
    private readonly blobs: BlobDriver,
    private readonly hash: string,
  ) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough();
    if (start === end) {
      through.end();
      return through;
    }
    this.blobs.get(this.hash, { first: start, last: end - 1 }).then(
      part => {
        if (part === undefined) through.destroy(unsafeArchive('The file is no longer there. Send it again.'));
        else part.on('error', error => through.destroy(error)).pipe(through).on('close', () => part.destroy());
      },
      (error: Error) => through.destroy(error),
    );
    return through;
  }
}

/** Opens a zip archive that is kept as a blob. @throws Fault ARCHIVE_REFUSED naming the file and the reason. */
export const openArchive = (blobs: BlobDriver, hash: string, size: number): Promise<{ readonly files: readonly ArchiveFile[]; close(): void }> => openZip(new BlobReader(blobs, hash), size);
