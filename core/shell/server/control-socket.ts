import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Fault, isFault } from '#core/base/common/index.ts';
import type { Outcome } from './command-line.ts';

interface Answer {
  readonly outcome?: Outcome;
  readonly fault?: { readonly code: string; readonly message: string };
}

/** Longest path of a socket in bytes. */
const LONGEST = 100;
/** Names the folder of the socket, where the path of the data folder is too long for one. */
const POINTER = 'control.path';

const nearSocket = (dataDir: string): string => join(resolve(dataDir), 'control.sock');

/**
 * Returns the path for a new socket. One that is too long moves to a new folder with a name nobody can guess, which the
 * data folder names.
 */
function makeSocketPath(dataDir: string): string {
  const near = nearSocket(dataDir);
  if (Buffer.byteLength(near) <= LONGEST) return near;
  const far = join(mkdtempSync(join(tmpdir(), 'loupe-')), 'control.sock');
  writeFileSync(join(dataDir, POINTER), far, { mode: 0o600 });
  return far;
}

/** Returns the path of the socket of a data folder; undefined when no server made one. */
function socketPath(dataDir: string): string | undefined {
  const near = nearSocket(dataDir);
  if (Buffer.byteLength(near) <= LONGEST) return existsSync(near) ? near : undefined;
  const pointer = join(dataDir, POINTER);
  const far = existsSync(pointer) ? readFileSync(pointer, 'utf8') : undefined;
  return far !== undefined && existsSync(far) ? far : undefined;
}

/** Returns true when a server listens on a socket. */
function answers(path: string): Promise<boolean> {
  return new Promise(done => {
    const socket = connect(path);
    const end = (listens: boolean) => (): void => {
      socket.destroy();
      done(listens);
    };
    socket.once('connect', end(true));
    socket.once('error', end(false));
  });
}

/** Reads one line of JSON and ends the stream with one. */
function converse(socket: Socket, answer: (request: unknown) => Promise<Answer>): void {
  let text = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    text += chunk;
    const end = text.indexOf('\n');
    if (end < 0) return;
    socket.pause();
    void answer(JSON.parse(text.slice(0, end))).then(reply => socket.end(`${JSON.stringify(reply)}\n`));
  });
}

/**
 * Lets the command line work while the server runs: the embedded database has one owner, so the command is carried out
 * here. Only the owner of the data folder can reach the socket. Where another server of the same data folder has it
 * already, that one answers and undefined is returned.
 */
export async function serveControl(
  dataDir: string,
  run: (argv: readonly string[]) => Promise<Outcome>,
): Promise<Server | undefined> {
  const left = socketPath(dataDir);
  if (left !== undefined && (await answers(left))) return undefined;
  if (left !== undefined) rmSync(left, { force: true });
  const path = makeSocketPath(dataDir);
  const server = createServer(socket =>
    converse(socket, async request => {
      try {
        return { outcome: await run(request as string[]) };
      } catch (error) {
        return {
          fault: isFault(error)
            ? { code: error.code, message: error.message }
            : { code: 'INTERNAL', message: String(error) },
        };
      }
    }),
  );
  const mask = process.umask(0o177);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  }).finally(() => process.umask(mask));
  if (path !== nearSocket(dataDir)) server.once('close', () => rmSync(dirname(path), { recursive: true, force: true }));
  server.unref();
  return server;
}

/** Asks the server that runs on this data folder; undefined when none does. */
export function askControl(dataDir: string, argv: readonly string[]): Promise<Outcome | undefined> {
  const path = socketPath(dataDir);
  if (path === undefined) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let text = '';
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(`${JSON.stringify(argv)}\n`));
    socket.on('data', (chunk: string) => (text += chunk));
    // A socket file that nobody listens on is left over from a killed server.
    socket.on('error', error =>
      (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? resolve(undefined) : reject(error),
    );
    socket.on('end', () => {
      const { outcome, fault } = JSON.parse(text) as Answer;
      if (fault === undefined) resolve(outcome);
      else reject(new Fault(fault.code, fault.message));
    });
  });
}
