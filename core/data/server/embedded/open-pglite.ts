import { PGlite } from '@electric-sql/pglite';

/** Less than PGlite's 128 MB: one session needs no more, and the pages stay resident. */
const SHARED_BUFFERS = '16MB';

/** Opens the embedded database in this thread. `place` is a folder or `memory://`. */
export async function openPglite(place: string): Promise<PGlite> {
  const database = new PGlite({
    dataDir: place,
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`, '-c', 'timezone=UTC'],
  });
  await database.waitReady;
  return database;
}
