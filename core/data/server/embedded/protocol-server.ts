import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import { ProtocolFrames } from './protocol-frames.ts';

/** A PostgreSQL wire endpoint over the one session of an embedded database. */
export interface ProtocolServer {
  close(): Promise<void>;
}

/**
 * Serves `database` on a unix socket. There is one session, so one client holds it at a time and the next waits until
 * the first has gone; what a client left open is rolled back. `failed` is called when the database itself breaks.
 */
export async function serveProtocol(
  database: PGlite,
  path: string,
  failed: (error: unknown) => void,
): Promise<ProtocolServer> {
  const sockets = new Set<Socket>();
  let session: Promise<void> = Promise.resolve();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.pause();
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    session = session
      .then(() => serveClient(database, socket))
      .catch(error => {
        socket.destroy();
        failed(error);
      });
  });
  await listen(server, path);
  return {
    async close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()));
      for (const each of sockets) each.destroy();
      await closed;
      await session;
    },
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Settles when the client has gone and its session is clean again. */
function serveClient(database: PGlite, socket: Socket): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  const frames = new ProtocolFrames();
  let turns: Promise<unknown> = Promise.resolve();
  return new Promise((resolve, reject) => {
    const run = async (bytes: Uint8Array): Promise<void> => {
      if (socket.destroyed) return;
      await database.execProtocolRawStream(bytes, {
        onRawData: data => void (socket.destroyed || socket.write(data.slice())),
      });
      if (socket.writableNeedDrain && !socket.destroyed) await drained(socket);
    };
    socket.on('data', chunk => {
      for (const turn of frames.take(chunk as Buffer)) {
        if (turn.kind === 'end') socket.end();
        else if (turn.kind === 'refuse-encryption') socket.write('N');
        else
          turns = turns
            .then(() => run(turn.bytes))
            .catch(error => {
              socket.destroy();
              reject(error);
            });
      }
    });
    socket.on('close', () => {
      void turns
        .then(() => (database.isInTransaction() ? database.exec('rollback') : undefined))
        .then(() => resolve(), reject);
    });
    socket.resume();
  });
}

function drained(socket: Socket): Promise<void> {
  return new Promise(resolve => {
    // Both listeners go: the one session lives as long as the server, and would gather one for each large answer.
    const over = (): void => {
      socket.off('drain', over).off('close', over);
      resolve();
    };
    socket.on('drain', over).on('close', over);
  });
}
