import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import type { Database, DatabaseKind } from '#core/data/server/index.ts';
import { DiskBlobs, makeKeys, openDatabase, silentLog } from '#core/data/server/index.ts';
import { RateLimit } from '#core/kernel/server/index.ts';
import { createApp } from '../../../core/shell/server/app.ts';
import { discover } from '../../../core/shell/server/discovery.ts';
import { testPostgres } from '../../support/postgres-cluster.ts';

/** A listening server with one team, and a token of its owner. */
export interface BenchApp {
  readonly database: Database;
  readonly teamId: number;
  /** One call as a script makes it; throws when it is refused. Answers the parsed body. */
  call<T>(method: string, path: string, body?: unknown, context?: Readonly<Record<string, number>>): Promise<T>;
  /** What PostgreSQL does by itself within a minute of much writing. The embedded database never does. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** The whole product on a new database: the embedded one in a folder, or a new one of the test server. */
export async function openBenchApp(kind: DatabaseKind): Promise<BenchApp> {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-bench-'));
  const made = kind === 'postgres' ? await makePostgres() : undefined;
  const database = await openDatabase(made === undefined ? { dataDir: join(folder, 'database'), log: silentLog } : { url: made.url, log: silentLog });
  const app = await createApp({
    installation: await discover(), database, blobs: await DiskBlobs.open({ folder: join(folder, 'blobs') }), keys: makeKeys(), publicUrl: 'http://localhost', version: 'bench',
    log: pino({ level: 'silent' }), rateLimit: new RateLimit(1e9, 1e9),
  });
  await app.start();
  const { people, organizations, teams, sdkTokens } = app.services;
  const person = await people.create({ email: 'owner@bench.test', password: 'correct horse' });
  const organization = await organizations.create('Bench', person.id);
  const teamId = await teams.create(organization.id, 'Bench', person);
  const token = await sdkTokens.generate(teamId, person.id);
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  return {
    database,
    teamId,
    async call<T>(method: string, path: string, body?: unknown, context: Readonly<Record<string, number>> = {}) {
      const response = await fetch(origin + path, {
        method,
        headers: { authorization: token, authtype: 'sdk', 'content-type': 'application/json', 'x-sa-entity-context': btoa(JSON.stringify({ team_id: teamId, ...context })) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text.slice(0, 500)}`);
      return JSON.parse(text) as T;
    },
    settle: () => (made === undefined ? Promise.resolve() : command(made.url, 'vacuum (analyze)')),
    async close() {
      await app.stop();
      await made?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makePostgres(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const server = await testPostgres();
  if (server === undefined) throw new Error('PostgreSQL is not installed, and LOUPE_TEST_POSTGRES is not set.');
  const name = `loupe_bench_${process.pid}`;
  await command(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => command(server, `drop database if exists ${name} with (force)`) };
}

async function command(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
