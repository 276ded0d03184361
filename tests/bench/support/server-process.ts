import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { CompiledQuery } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import type { DatabaseKind, Keys } from '#core/data/server/index.ts';
import { DiskBlobs, inBackground, IncomingFiles, makeKeys, openDatabase, silentLog } from '#core/data/server/index.ts';
import { CallLimits } from '#core/kernel/server/index.ts';
import { createApp } from '../../../core/shell/server/app.ts';
import { discover } from '../../../core/shell/server/discovery.ts';
import { freePort } from '../../support/built-server.ts';
import { testPostgres } from '../../support/postgres-cluster.ts';
import { LongestTurn } from './longest-turn.ts';

/**
 * Requests of the benchmark to the server's process beside HTTP: to write rows that are only there to be in the way, to
 * come to rest, and how long its event loop stood still since it was asked before. The process sends a new session of
 * the owner from time to time.
 */
type Message =
  | { readonly kind: 'sql'; readonly text: string }
  | { readonly kind: 'member'; readonly email: string }
  | { readonly kind: 'settle' | 'rest' | 'stalls' | 'stop' };

/** Parts that a second server of one installation shares with the first. */
interface Installation {
  readonly url: string;
  readonly folder: string;
  readonly keys: Keys;
}

/**
 * Makes the whole product on a new database and listens, until the parent says stop. The second argument is the folder
 * of the built pages, when they are wanted.
 */
const kind = process.argv[2] as DatabaseKind;
/** Set for a server beside another one: it takes no jobs and makes no people. */
const beside =
  process.env['BENCH_BESIDE'] === undefined ? undefined : (JSON.parse(process.env['BENCH_BESIDE']) as Installation);
const webRoot = process.argv[3];
/** Pages call the address they came from, so it must be known before the server is made. */
const port = webRoot === undefined ? 0 : await freePort();
const folder = beside?.folder ?? (await mkdtemp(join(tmpdir(), 'loupe-bench-')));
const made = beside === undefined && kind === 'postgres' ? await makePostgres() : undefined;
const url = beside?.url ?? made?.url;
const keys = beside?.keys ?? makeKeys();
const database = await openDatabase(
  url === undefined ? { dataDir: join(folder, 'database'), log: silentLog } : { url, log: silentLog },
);
const app = await createApp({
  installation: await discover(),
  database,
  blobs: await DiskBlobs.open({ folder: join(folder, 'blobs') }),
  incoming: await IncomingFiles.open({ folder: join(folder, 'incoming') }),
  keys,
  publicUrl: `http://localhost${port === 0 ? '' : `:${port}`}`,
  version: 'bench',
  log: pino({ level: 'silent' }),
  limits: CallLimits.none(),
  modelsFolder: process.env['MODELS_DIR'] ?? '',
  cacheFolder: join(folder, 'cache'),
  // As behind one reverse proxy: people of a benchmark come from addresses of their own.
  trustProxy: 1,
  // Manifests of the benchmark are longer than a project takes by default.
  itemCeilings: { project: 10_000_000 },
  ...(beside === undefined ? {} : { jobConcurrency: 0 }),
  ...(webRoot === undefined ? {} : { webRoot }),
});
await app.start();
/** Milliseconds after which the owner gets a new session: the token of one is good for five minutes. */
const RENEWED_MS = 120_000;
const { people, organizations, teams, members, sdkTokens, sessions } = app.services;
const owner = beside === undefined ? await makeOwner() : undefined;
await app.http.listen({ port, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;

/** The role of people that the benchmark adds. */
const CONTRIBUTOR = 4;
/** Resolution of watching the event loop, in milliseconds. */
const WATCH_MS = 5;
const loop = monitorEventLoopDelay({ resolution: WATCH_MS });
loop.enable();
const processor = new LongestTurn(WATCH_MS);

process.on(
  'message',
  (message: Message) =>
    void answer(message).catch((error: unknown) => process.send!({ kind: 'failed', reason: String(error) })),
);
process.send!({ kind: 'ready', origin, ...owner, installation: { url, folder, keys } });

async function answer(message: Message): Promise<void> {
  switch (message.kind) {
    case 'member': {
      const person = await people.create({ email: message.email, password: 'correct horse' });
      await members.add(owner!.teamId, person, CONTRIBUTOR);
      process.send!({ kind: 'done', session: await sessionOf(person) });
      return;
    }
    case 'sql': {
      // The benchmark looks at the database; it is no call of a person.
      const { rows } = await inBackground(() =>
        database.tenant(owner!.teamId).transaction(trx => trx.executeQuery(CompiledQuery.raw(message.text))),
      );
      process.send!({ kind: 'done', rows });
      return;
    }
    case 'settle':
      // What PostgreSQL does by itself within a minute of much writing, and Loupe for the embedded database.
      if (url === undefined) await database.tidy();
      else await command(url, 'vacuum (analyze)');
      process.send!({ kind: 'done' });
      return;
    case 'rest':
      globalThis.gc?.();
      process.send!({ kind: 'done' });
      return;
    case 'stalls':
      process.send!({ kind: 'done', most: loop.max / 1e6 - WATCH_MS, processor: processor.most });
      loop.reset();
      processor.reset();
      return;
    case 'stop':
      await app.stop();
      await database.close();
      await made?.drop();
      if (beside === undefined) await rm(folder, { recursive: true, force: true });
      process.exit(0);
  }
}

/** The first person, with an organization, a team, a token for scripts and a session. */
async function makeOwner(): Promise<{
  readonly teamId: number;
  readonly organizationId: number;
  readonly token: string;
  readonly session: string;
}> {
  const person = await people.create({ email: 'owner@bench.test', password: 'correct horse' });
  const { id: organizationId } = await organizations.create('Bench', person.id);
  const teamId = await teams.create(organizationId, 'Bench', person);
  setInterval(
    () => void sessionOf(person).then(session => process.send!({ kind: 'session', session })),
    RENEWED_MS,
  ).unref();
  return {
    teamId,
    organizationId,
    token: await sdkTokens.generate(teamId, person.id),
    session: await sessionOf(person),
  };
}

async function sessionOf(person: Parameters<typeof sessions.open>[0]): Promise<string> {
  const { session } = await sessions.open(person, { agent: 'bench', address: '127.0.0.1' });
  return session.accessToken;
}

async function makePostgres(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const server = await testPostgres();
  if (server === undefined) throw new Error('PostgreSQL is not installed, and LOUPE_TEST_POSTGRES is not set.');
  const name = `loupe_bench_${process.pid}`;
  await command(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  // The server's own clean-up may be at work in it, and nobody may end that: the test cluster goes with the run anyway.
  return {
    url: url.href,
    drop: () => command(server, `drop database if exists ${name} with (force)`).catch(() => undefined),
  };
}

async function command(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
