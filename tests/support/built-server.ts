import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/**
 * Options of the JavaScript engine. Optimized code of the embedded database takes more processor time to compile than a
 * server of some thousand statements wins by it.
 */
export const SHORT_LIVED = ['--liftoff-only'];
/** A server that cannot start ends by itself; a busy machine only takes its time. */
const READY_MS = 170_000;

/** Data folder and address of a built server. */
export interface ServerPlace {
  readonly dataDir: string;
  readonly port: number;
  /** Folder of another copy of the product, which was built there; this one when absent. */
  readonly product?: string;
  /** PostgreSQL; the embedded database in `dataDir` when absent. */
  readonly databaseUrl?: string;
  /** More of its configuration, by the names of the page Configuration. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** End of a process; `signal` when it was killed. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

/** A running server of the production build. */
export interface BuiltServer {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process until /ready said so. */
  readonly readyMs: number;
  readonly ended: Promise<Ending>;
  /** Returns the output so far. */
  output(): string;
  signal(signal: NodeJS.Signals): void;
  /** Asks it to stop and waits. */
  stop(): Promise<Ending>;
}

/** A port nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

/** Starts the server of `dist/`; throws with what it printed when it does not become ready. */
export async function startBuiltServer(place: ServerPlace): Promise<BuiltServer> {
  const began = performance.now();
  const { child, ended, output } = run('main.js', [], place);
  const url = `http://localhost:${place.port}`;
  let gone = false;
  void ended.then(() => (gone = true));
  while (!(await answers(`${url}/ready`))) {
    if (gone || performance.now() - began > READY_MS) {
      child.kill('SIGKILL');
      throw new Error(`The server did not become ready:\n${output()}`);
    }
    await pause(15);
  }
  return {
    url,
    pid: child.pid!,
    readyMs: performance.now() - began,
    ended,
    output,
    signal: signal => void child.kill(signal),
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
      const ending = await ended;
      clearTimeout(timer);
      return ending;
    },
  };
}

/** Starts the server and waits until it ends by itself, for starts that must fail. */
export function runBuiltServer(place: ServerPlace): Promise<Ending> {
  return run('main.js', [], place).ended;
}

/**
 * Runs one command of the built command line and answers what it printed as JSON. Throws with its output when it fails.
 */
export async function runBuiltCommand<T>(place: ServerPlace, args: readonly string[]): Promise<T> {
  const { code, output } = await run('command.js', [...args, '--json'], place).ended;
  if (code !== 0) throw new Error(`loupe ${args.join(' ')} failed:\n${output}`);
  return JSON.parse(output.trim().split('\n').at(-1)!) as T;
}

function run(
  file: string,
  args: readonly string[],
  place: ServerPlace,
): { readonly child: ChildProcess; readonly ended: Promise<Ending>; output(): string } {
  const root = place.product ?? ROOT;
  const path = join(root, 'dist/server', file);
  if (!existsSync(path)) throw new Error(`${path} is missing. Build first: npm run build`);
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [...SHORT_LIVED, path, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_ENV: 'production',
      DATA_DIR: place.dataDir,
      PORT: String(place.port),
      LOG_LEVEL: 'warn',
      ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
      ...place.settings,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += String(chunk)));
  const ended = new Promise<Ending>(resolve =>
    child.once('close', (code, signal) => resolve({ code, signal, output: text })),
  );
  return { child, ended, output: () => text };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000), headers: { connection: 'close' } })).ok;
  } catch {
    return false;
  }
}
