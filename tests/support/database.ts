import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe } from 'vitest';
import type { Database, DatabaseKind, DatabaseLog, MigrationSource } from '#core/data/server/index.ts';
import { openDatabase, silentLog } from '#core/data/server/index.ts';
import { databasesFor } from './database-matrix.ts';
import { copyFolder, onceInRun, templateDatabase, templatesFolder } from './database-templates.ts';
import { canRunPostgres, testPostgres } from './postgres-cluster.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { createPostgresDatabase, databaseAddress, runStatement } from './postgres-database.ts';
import { noteOpened } from './still-open.ts';

/** Options of a test file for its database. */
export interface FreshOptions {
  /** Areas to migrate beside core/data's own; `false` leaves the database empty. */
  readonly areas?: readonly MigrationSource[] | false;
  readonly log?: DatabaseLog;
  /** Template that is migrated once in a run and copied; core/data's own areas when absent. */
  readonly template?: DatabaseTemplate;
}

/** A set of migrations by the name of its template. */
export interface DatabaseTemplate {
  readonly name: string;
  areas(): Promise<readonly MigrationSource[]>;
}

const OWN: DatabaseTemplate = { name: 'own', areas: () => Promise.resolve([]) };

/** Makes a new, empty, migrated database. It is closed after the tests of the enclosing `describe`. */
export type Fresh = (options?: FreshOptions) => Promise<Database>;

/** A guard against what hangs, far above what a busy machine needs. */
export const DATABASE_TIMEOUT_MS = 600_000;

/**
 * Runs the tests of a file on the databases that `database-matrix.ts` names for it: the embedded one, PostgreSQL, or
 * both. `LOUPE_TEST_DATABASE=pglite` (or `postgres`) runs every file on that one.
 *
 *     eachDatabase((kind, fresh) => {
 *       let database: Database;
 *       beforeAll(async () => { database = await fresh(); }, DATABASE_TIMEOUT_MS);
 *       it('…', …);
 *     });
 */
export function eachDatabase(tests: (kind: DatabaseKind, fresh: Fresh) => void): void {
  const available: readonly DatabaseKind[] = canRunPostgres() ? ['pglite', 'postgres'] : ['pglite'];
  for (const kind of databasesFor(testFile(), available)) {
    if (!available.includes(kind)) {
      describe.skip('on postgres (skipped: there is no PostgreSQL 15 or newer, and LOUPE_TEST_POSTGRES is not set)', () =>
        tests(kind, () => Promise.reject(new Error('skipped'))));
      continue;
    }
    describe(`on ${kind}`, () => {
      tests(kind, freshOf(kind));
    });
  }
}

/**
 * Returns the database that opens in the least time, for a test that proves nothing about databases; the one that
 * `LOUPE_TEST_DATABASE` names.
 */
export function anyDatabase(): DatabaseKind {
  const only = process.env['LOUPE_TEST_DATABASE'];
  return canRunPostgres() && only !== 'pglite' ? 'postgres' : 'pglite';
}

/** Returns the path of the test file that is being collected, below the root of the repository. */
function testFile(): string {
  const { filepath } = (globalThis as unknown as { readonly __vitest_worker__: { readonly filepath: string } })
    .__vitest_worker__;
  return relative(fileURLToPath(new URL('../..', import.meta.url)), filepath).replaceAll('\\', '/');
}

/**
 * A new database outside of `eachDatabase`; the caller closes it with `drop`. It is a copy of one that was migrated
 * once; `areas` that are no part of it are migrated now.
 */
export async function freshDatabase(
  kind: DatabaseKind,
  { areas = [], log = silentLog, template = OWN }: FreshOptions = {},
): Promise<{ readonly database: Database; readonly url: string | undefined; drop(): Promise<void> }> {
  const begun = areas === false ? undefined : template;
  const made = kind === 'pglite' ? await makeFolder(begun) : await makePostgres(begun);
  const closed = noteOpened(`a database (${kind})`);
  const database = await openDatabase('url' in made ? { url: made.url, log } : { dataDir: made.folder, log });
  if (areas !== false && areas.length > 0) await database.migrate(areas);
  return {
    database,
    url: 'url' in made ? made.url : undefined,
    async drop() {
      await database.close();
      await made.drop();
      closed();
    },
  };
}

/** A data folder with a database: an empty one, or a copy of a template. */
async function makeFolder(template?: DatabaseTemplate): Promise<{ readonly folder: string; drop(): Promise<void> }> {
  const from = template === undefined ? await emptyFolder() : await migratedFolder(template);
  const parent = await mkdtemp(join(tmpdir(), 'loupe-test-data-'));
  const folder = join(parent, 'data');
  await copyFolder(from, folder);
  return { folder, drop: () => rm(parent, { recursive: true, force: true }) };
}

/**
 * Puts an empty embedded database, migrated by core/data's own areas, into a folder that does not exist yet: making one
 * takes seconds.
 */
export async function copyEmbedded(folder: string): Promise<void> {
  await copyFolder(await migratedFolder(OWN), folder);
}

function emptyFolder(): Promise<string> {
  return onceInRun('pglite-empty', async () => {
    const folder = join(templatesFolder(), 'empty');
    await (await openDatabase({ dataDir: folder, log: silentLog })).close();
    return folder;
  });
}

function migratedFolder({ name, areas }: DatabaseTemplate): Promise<string> {
  return onceInRun(`pglite-${name}`, async () => {
    const folder = join(templatesFolder(), name);
    await copyFolder(await emptyFolder(), folder);
    const database = await openDatabase({ dataDir: folder, log: silentLog });
    await database.migrate(await areas());
    await database.tidy();
    await database.close();
    return folder;
  });
}

/** A new database on the test server, empty or a copy of a template: its address and how to remove it. */
export async function makePostgres(template?: DatabaseTemplate): Promise<PostgresDatabase> {
  const server = await testPostgres();
  if (server === undefined) throw new Error('PostgreSQL is not installed.');
  return createPostgresDatabase(server, template === undefined ? undefined : await migratedPostgres(server, template));
}

function migratedPostgres(server: string, { name, areas }: DatabaseTemplate): Promise<string> {
  return onceInRun(`postgres-${name}`, async () => {
    const own = templateDatabase(name);
    await runStatement(server, `create database ${own}`);
    const database = await openDatabase({ url: databaseAddress(server, own), log: silentLog });
    await database.migrate(await areas());
    await database.close();
    return own;
  });
}

function freshOf(kind: DatabaseKind): Fresh {
  const drops: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const drop of drops.splice(0)) await drop();
  }, DATABASE_TIMEOUT_MS);
  return async options => {
    const { database, drop } = await freshDatabase(kind, options);
    drops.push(drop);
    return database;
  };
}
