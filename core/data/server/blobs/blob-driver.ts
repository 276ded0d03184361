import type { Readable } from 'node:stream';
import { Fault } from '#core/base/common/index.ts';

/** Name of a blob: the SHA-256 of its bytes as 64 lower-case hex digits. The same bytes are kept once. */
export type BlobHash = string;

/** Facts stored beside the bytes of a blob. `size` is in bytes. */
export interface BlobEntry {
  readonly hash: BlobHash;
  readonly size: number;
}

/** First and last byte, both included, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface PutOptions {
  /** More bytes than this are refused with TOO_LARGE, and nothing is kept. */
  readonly maxBytes?: number;
  /** Bytes with another hash are refused with BLOB_DIFFERS, and nothing is kept. */
  readonly expected?: BlobHash;
  /** Number of bytes to come, if known: a full disk is then noticed before they do. */
  readonly expectedBytes?: number;
  readonly signal?: AbortSignal;
}

export type BlobSource = Readable | AsyncIterable<Uint8Array>;

/**
 * A store of files: a folder, or later an object store. A blob is there whole or not at all, and never changes.
 * No method holds a whole blob in memory.
 */
export interface BlobDriver {
  /**
   * Keeps the bytes of `source`.
   * @throws Fault TOO_LARGE, BLOB_DIFFERS, STORAGE_FULL; the source's own error as it is.
   */
  put(source: BlobSource, options?: PutOptions): Promise<BlobEntry>;
  /**
   * The bytes, or those of a range inside the blob; undefined when there is no such blob. The caller reads or destroys
   * the stream.
   */
  get(hash: BlobHash, range?: ByteRange): Promise<Readable | undefined>;
  head(hash: BlobHash): Promise<BlobEntry | undefined>;
  /** False when there was none. */
  delete(hash: BlobHash): Promise<boolean>;
  /** All blobs, in the order of their hashes. */
  list(): AsyncIterable<BlobEntry>;
}

const HASH = /^[0-9a-f]{64}$/;

/** True for a well-formed hash; everything else (paths, upper case) never reaches the disk. */
export function isBlobHash(text: string): boolean {
  return HASH.test(text);
}

/** Bytes of the disk that are left free for the database. */
export const DISK_RESERVE = 64 * 1024 * 1024;

export const storageFull = (cause?: unknown): Fault =>
  new Fault(
    'STORAGE_FULL',
    'The server has no space left for files, so this one was not kept. Free some space and try again.',
    { status: 503, cause },
  );

export const blobTooLarge = (maxBytes: number): Fault =>
  new Fault('TOO_LARGE', `The file is larger than ${describeBytes(maxBytes)}.`, { status: 413, details: { maxBytes } });

export const blobDiffers = (expected: BlobHash, found: BlobHash): Fault =>
  new Fault('BLOB_DIFFERS', 'The file did not arrive as it was sent. Send it again.', {
    status: 400,
    details: { expected, found },
  });

function describeBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  return `${Number((bytes / 1024 ** step).toFixed(1))} ${units[step]}`;
}
