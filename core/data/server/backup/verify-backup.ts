import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isFault } from '#core/base/common/index.ts';
import type { BlobEntry, BlobSource, PutOptions } from '../blobs/blob-driver.ts';
import { blobDiffers } from '../blobs/blob-driver.ts';
import { openDatabase } from '../database.ts';
import { silentLog } from '../database-log.ts';
import type { MigrationSource } from '../migrate.ts';
import { BackupArchive, damaged } from './backup-archive.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { restore } from './restore.ts';

const PREFIX = 'verify-';
/** Scratch folders older than this are left over from a killed process, in milliseconds. */
const LEFTOVER_MS = 86_400_000;

/** Scratch place in which a backup is checked. */
export interface VerificationPlace {
  /** Folder for the scratch database, which needs as much space as the restored rows. */
  readonly folder: string;
  /** The migrations of all areas and plugins, as `database.migrate` takes them. */
  readonly areas: readonly MigrationSource[];
}

/**
 * Proves that a backup can be restored: restores it into a scratch database of its own, compares the digests of all
 * rows and the hashes of all files, and removes the scratch database.
 * @throws Fault BACKUP_NEWER, BACKUP_UNFIT, BACKUP_DAMAGED or BACKUP_MISSING, each naming the file.
 */
export async function verifyBackup(file: string, { folder, areas }: VerificationPlace): Promise<BackupManifest> {
  await clearLeftovers(folder);
  // What cannot be read is refused at once: making a database takes seconds.
  (await BackupArchive.open(file)).close();
  const scratch = await mkdtemp(join(folder, PREFIX));
  try {
    const database = await openDatabase({ dataDir: join(scratch, 'database'), log: silentLog });
    try {
      return await restore(file, { database, blobs: { put: hashOnly }, folder: scratch, areas });
    } catch (error) {
      throw isFault(error) ? error : damaged(file, error instanceof Error ? error.message : String(error));
    } finally {
      await database.close();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function hashOnly(source: BlobSource, { expected }: PutOptions = {}): Promise<BlobEntry> {
  const digest = createHash('sha256');
  let size = 0;
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    digest.update(chunk);
    size += chunk.length;
  }
  const hash = digest.digest('hex');
  if (expected !== undefined && expected !== hash) throw blobDiffers(expected, hash);
  return { hash, size };
}

async function clearLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX)) continue;
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > LEFTOVER_MS)
      await rm(join(folder, name), { recursive: true, force: true });
  }
}
