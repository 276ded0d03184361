import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** Code of PostgreSQL for a process in the database that the caller may not end. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** A database of a test server. */
export interface PostgresDatabase {
  readonly url: string;
  /** Removes it with everything that is connected to it. */
  drop(): Promise<void>;
}

/**
 * Makes a database with a random name on the server of an address: an empty one, or a copy of another, to which nothing
 * may be connected.
 */
export async function createPostgresDatabase(server: string, template?: string): Promise<PostgresDatabase> {
  const name = `loupe_test_${randomBytes(6).toString('hex')}`;
  await runStatement(
    server,
    `create database ${name}${template === undefined ? '' : ` template ${template} strategy file_copy`}`,
  );
  return { url: databaseAddress(server, name), drop: () => dropPostgresDatabase(server, name) };
}

/** Returns the address of another database of a server. */
export function databaseAddress(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Returns the name of the database of an address. */
export function databaseName(address: string): string {
  return new URL(address).pathname.slice(1);
}

/** Runs one statement in a connection of its own. */
export async function runStatement(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Removes a database with everything that is connected to it. The server's own clean-up may be at work in it, and only a
 * superuser could end that: it is over in a moment.
 */
export async function dropPostgresDatabase(server: string, name: string): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      return await runStatement(server, `drop database if exists ${name} with (force)`);
    } catch (error) {
      if ((error as { readonly code?: string }).code !== INSUFFICIENT_PRIVILEGE || turn === 40) throw error;
      await pause(250);
    }
  }
}
