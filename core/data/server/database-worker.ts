import { parentPort, workerData } from 'node:worker_threads';
import { openPglite } from './embedded/open-pglite.ts';
import { serveProtocol } from './embedded/protocol-server.ts';

/** Work that the worker is started for: make an empty database in `folder`, or serve the one there on `socket`. */
export type DatabaseWork =
  | { readonly task: 'create'; readonly folder: string }
  | { readonly task: 'serve'; readonly folder: string; readonly socket: string };

/** Messages of the worker: it is ready, or the database broke. */
export type DatabaseNews = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly message: string };

const port = parentPort!;
const work = workerData as DatabaseWork;
const post = (news: DatabaseNews): void => port.postMessage(news);
const fail = (error: unknown): void =>
  post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });

async function main(): Promise<void> {
  const database = await openPglite(work.folder);
  if (work.task === 'create') {
    await database.close();
    post({ kind: 'ready' });
    return;
  }
  const server = await serveProtocol(database, work.socket, fail);
  port.once('message', () => {
    void server
      .close()
      .then(() => database.close())
      .catch(fail)
      .finally(() => port.close());
  });
  post({ kind: 'ready' });
}

main().catch(fail);
