import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Fault, isFault } from '#core/base/common/index.ts';
import type { Outcome } from './commands.ts';

interface Answer {
  readonly outcome?: Outcome;
  readonly fault?: { readonly code: string; readonly message: string };
}

/** Paths of sockets may have 107 bytes; a longer one moves to the folder for temporary files. */
function socketPath(dataDir: string): string {
  const path = join(resolve(dataDir), 'control.sock');
  return Buffer.byteLength(path) <= 100 ? path : join(tmpdir(), `loupe-${createHash('sha256').update(path).digest('hex').slice(0, 16)}.sock`);
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
 * Lets the command line work while the server runs: the embedded database has one owner, so the command is carried out here.
 * Only the owner of the data folder can reach the socket.
 */
export function serveControl(dataDir: string, run: (argv: readonly string[]) => Promise<Outcome>): Server {
  const path = socketPath(dataDir);
  rmSync(path, { force: true });
  const server = createServer(socket => converse(socket, async request => {
    try {
      return { outcome: await run(request as string[]) };
    } catch (error) {
      return { fault: isFault(error) ? { code: error.code, message: error.message } : { code: 'INTERNAL', message: String(error) } };
    }
  }));
  const mask = process.umask(0o177);
  server.listen(path, () => process.umask(mask));
  server.unref();
  return server;
}

/** Asks the server that runs on this data folder; undefined when none does. */
export function askControl(dataDir: string, argv: readonly string[]): Promise<Outcome | undefined> {
  const path = socketPath(dataDir);
  if (!existsSync(path)) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let text = '';
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(`${JSON.stringify(argv)}\n`));
    socket.on('data', (chunk: string) => (text += chunk));
    // A socket file that nobody listens on is left over from a killed server.
    socket.on('error', error => ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? resolve(undefined) : reject(error)));
    socket.on('end', () => {
      const { outcome, fault } = JSON.parse(text) as Answer;
      if (fault === undefined) resolve(outcome);
      else reject(new Fault(fault.code, fault.message));
    });
  });
}
