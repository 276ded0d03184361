import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BlobDriver, BlobEntry, BlobHash, BlobSource, ByteRange, PutOptions } from './blob-driver.ts';
import { clearDrafts, writeDraft } from './blob-draft.ts';
import { DISK_RESERVE, isBlobHash } from './blob-driver.ts';

const DRAFTS = 'drafts';
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
  static async open({ folder, reserveBytes = DISK_RESERVE }: DiskBlobsOptions): Promise<DiskBlobs> {
    const drafts = join(folder, DRAFTS);
    await clearDrafts(drafts);
    return new DiskBlobs(folder, reserveBytes);
  }

  async put(source: BlobSource, options: PutOptions = {}): Promise<BlobEntry> {
    const draft = join(this.#folder, DRAFTS, randomUUID());
    try {
      const entry = await writeDraft(draft, source, options, this.#reserve);
      await this.#keep(draft, entry.hash);
      return entry;
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async get(hash: BlobHash, range?: ByteRange): Promise<Readable | undefined> {
    const handle = await this.#open(hash);
    if (handle === undefined) return undefined;
    return handle.createReadStream({
      highWaterMark: READ_CHUNK,
      ...(range === undefined ? {} : { start: range.first, end: range.last }),
    });
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
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
