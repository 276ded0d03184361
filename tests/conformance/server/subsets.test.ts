import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BlobDriver, Database } from '#core/data/server/index.ts';
import { DiskBlobs, IncomingFiles, makeKeys } from '#core/data/server/index.ts';
import type { App } from '../../../core/shell/server/app.ts';
import { createApp } from '../../../core/shell/server/app.ts';
import { discover } from '../../../core/shell/server/discovery.ts';
import { anyDatabase, DATABASE_TIMEOUT_MS, freshDatabase } from '../../support/database.ts';
import { runSeed, slice } from '../../support/run-plan.ts';
import { closedSubsets } from '../closed-subsets.ts';

let database: Database;
let drop: () => Promise<void>;
let folder: string;
let blobs: BlobDriver;

beforeAll(async () => {
  ({ database, drop } = await freshDatabase(anyDatabase()));
  folder = await mkdtemp(join(tmpdir(), 'loupe-subsets-'));
  blobs = await DiskBlobs.open({ folder });
}, DATABASE_TIMEOUT_MS);
afterAll(async () => {
  await drop?.();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** The app with these plugins installed and no others, on the one database. */
async function start(plugins: ReadonlySet<string>): Promise<App> {
  const app = await createApp({
    installation: await discover(plugins),
    database,
    blobs,
    incoming: await IncomingFiles.open({ folder: join(folder, 'incoming') }),
    keys: makeKeys(),
    publicUrl: 'http://localhost',
    version: 'test',
    log: pino({ level: 'silent' }),
  });
  await app.start();
  return app;
}

it('should start with no plugin, and with every set of plugins that has what it requires, on one database', async () => {
  const { manifests } = await discover();
  const all = closedSubsets(manifests);
  const subsets = slice('sets of plugins', all, 2);
  const failed: string[] = [];
  for (const subset of subsets) {
    const title = subset.size === 0 ? 'no plugin' : [...subset].join(' + ');
    try {
      const app = await start(subset);
      try {
        expect((await app.http.inject('/ready')).json()).toEqual({ status: 'ready' });
        const owners = new Set(app.operations.map(each => each.owner));
        owners.delete('core');
        expect([...owners].filter(each => !subset.has(each))).toEqual([]);
        const { paths } = (await app.http.inject('/openapi.json')).json<{ paths: object }>();
        expect(Object.keys(paths).length).toBeGreaterThan(10);
      } finally {
        await app.stop();
      }
    } catch (error) {
      failed.push(`${title}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  console.log(`${subsets.length} of ${all.length} sets of ${manifests.length} plugins started, seed ${runSeed}`);
  expect(failed).toEqual([]);
});
