import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, describe } from 'vitest';
import type { Database, DatabaseKind, DatabaseLog, MigrationSource } from '#core/data/server/index.ts';
import { openDatabase, silentLog } from '#core/data/server/index.ts';
import { canRunPostgres, testPostgres } from './postgres-cluster.ts';

/** What a test file may ask of its database. */
export interface FreshOptions {
  /** Areas to migrate beside core/data's own; `false` leaves the database empty. */
  readonly areas?: readonly MigrationSource[] | false;
  readonly log?: DatabaseLog;
}

/** Makes a new, empty, migrated database. It is closed after the tests of the enclosing `describe`. */
export type Fresh = (options?: FreshOptions) => Promise<Database>;

/** How PostgreSQL says that a process in the database is not the caller's to end. */
const INSUFFICIENT_PRIVILEGE = '42501';

const KINDS: readonly DatabaseKind[] = ['pglite', 'postgres'];

/** How long a test waits: the first database of a file takes seconds to make. */
export const DATABASE_TIMEOUT_MS = 120_000;

/**
 * Runs the same tests on the embedded database and on PostgreSQL. `LOUPE_TEST_DATABASE=pglite` (or `postgres`) runs one.
 *
 *     eachDatabase((kind, fresh) => {
 *       let database: Database;
 *       beforeAll(async () => { database = await fresh(); }, DATABASE_TIMEOUT_MS);
 *       it('…', …);
 *     });
 */
export function eachDatabase(tests: (kind: DatabaseKind, fresh: Fresh) => void): void {
  const only = process.env['LOUPE_TEST_DATABASE'];
  for (const kind of KINDS.filter(each => only === undefined || only === each)) {
    if (kind === 'postgres' && !canRunPostgres()) {
      describe.skip('on postgres (skipped: no PostgreSQL 15 or newer is installed, and LOUPE_TEST_POSTGRES is not set)', () => tests(kind, () => Promise.reject(new Error('skipped'))));
      continue;
    }
    describe(`on ${kind}`, () => {
      tests(kind, freshOf(kind));
    });
  }
}

/** A new database outside of `eachDatabase`; the caller closes it with `drop`. */
export async function freshDatabase(kind: DatabaseKind, { areas = [], log = silentLog }: FreshOptions = {}): Promise<{ readonly database: Database; readonly url: string | undefined; drop(): Promise<void> }> {
  const made = kind === 'pglite' ? undefined : await makePostgres();
  const database = await openDatabase(made === undefined ? { dataDir: 'memory', log } : { url: made.url, log });
  if (areas !== false) await database.migrate(areas);
  return {
    database,
    url: made?.url,
    async drop() {
      await database.close();
      await made?.drop();
    },
  };
}

/** A new empty database on the test server: its address and how to remove it. */
export async function makePostgres(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const server = await testPostgres();
  if (server === undefined) throw new Error('PostgreSQL is not installed.');
  const name = `loupe_test_${randomBytes(6).toString('hex')}`;
  await command(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => dropped(server, name) };
}

/** Removes a database. The server's own clean-up may be at work in it, and only a superuser could end that: it is over in a moment. */
async function dropped(server: string, name: string): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      return await command(server, `drop database if exists ${name} with (force)`);
    } catch (error) {
      if ((error as { readonly code?: string }).code !== INSUFFICIENT_PRIVILEGE || turn === 40) throw error;
      await pause(250);
    }
  }
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

async function command(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
