import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);

const INSTALLED = '/usr/lib/postgresql';
const OLDEST = 15;
const START_MS = 60_000;

/** The login that tests use: no superuser, like in production, so that row-level security is really tested. */
const LOGIN = 'loupe';

/** Test processes are children of one runner; its id names the cluster they share and says how long it lives. */
const runner = process.ppid > 1 ? process.ppid : process.pid;

let running: Promise<string | undefined> | undefined;

/**
 * Address of a PostgreSQL server for tests, with a user that may make databases and roles: the one named by
 * LOUPE_TEST_POSTGRES, else a temporary cluster that all test processes of one run share and that ends with the run.
 * Undefined where PostgreSQL is not installed.
 */
export function testPostgres(): Promise<string | undefined> {
  running ??= process.env['LOUPE_TEST_POSTGRES'] ? Promise.resolve(process.env['LOUPE_TEST_POSTGRES']) : shared();
  return running;
}

function postgresPrograms(): string | undefined {
  if (!existsSync(INSTALLED)) return undefined;
  const versions = readdirSync(INSTALLED).map(Number).filter(each => each >= OLDEST).sort((one, other) => other - one);
  return versions.map(each => join(INSTALLED, String(each), 'bin')).find(each => existsSync(join(each, 'initdb')));
}

/** True when `testPostgres` will answer with an address. */
export function canRunPostgres(): boolean {
  return process.env['LOUPE_TEST_POSTGRES'] !== undefined || postgresPrograms() !== undefined;
}

/** A PostgreSQL server that one test may stop as it likes. It ends with the run if the test does not end it. */
export interface OwnPostgres {
  readonly url: string;
  /** Ends every connection at once, without a shutdown, and starts again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server of the caller's own. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'loupe-own-pg-'));
  start(programs, folder);
  await prepare(folder);
  const owner = process.getuid?.() === 0 ? unprivileged() : {};
  const control = async (...words: readonly string[]): Promise<void> => void (await run(join(programs, 'pg_ctl'), ['-D', join(folder, 'data'), '-w', '-m', 'immediate', '-l', join(folder, 'log'), ...words], { cwd: folder, ...owner }));
  return { url: addressOf(folder, LOGIN), restart: () => control('restart'), stop: () => control('stop') };
}

const addressOf = (folder: string, database: string): string => `postgres://${LOGIN}@localhost/${database}?host=${encodeURIComponent(folder)}`;

async function shared(): Promise<string | undefined> {
  const programs = postgresPrograms();
  if (programs === undefined) return undefined;
  const folder = join(tmpdir(), `loupe-test-pg-${runner}`);
  const address = addressOf(folder, 'postgres');
  const started = join(folder, 'started');
  try {
    mkdirSync(folder);
  } catch {
    for (let waited = 0; !existsSync(started); waited += 50) {
      if (waited > START_MS) throw new Error(`PostgreSQL did not start in ${folder}. Remove the folder and try again.`);
      await pause(50);
    }
    const report = readFileSync(started, 'utf8');
    if (report !== 'ok') throw new Error(report);
    return address;
  }
  try {
    start(programs, folder);
    await prepare(folder);
    writeFileSync(started, 'ok');
  } catch (error) {
    writeFileSync(started, `PostgreSQL could not be started for tests: ${String(error)}`);
    throw error;
  }
  return address;
}

function start(programs: string, folder: string): void {
  const owner = process.getuid?.() === 0 ? unprivileged() : undefined;
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (owner !== undefined) for (const each of [folder, data]) chownSync(each, owner.uid, owner.gid);
  chmodSync(folder, 0o755);
  const options = { cwd: folder, stdio: 'ignore' as const, ...owner };
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], options);
  const fsync = process.env['LOUPE_TEST_FSYNC'] === 'on' ? 'on' : 'off';
  const settings = `-k ${folder} -h '' -c fsync=${fsync} -c full_page_writes=${fsync} -c shared_buffers=64MB -c max_connections=200`;
  execFileSync(join(programs, 'pg_ctl'), ['-D', data, '-o', settings, '-w', '-l', join(folder, 'log'), 'start'], options);
  watch(programs, folder, data, owner);
}

/** Ends the cluster once the runner has gone, however it went. */
function watch(programs: string, folder: string, data: string, owner: { uid: number; gid: number } | undefined): void {
  const script = `while kill -0 ${runner} 2>/dev/null || [ -d /proc/${runner} ]; do sleep 1; done; '${join(programs, 'pg_ctl')}' -D '${data}' -m immediate stop >/dev/null 2>&1; rm -rf '${folder}'/* ; rmdir '${folder}'`;
  spawn('/bin/sh', ['-c', script], { cwd: '/', detached: true, stdio: 'ignore', ...owner }).unref();
}

/** initdb refuses root: the first of these users runs the cluster. */
function unprivileged(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    const line = readFileSync('/etc/passwd', 'utf8').split('\n').find(each => each.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody.');
}

async function prepare(folder: string): Promise<void> {
  const client = new Client({ host: folder, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query(`create role ${LOGIN} login createdb createrole`);
  await client.query(`create database ${LOGIN} owner ${LOGIN}`);
  await client.end();
}
