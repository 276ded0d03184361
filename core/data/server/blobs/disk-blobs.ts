import { createHash, randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readdir, rename, rm, stat, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobDriver, BlobEntry, BlobHash, BlobSource, ByteRange, PutOptions } from './blob-driver.ts';
import { blobDiffers, blobTooLarge, isBlobHash, storageFull } from './blob-driver.ts';

const DRAFTS = 'drafts';
const DRAFT_LIFE_MS = 86_400_000;
/** Left free for the database, in bytes. */
const RESERVE = 64 * 1024 * 1024;
/** Asking the file system for every chunk would cost more than the write. */
const CHECK_EVERY = 16 * 1024 * 1024;
const READ_CHUNK = 256 * 1024;

export interface DiskBlobsOptions {
  readonly folder: string;
  /** Bytes of the disk that stay free, 64 MB when absent. */
  readonly reserveBytes?: number;
}

/**
 * Blobs in a folder as `ab/<sha256>`: written to a draft, flushed, then renamed, so that a blob is whole or absent even
 * after a power cut.
 */
export class DiskBlobs implements BlobDriver {
  readonly #folder: string;
  readonly #reserve: number;

  private constructor(folder: string, reserve: number) {
    this.#folder = folder;
    this.#reserve = reserve;
  }

  /** Makes the folder if need be and clears drafts that a crash left more than a day ago. */
  static async open({ folder, reserveBytes = RESERVE }: DiskBlobsOptions): Promise<DiskBlobs> {
    const drafts = join(folder, DRAFTS);
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    for (const name of await readdir(drafts)) {
      const file = join(drafts, name);
      const { mtimeMs } = await stat(file);
      if (Date.now() - mtimeMs > DRAFT_LIFE_MS) await rm(file, { force: true });
    }
    return new DiskBlobs(folder, reserveBytes);
  }

  async put(source: BlobSource, options: PutOptions = {}): Promise<BlobEntry> {
    const draft = join(this.#folder, DRAFTS, randomUUID());
    try {
      await this.#demand(options.expectedBytes ?? 0);
      const entry = await this.#write(draft, source, options);
      await this.#keep(draft, entry.hash);
      return entry;
    } catch (error) {
      if (source instanceof Readable) source.destroy();
      await rm(draft, { force: true });
      throw ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '') ? storageFull(error) : error;
    }
  }

  async get(hash: BlobHash, range?: ByteRange): Promise<Readable | undefined> {
    const handle = await this.#open(hash);
    if (handle === undefined) return undefined;
    return handle.createReadStream({ highWaterMark: READ_CHUNK, ...(range === undefined ? {} : { start: range.first, end: range.last }) });
  }

  async head(hash: BlobHash): Promise<BlobEntry | undefined> {
    if (!isBlobHash(hash)) return undefined;
    try {
      return { hash, size: (await stat(this.#path(hash))).size };
    } catch (error) {
      return absent(error);
    }
  }

  async delete(hash: BlobHash): Promise<boolean> {
    if (!isBlobHash(hash)) return false;
    try {
      await unlink(this.#path(hash));
      return true;
    } catch (error) {
      absent(error);
      return false;
    }
  }

  async *list(): AsyncIterable<BlobEntry> {
    for (const shelf of (await readdir(this.#folder)).sort()) {
      if (!/^[0-9a-f]{2}$/.test(shelf)) continue;
      for (const hash of (await readdir(join(this.#folder, shelf))).sort()) {
        const entry = await this.head(hash);
        if (entry !== undefined) yield entry;
      }
    }
  }

  #path(hash: BlobHash): string {
    return join(this.#folder, hash.slice(0, 2), hash);
  }

  async #open(hash: BlobHash): Promise<FileHandle | undefined> {
    if (!isBlobHash(hash)) return undefined;
    try {
      return await open(this.#path(hash), 'r');
    } catch (error) {
      return absent(error);
    }
  }

  async #write(draft: string, source: BlobSource, { maxBytes, expected, signal }: PutOptions): Promise<BlobEntry> {
    const file = await open(draft, 'wx', 0o600);
    try {
      const digest = createHash('sha256');
      let size = 0;
      let checked = 0;
      for await (const chunk of source as AsyncIterable<Uint8Array | string>) {
        signal?.throwIfAborted();
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        size += bytes.length;
        if (maxBytes !== undefined && size > maxBytes) throw blobTooLarge(maxBytes);
        if (size - checked > CHECK_EVERY) {
          await this.#demand(bytes.length);
          checked = size;
        }
        digest.update(bytes);
        await file.writev([bytes]);
      }
      signal?.throwIfAborted();
      const hash = digest.digest('hex');
      if (expected !== undefined && expected !== hash) throw blobDiffers(expected, hash);
      await file.sync();
      return { hash, size };
    } finally {
      await file.close();
    }
  }

  async #keep(draft: string, hash: BlobHash): Promise<void> {
    const shelf = join(this.#folder, hash.slice(0, 2));
    await mkdir(shelf, { recursive: true, mode: 0o700 });
    await rename(draft, this.#path(hash));
    // Without this the rename itself could be lost with the power.
    const folder = await open(shelf, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  async #demand(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < bytes + this.#reserve) throw storageFull();
  }
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
