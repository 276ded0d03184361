import { join } from 'node:path';
import { Fault } from '#core/base/common/index.ts';
import type { BlobDriver } from '../blobs/blob-driver.ts';
import { withOwnArea } from '../data-migrations.ts';
import type { Database } from '../database.ts';
import { poolOf } from '../database-pool.ts';
import { KEYS_FILE, parseKeys, readKeys, writeNew } from '../keys.ts';
import type { MigrationSource } from '../migrate.ts';
import { migrationNames, readApplied } from '../migrate.ts';
import { BackupArchive, damaged, unfit } from './backup-archive.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { blobEntry, KEYS_ENTRY, tableEntry } from './backup-manifest.ts';
import { nameOfTable, readTables } from './table-catalogue.ts';
import { digestTables } from './table-dump.ts';
import { loadTable, setSequences, withoutConstraints } from './table-load.ts';

/** Target of a restore. */
export interface RestoreTarget {
  /** Opened and never migrated. */
  readonly database: Database;
  readonly blobs: Pick<BlobDriver, 'put'>;
  /** Data folder, for the keys. */
  readonly folder: string;
  /** The migrations of all areas and plugins, as `database.migrate` takes them. */
  readonly areas: readonly MigrationSource[];
}

/**
 * Puts a backup into an empty installation and brings it up to this version. All rows or none arrive, and their digests
 * are compared with the backup's.
 * @throws Fault DATABASE_NOT_EMPTY, KEYS_EXIST, BACKUP_NEWER, BACKUP_UNFIT, BACKUP_DAMAGED or BACKUP_MISSING, each
 * naming its culprit.
 */
export async function restore(file: string, target: RestoreTarget): Promise<BackupManifest> {
  const archive = await BackupArchive.open(file);
  try {
    const sources = withOwnArea(target.areas);
    const { manifest } = archive;
    checkVersion(archive, sources);
    await checkEmpty(target.database);
    const writeKeys = await prepareKeys(archive, target.folder);
    await loadBlobs(archive, target.blobs);
    await loadRows(archive, target.database, sources);
    await writeKeys();
    await target.database.migrate(sources);
    return manifest;
  } finally {
    archive.close();
  }
}

/** Deletes all tables: those of the areas and plugins, and the queue of jobs. */
export async function dropSchemas(database: Database): Promise<void> {
  const pool = poolOf(database);
  const made = [...(await readApplied(pool)).keys(), 'pgboss'];
  for (const schema of made) await pool.query(`drop schema if exists "${schema}" cascade`);
}

function checkVersion(archive: BackupArchive, sources: readonly MigrationSource[]): void {
  for (const [schema, names] of Object.entries(archive.manifest.schemas)) {
    const source = sources.find(each => each.schema === schema);
    if (source === undefined)
      throw unfit(archive, `it holds ${schema}, which this version does not have or names otherwise`);
    const known = migrationNames(source);
    const unknown = names.find(name => !known.includes(name));
    if (unknown !== undefined)
      throw unfit(archive, `${schema} has the migration ${unknown}, which this version does not know`);
  }
}

async function checkEmpty(database: Database): Promise<void> {
  const [schema] = (await readApplied(poolOf(database))).keys();
  if (schema === undefined) return;
  throw new Fault(
    'DATABASE_NOT_EMPTY',
    `The database is not empty: it has tables in ${schema}. Restore into a new database, or into another data folder.`,
    { status: 409 },
  );
}

/** Checks the keys before anything is written; the answer writes them. */
async function prepareKeys(archive: BackupArchive, folder: string): Promise<() => Promise<void>> {
  const keys = parseKeys(await archive.text(KEYS_ENTRY), `${KEYS_ENTRY} in ${archive.file}`);
  const file = join(folder, KEYS_FILE);
  const present = await readKeys(file);
  if (present === undefined) return async () => void (await writeNew(file, keys));
  if (JSON.stringify(present) === JSON.stringify(keys)) return () => Promise.resolve();
  throw new Fault(
    'KEYS_EXIST',
    `${file} holds other keys than the backup. Move it away: without the backup's keys its stored secrets cannot be read.`,
    { status: 409 },
  );
}

async function loadBlobs(archive: BackupArchive, blobs: RestoreTarget['blobs']): Promise<void> {
  const hashes = archive.blobs;
  if (hashes.length !== archive.manifest.blobs.count)
    throw damaged(archive.file, `it holds ${hashes.length} files and should hold ${archive.manifest.blobs.count}`);
  for (const hash of hashes) {
    try {
      await blobs.put(await archive.read(blobEntry(hash)), { expected: hash });
    } catch (error) {
      if (error instanceof Fault && error.code === 'BLOB_DIFFERS')
        throw damaged(archive.file, `the file ${hash} is changed`);
      throw error;
    }
  }
}

async function loadRows(
  archive: BackupArchive,
  database: Database,
  sources: readonly MigrationSource[],
): Promise<void> {
  const { manifest } = archive;
  const schemas = Object.keys(manifest.schemas);
  try {
    await database.migrate(sources.flatMap(each => upTo(each, manifest.schemas[each.schema])));
    await database.system('restore').transaction(async trx => {
      const tables = await readTables(trx, schemas);
      const missing = manifest.tables.find(each => !tables.some(table => nameOfTable(table) === each.name));
      if (missing !== undefined)
        throw damaged(archive.file, `it has the table ${missing.name}, which its migrations do not make`);
      await withoutConstraints(trx, tables, async () => {
        for (const table of tables)
          await loadTable(trx, table, await archive.read(tableEntry(nameOfTable(table))), manifest.version);
        await setSequences(trx, manifest.sequences);
      });
      for (const found of await digestTables(trx, tables, manifest.version)) {
        const wanted = manifest.tables.find(each => each.name === found.name);
        if (wanted?.digest !== found.digest || wanted.rows !== found.rows)
          throw damaged(archive.file, `the rows of ${found.name} differ from what was backed up`);
      }
    });
  } catch (error) {
    // The database was empty before: leave it so, for another try.
    await dropSchemas(database);
    throw error;
  }
}

/** A source with the migrations that the backup had run; none when it did not know the schema. */
function upTo(source: MigrationSource, names: readonly string[] | undefined): readonly MigrationSource[] {
  if (names === undefined) return [];
  const migrations = Object.fromEntries(
    Object.entries(source.migrations).filter(([path, load]) => {
      const [name] = migrationNames({ schema: source.schema, migrations: { [path]: load } });
      return names.includes(name!);
    }),
  );
  return [{ schema: source.schema, migrations }];
}
