import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { REDACTED } from '#core/api/server/index.ts';
import type { BlobDriver, Database, Keys } from '#core/data/server/index.ts';
import { DiskBlobs, loadKeys, openDatabase } from '#core/data/server/index.ts';
import type { Configuration } from './configuration.ts';

/** Root of the installation: the nearest folder above with a package.json, wherever the bundler put this file. */
export const ROOT = rootAbove(dirname(fileURLToPath(import.meta.url)));

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder));
}

export function openLog(level: string): Logger {
  return pino({ level, redact: { paths: [...REDACTED], censor: '[removed]' } });
}

/** What stands below the app: database, files, keys. */
export interface Ground {
  readonly database: Database;
  readonly blobs: BlobDriver;
  readonly keys: Keys;
  readonly log: Logger;
}

/** Database and files without the keys: what a restore fills. */
export async function openStores(configuration: Configuration, log: Logger): Promise<Omit<Ground, 'keys'>> {
  const database = await openDatabase({
    dataDir: join(configuration.dataDir, 'database'),
    log,
    poolSize: configuration.databasePoolSize,
    ...(configuration.databaseUrl === undefined ? {} : { url: configuration.databaseUrl }),
  });
  return { database, blobs: await DiskBlobs.open({ folder: join(configuration.dataDir, 'blobs') }), log };
}

export async function openGround(configuration: Configuration, log: Logger): Promise<Ground> {
  const keys = await loadKeys(configuration.dataDir);
  return { ...(await openStores(configuration, log)), keys };
}
