import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RandomAccessReader } from 'yauzl';
import type { BlobDriver } from '#core/data/server/index.ts';
import { openZip, unsafeArchive } from '#plugins/workspace/items/server/kit/index.ts';
import type { ArchiveFile } from '#plugins/workspace/items/server/kit/index.ts';

/** Bytes read at once: what an archive says of its files, and most of them, lie side by side in small parts. */
const BLOCK = 1024 * 1024;

/** Reads an archive out of the blob store by parts; nothing is unpacked to disk. */
class BlobReader extends RandomAccessReader {
  /** Block that was read last. */
  #block: { readonly start: number; readonly bytes: Promise<Buffer> } | undefined;

  constructor(
    private readonly blobs: BlobDriver,
    private readonly hash: string,
    private readonly size: number,
  ) {
    super();
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(end - start > BLOCK / 4 ? this.#stream(start, end) : this.#part(start, end), {
      objectMode: false,
    });
  }

  async *#stream(start: number, end: number): AsyncGenerator<Uint8Array> {
    const stream = await this.blobs.get(this.hash, { first: start, last: end - 1 });
    if (stream === undefined) throw unsafeArchive('The file is no longer there. Send it again.');
    yield* stream;
  }

  async *#part(start: number, end: number): AsyncGenerator<Uint8Array> {
    if (start >= end) return;
    if (this.#block === undefined || start < this.#block.start || end > this.#block.start + BLOCK) {
      const block = { start, bytes: buffer(this.#stream(start, Math.min(start + BLOCK, this.size))) };
      this.#block = block;
      // What could not be read once may be there the next time.
      block.bytes.catch(() => {
        if (this.#block === block) this.#block = undefined;
      });
    }
    const block = this.#block;
    yield (await block.bytes).subarray(start - block.start, end - block.start);
  }
}

/** Opens a zip archive that is kept as a blob. @throws Fault ARCHIVE_REFUSED naming the file and the reason. */
export const openArchive = (
  blobs: BlobDriver,
  hash: string,
  size: number,
): Promise<{ readonly files: readonly ArchiveFile[]; close(): void }> =>
  openZip(new BlobReader(blobs, hash, size), size);
