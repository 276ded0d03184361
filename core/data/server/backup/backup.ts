import { createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants } from 'node:zlib';
import { Fault } from '#core/base/common/index.ts';
import type { BlobDriver } from '../blobs/blob-driver.ts';
import { storageFull } from '../blobs/blob-driver.ts';
import type { Database } from '../database.ts';
import { poolOf } from '../database-pool.ts';
import type { Keys } from '../keys.ts';
import { readApplied } from '../migrate.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { BACKUP_VERSION, blobEntry, KEYS_ENTRY, MANIFEST_ENTRY, tableEntry } from './backup-manifest.ts';
import { RowDigest } from './row-digest.ts';
import { ZipWriter } from '../zip/zip-writer.ts';
import type { CatalogueSequence } from './table-catalogue.ts';
import { nameOfTable, readSequences, readTables } from './table-catalogue.ts';
import type { TableDigest } from './table-dump.ts';
import { dumpTable, settleTextForm } from './table-dump.ts';

/** Source of a backup. */
export interface BackupSource {
  readonly database: Database;
  readonly blobs: BlobDriver;
  readonly keys: Keys;
  /** Version of Loupe, which a refused restore names. */
  readonly version: string;
  /** False for rows and keys alone; the files stay where they are. They are written too when absent. */
  readonly files?: boolean;
}

/**
 * Writes everything the installation holds into one archive that fits both kinds of database: all rows of one moment,
 * all files, all keys. The file is for its owner only (it holds the keys) and appears when it is whole.
 * @throws Fault BACKUP_EXISTS when the file is there already, STORAGE_FULL.
 */
export async function backup(
  { database, blobs, keys, version, files = true }: BackupSource,
  file: string,
): Promise<BackupManifest> {
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  const stop = new AbortController();
  try {
    const zip = new ZipWriter(stop.signal, { level: constants.Z_DEFAULT_COMPRESSION, rights: 0o600 });
    const written = pipeline(zip.stream, createWriteStream(draft, { mode: 0o600, flags: 'wx' }));
    // A full disk ends the writing while an entry still waits to be taken.
    written.catch((error: unknown) => stop.abort(error));
    const at = new Date();
    const rows = await addRows(zip, at, database);
    const manifest: BackupManifest = {
      format: 'loupe-backup',
      version: BACKUP_VERSION,
      createdAt: new Date().toISOString(),
      madeBy: version,
      ...rows,
      blobs: files ? await addBlobs(zip, at, blobs) : { count: 0, bytes: 0 },
    };
    await zip.add(KEYS_ENTRY, JSON.stringify(keys), at);
    await zip.add(MANIFEST_ENTRY, JSON.stringify(manifest, undefined, 2), at);
    await zip.end();
    await written;
    await keep(draft, file);
    return manifest;
  } catch (error) {
    stop.abort(error);
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? storageFull(error) : error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function addRows(
  zip: ZipWriter,
  at: Date,
  database: Database,
): Promise<Pick<BackupManifest, 'schemas' | 'tables' | 'sequences'>> {
  const applied = await readApplied(poolOf(database));
  const schemas = [...applied.keys()];
  return database.system('backup').transaction(
    async trx => {
      await settleTextForm(trx);
      const tables: TableDigest[] = [];
      for (const table of await readTables(trx, schemas)) {
        const digest = new RowDigest();
        const name = nameOfTable(table);
        await zip.addStream(tableEntry(name), lines(dumpTable(trx, table, digest, BACKUP_VERSION)), at, true);
        tables.push({ name, rows: digest.rows, digest: digest.text });
      }
      const sequences: readonly CatalogueSequence[] = await readSequences(trx, schemas);
      return {
        schemas: Object.fromEntries([...applied].map(([schema, names]) => [schema, [...names]])),
        tables,
        sequences: [...sequences],
      };
    },
    { isolation: 'repeatable read' },
  );
}

/** Rows are written before the files: a file that a row names was kept before the row, so it is there. */
async function addBlobs(zip: ZipWriter, at: Date, blobs: BlobDriver): Promise<BackupManifest['blobs']> {
  let count = 0;
  let bytes = 0;
  for await (const { hash, size } of blobs.list()) {
    const source = await blobs.get(hash);
    if (source === undefined)
      throw new Fault('BLOB_GONE', `The file ${hash} was deleted while the backup was made. Try again.`);
    await zip.addStream(blobEntry(hash), source, at);
    count++;
    bytes += size;
  }
  return { count, bytes };
}

async function* lines(rows: AsyncGenerator<string>): AsyncGenerator<string> {
  for await (const row of rows) yield `${row}\n`;
}

async function keep(draft: string, file: string): Promise<void> {
  const handle = await open(draft, 'r');
  await handle.sync().finally(() => handle.close());
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Fault('BACKUP_EXISTS', `${file} exists already. Name another file; a backup never replaces one.`, {
      status: 409,
    });
  }
  const folder = await open(dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}
