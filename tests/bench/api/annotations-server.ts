import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { DiskBlobs, makeKeys, openDatabase, silentLog } from '#core/data/server/index.ts';
import { RateLimit } from '#core/kernel/server/index.ts';
import { createApp } from '../../../core/shell/server/app.ts';
import { discover } from '../../../core/shell/server/discovery.ts';
import { testPostgres } from '../../support/postgres-cluster.ts';

/** How often memory is looked at, in milliseconds. */
const LOOK_MS = 25;

const [kind, count] = [process.argv[2] as DatabaseKind, Number(process.argv[3])];
const folder = await mkdtemp(join(tmpdir(), 'loupe-bench-'));
const made = kind === 'postgres' ? await makePostgres() : undefined;
const database = await openDatabase(made === undefined ? { dataDir: folder, log: silentLog } : { url: made.url, log: silentLog });
const app = await createApp({
  installation: await discover(), database, blobs: await DiskBlobs.open({ folder: join(folder, 'blobs') }), keys: makeKeys(), publicUrl: 'http://localhost', version: 'bench',
  log: pino({ level: 'silent' }), rateLimit: new RateLimit(1e9, 1e9),
});
await app.start();
const { people, organizations, teams, sdkTokens, sessions } = app.services;
const person = await people.create({ email: 'owner@bench.test', password: 'correct horse' });
const teamId = await teams.create((await organizations.create('Bench', person.id)).id, 'Bench', person);
const token = await sdkTokens.generate(teamId, person.id);
const { session } = await sessions.open(person, { agent: 'bench', address: '127.0.0.1' });
await app.http.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;

let most = 0;
setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), LOOK_MS).unref();
process.on('message', (message: { readonly kind: string; readonly project?: number }) => void answer(message));
process.send!({ kind: 'ready', origin, token, session: session.accessToken, teamId });

async function answer(message: { readonly kind: string; readonly project?: number }): Promise<void> {
  if (message.kind === 'seed') {
    // Only the items: everything measured comes by HTTP.
    const { rows } = await database.tenant(teamId).transaction(trx => sql<{ id: number; name: string }>`
      insert into items.item (team_id, project_id, folder_id, name, url, source, width, height)
      select ${teamId}::int, ${message.project!}::int, folder.id, 'image_' || n || '.jpg', 'https://files.test/' || n, 2, 1000, 1000
      from items.folder folder, generate_series(1, ${count}::int) n where folder.project_id = ${message.project!}::int and folder.is_root returning id, name`.execute(trx));
    process.send!({ kind: 'seeded', items: rows });
  } else if (message.kind === 'rest') {
    globalThis.gc?.();
    most = process.memoryUsage.rss();
    process.send!({ kind: 'memory', most });
  } else if (message.kind === 'memory') {
    process.send!({ kind: 'memory', most: Math.max(most, process.memoryUsage.rss()) });
  } else {
    await app.stop();
    await database.close();
    await made?.drop();
    await rm(folder, { recursive: true, force: true });
    process.exit(0);
  }
}

async function makePostgres(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const server = await testPostgres();
  if (server === undefined) throw new Error('PostgreSQL is not installed, and LOUPE_TEST_POSTGRES is not set.');
  const name = `loupe_bench_annotations_${process.pid}`;
  const command = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await command(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  // The server's own clean-up may be at work in it, and nobody may end that: the test cluster goes with the run anyway.
  return { url: url.href, drop: () => command(`drop database if exists ${name} with (force)`).catch(() => undefined) };
}
