import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { systemCallFilter } from './system-call-filter.ts';

/** A program with its arguments. */
export interface Command {
  readonly file: string;
  readonly words: readonly string[];
  /** Read by bubblewrap from descriptor 3. */
  readonly filter?: Buffer;
}

/** Limits of a guest process that the operating system holds. */
export interface GuestLimits {
  /** Files and folders that it may read, beside programs and libraries of the system. */
  readonly readable: readonly string[];
  /** Bytes of address space; absent where the runtime reserves more than it uses. */
  readonly addressSpace?: number;
  /** Seconds of processor time. */
  readonly cpuSeconds?: number;
  /** Processes and threads. */
  readonly processes: number;
  /** Runs under a user of its own where the server is root. Its files must then be readable for everyone. */
  readonly ownUser: boolean;
}

const FILE_BYTES = 16 * 1024 * 1024;
/** Users without an account; each guest takes the next, so that limits of one do not count for another. */
const USERS = { first: 64_100, count: 200 } as const;
/** Long: a busy machine must not count as one without isolation until the server is started again. */
const PROBE_MS = 30_000;

let nextUser = 0;
let probed: Promise<Command | undefined> | undefined;

/**
 * Returns how a program is started in namespaces of its own: without network, other processes, capabilities or files
 * beside those named.
 */
function isolated(bwrap: string, { file, words }: Command, limits: GuestLimits): Command {
  const root = process.getuid?.() === 0;
  const user = USERS.first + (nextUser++ % USERS.count);
  const system = ['/usr/bin', '/usr/lib', '/usr/lib64', '/usr/lib32'];
  const filter = systemCallFilter();
  const links = ['lib', 'lib64', 'bin'].flatMap(each => ['--symlink', `usr/${each}`, `/${each}`]);
  const bound = [...system, ...limits.readable].flatMap(each => ['--ro-bind-try', each, each]);
  const namespaces = '--unshare-all --unshare-user --disable-userns --die-with-parent --new-session --cap-drop ALL';
  // Before the files of the product, which may lie in /tmp.
  const places = `--proc /proc --dev /dev --size ${FILE_BYTES} --tmpfs /tmp`;
  const sandbox = [
    ...`${namespaces} --uid 65534 --gid 65534 --hostname guest`.split(' '),
    ...places.split(' '),
    ...bound,
    ...links,
    '--remount-ro',
    '/',
    '--chdir',
    '/tmp',
    ...(filter === undefined ? [] : ['--seccomp', '3']),
  ];
  const bounded = [
    '/usr/bin/prlimit',
    '--nofile=256',
    `--nproc=${limits.processes}`,
    `--fsize=${FILE_BYTES}`,
    '--core=0',
    ...(limits.cpuSeconds === undefined ? [] : [`--cpu=${limits.cpuSeconds}`]),
    ...(limits.addressSpace === undefined ? [] : [`--as=${limits.addressSpace}`]),
  ];
  const all = [bwrap, ...sandbox, ...bounded, file, ...words];
  // The kernel exempts root from the limit of processes, also inside of a namespace.
  const dropped =
    root && limits.ownUser
      ? ['/usr/bin/setpriv', '--reuid', String(user), '--regid', String(user), '--clear-groups', '--no-new-privs']
      : [];
  const [first, ...rest] = [...dropped, ...all];
  return { file: first!, words: rest, ...(filter === undefined ? {} : { filter }) };
}

/** Starts a command without environment, with its input and output as pipes. */
export function launch({ file, words, filter }: Command, timeout?: number): ChildProcess {
  const child = spawn(file, [...words], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore', ...(filter === undefined ? [] : (['pipe'] as const))],
    killSignal: 'SIGKILL',
    ...(timeout === undefined ? {} : { timeout }),
  });
  // Without a listener, a failed start of a process that nobody uses yet would end the server.
  child.on('error', () => undefined);
  const pipe = child.stdio[3] as Writable | undefined;
  // A program that ends at once does not read it.
  pipe?.on('error', () => undefined).end(filter);
  return child;
}

/** Returns whether a command ends with success in time. */
function succeeds(command: Command): Promise<boolean> {
  return new Promise(settle => {
    const child = launch(command, PROBE_MS);
    child.stdout!.resume();
    child.once('error', () => settle(false));
    child.once('exit', code => settle(code === 0));
  });
}

async function probe(): Promise<Command | undefined> {
  const folders = (process.env['PATH'] ?? '').split(':').filter(each => each.startsWith('/'));
  const bwrap = folders.map(folder => join(folder, 'bwrap')).find(existsSync);
  if (process.platform !== 'linux' || bwrap === undefined) return undefined;
  if (!existsSync('/usr/bin/prlimit') || !existsSync('/usr/bin/setpriv')) return undefined;
  const limits: GuestLimits = { readable: [], processes: 32, cpuSeconds: 10, ownUser: true };
  const fits = await succeeds(isolated(realpathSync(bwrap), { file: '/usr/bin/true', words: [] }, limits));
  return fits ? { file: realpathSync(bwrap), words: [] } : undefined;
}

/**
 * Returns a command inside the layers of the operating system, or undefined where this machine does not have them
 * (bubblewrap, prlimit, setpriv).
 */
export async function isolate(command: Command, limits: GuestLimits): Promise<Command | undefined> {
  probed ??= probe();
  const bwrap = await probed;
  return bwrap === undefined ? undefined : isolated(bwrap.file, command, limits);
}

/** Returns whether the layers of the operating system hold on this machine. */
export async function isIsolating(): Promise<boolean> {
  probed ??= probe();
  return (await probed) !== undefined;
}

/** Returns Python of the system, undefined where it is not installed. */
export function systemPython(): string | undefined {
  return existsSync('/usr/bin/python3') ? realpathSync('/usr/bin/python3') : undefined;
}
