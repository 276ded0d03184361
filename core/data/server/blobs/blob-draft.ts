import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobEntry, BlobSource, PutOptions } from './blob-driver.ts';
import { blobDiffers, blobTooLarge, storageFull } from './blob-driver.ts';

/** Asking the file system for every chunk would cost more than the write. */
const CHECK_EVERY = 16 * 1024 * 1024;
const DRAFT_LIFE_MS = 86_400_000;

/**
 * Makes the folder of drafts if need be. Drafts older than a day are of a crash; younger ones may be another server's.
 */
export async function clearDrafts(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > DRAFT_LIFE_MS) await rm(file, { force: true });
  }
}

/**
 * Writes a source to a new file, flushed, and returns its hash and size: the name of a blob is known only when all of
 * it was seen. The caller removes the file, also after an error.
 * @param reserveBytes bytes of the disk that must stay free
 * @throws Fault TOO_LARGE, BLOB_DIFFERS, STORAGE_FULL; the source's own error as it is.
 */
export async function writeDraft(
  file: string,
  source: BlobSource,
  options: PutOptions,
  reserveBytes: number,
): Promise<BlobEntry> {
  try {
    await assertSpace(dirname(file), options.expectedBytes ?? 0, reserveBytes);
    return await write(file, source, options, reserveBytes);
  } catch (error) {
    if (source instanceof Readable) source.destroy();
    throw isDiskFull(error) ? storageFull(error) : error;
  }
}

async function write(
  name: string,
  source: BlobSource,
  { maxBytes, expected, signal }: PutOptions,
  reserveBytes: number,
): Promise<BlobEntry> {
  const file = await open(name, 'wx', 0o600);
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
        await assertSpace(dirname(name), bytes.length, reserveBytes);
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

/** Returns true for errors of a disk or a quota that has no space left. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Returns when the disk of a folder has room for `bytes` beside the reserve. @throws Fault STORAGE_FULL */
export async function assertSpace(folder: string, bytes: number, reserveBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + reserveBytes) throw storageFull();
}
