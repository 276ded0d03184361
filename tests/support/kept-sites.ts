import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import type { ServerPlace } from './built-server.ts';
import { runBuiltCommand } from './built-server.ts';
import { browserProgram } from './headless-shell.ts';
import { testPostgres } from './postgres-cluster.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { createPostgresDatabase, databaseName, dropPostgresDatabase } from './postgres-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Data folder that sites begin with: a migrated database with an organization that no test looks at. In an empty one
     * the server makes the demo.
     */
    begunSite: string;
    /** The same on PostgreSQL; undefined where there is none. */
    begunOnPostgres: BegunOnPostgres | undefined;
    /** Folder of notes about servers to stop at the end of the run. */
    keptSites: string;
  }
}

/** Data folder and database that sites on PostgreSQL begin with as copies. */
export interface BegunOnPostgres {
  readonly folder: string;
  /** Address of the server. */
  readonly server: string;
  /** Name of the database. */
  readonly template: string;
}

const BUILT = fileURLToPath(new URL('../../dist/server/command.js', import.meta.url));

/**
 * Set-up of the browser tests: the browser, the data folder that sites begin with, and the end of the servers of
 * {@link keepUntilEnd}.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-sites-'));
  const [begun, kept] = [join(folder, 'begun'), join(folder, 'kept')];
  await Promise.all([begun, kept].map(each => mkdir(each)));
  const isBuilt = existsSync(BUILT);
  const [onPostgres] = await Promise.all([
    // Without a build the tests themselves say what to do.
    isBuilt ? beginOnPostgres(join(folder, 'begun-on-postgres')) : undefined,
    isBuilt ? beginSite({ dataDir: begun, port: 0 }) : undefined,
    // Unpacked here, not by each worker at once.
    browserProgram(),
  ]);
  project.provide('begunSite', begun);
  project.provide('begunOnPostgres', onPostgres?.begun);
  project.provide('keptSites', kept);
  return async () => {
    for (const name of await readdir(kept)) {
      const { pid, dataDir, database } = JSON.parse(await readFile(join(kept, name), 'utf8')) as KeptSite;
      await end(pid);
      await rm(dataDir, { recursive: true, force: true });
      if (onPostgres !== undefined && database !== undefined)
        await dropPostgresDatabase(onPostgres.begun.server, database);
    }
    await onPostgres?.database.drop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** A server that outlives the files of its worker. */
interface KeptSite {
  readonly pid: number;
  readonly dataDir: string;
  /** Name of its database on PostgreSQL. */
  readonly database?: string;
}

/** Has the end of the run stop a server that outlives the files of its worker, and remove its data. */
export async function keepUntilEnd(kept: string, pid: number, { dataDir, databaseUrl }: ServerPlace): Promise<void> {
  const site: KeptSite = {
    pid,
    dataDir,
    ...(databaseUrl === undefined ? {} : { database: databaseName(databaseUrl) }),
  };
  await writeFile(join(kept, `${pid}.json`), JSON.stringify(site));
}

async function beginOnPostgres(
  folder: string,
): Promise<{ readonly begun: BegunOnPostgres; readonly database: PostgresDatabase } | undefined> {
  const server = await testPostgres();
  if (server === undefined) return undefined;
  await mkdir(folder);
  const database = await createPostgresDatabase(server);
  await beginSite({ dataDir: folder, port: 0, databaseUrl: database.url });
  return { begun: { folder, server, template: databaseName(database.url) }, database };
}

/** Makes the organization that no test looks at. */
async function beginSite(place: ServerPlace): Promise<void> {
  await runBuiltCommand(place, [
    'user',
    'create',
    '--email',
    'first@begun.test',
    '--name',
    'First Begun',
    '--team',
    'Begun',
  ]);
}

/** Stops a process; kills it after ten seconds. */
async function end(pid: number): Promise<void> {
  const send = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(pid, signal);
    } catch {
      return false;
    }
  };
  send('SIGTERM');
  for (let tries = 0; tries < 200 && send(0); tries += 1) await pause(50);
  send('SIGKILL');
}
