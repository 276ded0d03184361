import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isLongRun } from './run-plan.ts';

/** An object store that speaks the S3 protocol, and the keys of its one user. */
export interface ObjectStore {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph-authtool', 'monmaptool', 'ceph'];
const START_MS = 120_000;

const run = promisify(execFile);

/** Test processes are children of one runner; its id names the store they share and says how long it lives. */
const runner = process.ppid > 1 ? process.ppid : process.pid;

let running: Promise<ObjectStore> | undefined;

/**
 * True when `radosGateway` will answer: in the long run, where Debian's `radosgw ceph-mon ceph-osd ceph-common` are
 * installed.
 */
export function canRunRadosGateway(): boolean {
  return isLongRun && PROGRAMS.every(each => existsSync(`/usr/bin/${each}`));
}

/** Why S3 tests are skipped, for the name of the skipped suite. */
export const NO_RADOS_GATEWAY =
  'skipped: it needs the long run and an installed Ceph RADOS gateway (radosgw ceph-mon ceph-osd)';

/**
 * A Ceph RADOS gateway that keeps its objects in memory: one monitor, one store, one gateway on free ports of the
 * loopback. All test processes of one run share it, and it ends with the run.
 */
export function radosGateway(): Promise<ObjectStore> {
  running ??= shared();
  return running;
}

async function shared(): Promise<ObjectStore> {
  const folder = join(tmpdir(), `loupe-test-s3-${runner}`);
  const started = join(folder, 'started');
  try {
    mkdirSync(folder);
  } catch {
    for (let waited = 0; !existsSync(started); waited += 100) {
      if (waited > START_MS)
        throw new Error(`The RADOS gateway did not start in ${folder}. Remove the folder and try again.`);
      await pause(100);
    }
    const report = JSON.parse(readFileSync(started, 'utf8')) as ObjectStore & { readonly error?: string };
    if (report.error !== undefined) throw new Error(report.error);
    return report;
  }
  try {
    const store = await start(folder);
    writeFileSync(`${started}.part`, JSON.stringify(store));
    renameSync(`${started}.part`, started);
    return store;
  } catch (error) {
    const text = `The RADOS gateway could not be started for tests: ${String(error)}`;
    writeFileSync(started, JSON.stringify({ error: text }));
    throw new Error(text, { cause: error });
  }
}

async function start(folder: string): Promise<ObjectStore> {
  const [monitor, web] = await Promise.all([freePort(), freePort()]);
  const cluster = randomUUID();
  const store = randomUUID();
  const at = (name: string): string => join(folder, name);
  for (const each of ['rgw', 'mon', 'osd', 'run']) mkdirSync(at(each));
  writeFileSync(at('ceph.conf'), settings(folder, cluster, monitor));
  const ceph = (program: string, ...args: string[]): Promise<unknown> =>
    run(program, ['-c', at('ceph.conf'), ...args], { cwd: folder, timeout: 60_000 });
  const daemons: ChildProcess[] = [];
  const daemon = (program: string, ...args: string[]): void => {
    const log = openSync(at(`${program}.out`), 'a');
    daemons.push(
      spawn(program, ['-c', at('ceph.conf'), '-f', ...args], {
        cwd: folder,
        detached: true,
        stdio: ['ignore', log, log],
      }),
    );
    closeSync(log);
    daemons.at(-1)!.unref();
  };

  const allow = (...services: string[]): string[] => services.flatMap(each => ['--cap', each, 'allow *']);
  const key = (name: string, ...caps: string[]): Promise<unknown> =>
    run('ceph-authtool', [
      ...(existsSync(at('keyring')) ? [] : ['--create-keyring']),
      at('keyring'),
      '--gen-key',
      '-n',
      name,
      ...caps,
    ]);
  await key('mon.', ...allow('mon'));
  await key('client.admin', ...allow('mon', 'osd', 'mgr'));
  await key('client.rgw', ...allow('mon', 'osd'));
  await key('osd.0', ...allow('mon', 'osd'));
  await Promise.all([copyFile(at('keyring'), at('rgw/keyring')), copyFile(at('keyring'), at('osd/keyring'))]);
  await run('monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, at('monmap')]);
  await ceph('ceph-mon', '-i', 'a', '--mkfs', '--monmap', at('monmap'), '--keyring', at('keyring'));
  daemon('ceph-mon', '-i', 'a');
  watch(
    folder,
    daemons.map(each => each.pid!),
  );
  await ceph('ceph', 'osd', 'new', store, '0');
  await ceph('ceph-osd', '-i', '0', '--mkfs', '--keyring', at('osd/keyring'), '--osd-uuid', store);
  daemon('ceph-osd', '-i', '0');
  watch(folder, [daemons.at(-1)!.pid!]);
  daemon(
    'radosgw',
    '-n',
    'client.rgw',
    '--keyring',
    at('rgw/keyring'),
    '--rgw-frontends',
    `beast endpoint=127.0.0.1:${web}`,
  );
  watch(folder, [daemons.at(-1)!.pid!]);
  const keys = {
    accessKeyId: randomBytes(10).toString('hex').toUpperCase(),
    secretAccessKey: randomBytes(20).toString('hex'),
  };
  await ceph(
    'radosgw-admin',
    '-n',
    'client.rgw',
    '--keyring',
    at('rgw/keyring'),
    'user',
    'create',
    '--uid',
    'tests',
    '--display-name',
    'tests',
    '--access-key',
    keys.accessKeyId,
    '--secret-key',
    keys.secretAccessKey,
  );
  const endpoint = `http://127.0.0.1:${web}`;
  for (const until = Date.now() + START_MS; ; await pause(100)) {
    if (
      await fetch(endpoint).then(
        answer => answer.ok,
        () => false,
      )
    )
      return { endpoint, ...keys };
    if (Date.now() > until) throw new Error(`the gateway does not answer; see ${folder}`);
  }
}

/** Ends daemons once the runner has gone, however it went, and takes their folder away. */
function watch(folder: string, pids: readonly number[]): void {
  const script = `while [ -d /proc/${runner} ]; do sleep 1; done; kill -9 ${pids.join(' ')} 2>/dev/null; sleep 1; rm -rf '${folder}'`;
  spawn('/bin/sh', ['-c', script], { cwd: '/', detached: true, stdio: 'ignore' }).unref();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

const settings = (folder: string, cluster: string, monitor: number): string => `[global]
fsid = ${cluster}
mon host = v2:127.0.0.1:${monitor}
keyring = ${folder}/keyring
rgw data = ${folder}/rgw
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/$name.log
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
osd pool default pg autoscale mode = off
ms bind ipv6 = false
public addr = 127.0.0.1
cluster addr = 127.0.0.1
osd objectstore = memstore
memstore device bytes = 2147483648
[mon.a]
mon data = ${folder}/mon
[osd.0]
osd data = ${folder}/osd
`;
