import { createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
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
import type { CatalogueSequence } from './table-catalogue.ts';
import { nameOfTable, readSequences, readTables } from './table-catalogue.ts';
import type { TableDigest } from './table-dump.ts';
import { dumpTable, settleTextForm } from './table-dump.ts';

/** One zip archive in the making. */
interface Archive {
  add(name: string, source: () => Promise<Readable>, options: { readonly compress: boolean; readonly size?: number }): Promise<void>;
}

/**
 * Writes everything the installation holds into one archive that fits both kinds of database: all rows of one moment, all
 * files, all keys. The file is for its owner only (it holds the keys) and appears when it is whole.
 * @throws Fault BACKUP_EXISTS when the file is there already, STORAGE_FULL.
 */
export async function backup(database: Database, blobs: BlobDriver, keys: Keys, file: string): Promise<BackupManifest> {
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  try {
    const zip = new ZipFile();
    const written = pipeline(zip.outputStream, createWriteStream(draft, { mode: 0o600, flags: 'wx' }));
    const fill = async (): Promise<BackupManifest> => {
      const archive: Archive = { add: (name, source, options) => addEntry(zip, name, source, options) };
      const rows = await addRows(archive, database);
      const manifest: BackupManifest = { format: 'loupe-backup', version: BACKUP_VERSION, createdAt: new Date().toISOString(), ...rows, blobs: await addBlobs(archive, blobs) };
      zip.addBuffer(Buffer.from(JSON.stringify(keys)), KEYS_ENTRY);
      zip.addBuffer(Buffer.from(JSON.stringify(manifest, undefined, 2)), MANIFEST_ENTRY);
      zip.end();
      return manifest;
    };
    // A full disk ends the writing while an entry still waits to be taken.
    const manifest = await Promise.race([fill(), written.then(() => new Promise<never>(() => undefined))]);
    await written;
    await keep(draft, file);
    return manifest;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? storageFull(error) : error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function addRows(archive: Archive, database: Database): Promise<Pick<BackupManifest, 'schemas' | 'tables' | 'sequences'>> {
  const applied = await readApplied(poolOf(database));
  const schemas = [...applied.keys()];
  return database.system('backup').transaction(async trx => {
    await settleTextForm(trx);
    const tables: TableDigest[] = [];
    for (const table of await readTables(trx, schemas)) {
      const digest = new RowDigest();
      const name = nameOfTable(table);
      await archive.add(tableEntry(name), () => Promise.resolve(Readable.from(lines(dumpTable(trx, table, digest)))), { compress: true });
      tables.push({ name, rows: digest.rows, digest: digest.text });
    }
    const sequences: readonly CatalogueSequence[] = await readSequences(trx, schemas);
    return { schemas: Object.fromEntries([...applied].map(([schema, names]) => [schema, [...names]])), tables, sequences: [...sequences] };
  }, { isolation: 'repeatable read' });
}

/** Rows are written before the files: a file that a row names was kept before the row, so it is there. */
async function addBlobs(archive: Archive, blobs: BlobDriver): Promise<BackupManifest['blobs']> {
  let count = 0;
  let bytes = 0;
  for await (const { hash, size } of blobs.list()) {
    const source = async (): Promise<Readable> => (await blobs.get(hash)) ?? Promise.reject(new Fault('BLOB_GONE', `The file ${hash} was deleted while the backup was made. Try again.`));
    await archive.add(blobEntry(hash), source, { compress: false, size });
    count++;
    bytes += size;
  }
  return { count, bytes };
}

function addEntry(zip: ZipFile, name: string, source: () => Promise<Readable>, options: { readonly compress: boolean; readonly size?: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.addReadStreamLazy(name, { ...options, forceZip64Format: options.size === undefined || options.size > 2 ** 31, mode: 0o100600 }, give => {
      source().then(stream => {
        stream.once('end', () => resolve());
        stream.once('error', reject);
        give(undefined, stream);
      }, reject);
    });
  });
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
    throw new Fault('BACKUP_EXISTS', `${file} exists already. Name another file; a backup never replaces one.`, { status: 409 });
  }
  const folder = await open(dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}
