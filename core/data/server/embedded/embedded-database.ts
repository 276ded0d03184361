import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import type { PoolConfig } from 'pg';
import { Fault } from '#core/base/common/index.ts';
import type { DatabaseLog } from '../database-log.ts';
import type { DatabaseNews, DatabaseWork } from '../database-worker.ts';
import { openPglite } from './open-pglite.ts';
import { prepareSocketFolder, SOCKET_NAME } from './socket-folder.ts';

/** A running embedded database and how a `pg.Pool` reaches it. */
export interface EmbeddedDatabase {
  readonly pool: PoolConfig;
  /** Call after the pool has ended. */
  close(): Promise<void>;
}

const DATABASE_FOLDER = 'database';
const STOP_MS = 10_000;
/** One session: a second client would wait for the first for ever. */
const ONE_SESSION: PoolConfig = { max: 1, idleTimeoutMillis: 0, user: 'postgres', database: 'postgres' };

/** A database in this thread that ends with the process, for tests and demonstrations. */
export async function openMemoryDatabase(): Promise<EmbeddedDatabase> {
  return inThread('memory://');
}

/**
 * Opens the database in `dataFolder`, making it at the first start. It runs in a worker thread, so that a heavy query
 * does not hold up requests; run from source, without a build, there is no worker file and it runs in this thread.
 * The caller must hold the data folder's lock.
 */
export async function openFolderDatabase(dataFolder: string, log: DatabaseLog): Promise<EmbeddedDatabase> {
  const folder = join(dataFolder, DATABASE_FOLDER);
  const worker = workerFile();
  if (!existsSync(folder)) await create(folder, worker);
  if (worker === undefined) return inThread(folder);

  const socketFolder = prepareSocketFolder(dataFolder);
  const thread = new Worker(worker, {
    workerData: { task: 'serve', folder, socket: join(socketFolder, SOCKET_NAME) } satisfies DatabaseWork,
  });
  await ready(thread);
  let closing = false;
  thread.on('message', (news: DatabaseNews) => {
    if (news.kind === 'failed') log.error({ reason: news.message }, 'the embedded database failed');
  });
  const gone = new Promise<void>(resolve =>
    thread.once('exit', code => {
      if (!closing) log.error({ code }, 'the embedded database stopped; restart the server');
      resolve();
    }),
  );
  thread.on('error', error => log.error({ err: error }, 'the embedded database failed'));
  return {
    pool: { ...ONE_SESSION, host: socketFolder, port: 5432 },
    async close() {
      closing = true;
      thread.postMessage('stop');
      const late = setTimeout(() => void thread.terminate(), STOP_MS);
      await gone;
      clearTimeout(late);
      await rm(socketFolder, { recursive: true, force: true });
    },
  };
}

async function inThread(place: string): Promise<EmbeddedDatabase> {
  const database = await openPglite(place);
  return { pool: { ...ONE_SESSION, ...createPgConfig(database) } as PoolConfig, close: () => database.close() };
}

/**
 * Making a database takes 500 MB for a moment; a thread of its own gives them back. A kill half-way leaves no half
 * folder.
 */
async function create(folder: string, worker: string | undefined): Promise<void> {
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  if (worker === undefined) {
    const database = await openPglite(draft);
    await database.close();
  } else {
    const thread = new Worker(worker, { workerData: { task: 'create', folder: draft } satisfies DatabaseWork });
    await ready(thread);
    await thread.terminate();
  }
  await rename(draft, folder);
}

function ready(thread: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (reason: string): void =>
      reject(new Fault('DATABASE_NOT_OPENED', `The embedded database could not be opened: ${reason}`));
    thread.once('error', error => refuse(error.message));
    thread.once('exit', code => refuse(`its thread ended with code ${code}`));
    thread.once('message', (news: DatabaseNews) => {
      if (news.kind === 'failed') return refuse(news.message);
      thread.removeAllListeners();
      resolve();
    });
  });
}

/** The built worker lies beside the server's entry; this module may be in a chunk one folder below. */
function workerFile(): string | undefined {
  const here = dirname(fileURLToPath(import.meta.url));
  return [here, dirname(here)].map(folder => join(folder, 'database-worker.js')).find(existsSync);
}
