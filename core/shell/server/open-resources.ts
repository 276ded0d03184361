import { join } from 'node:path';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { REDACTED } from '#core/api/server/index.ts';
import type { BlobDriver, Database, Keys } from '#core/data/server/index.ts';
import { DiskBlobs, IncomingFiles, loadKeys, openDatabase, openS3Blobs } from '#core/data/server/index.ts';
import type { Configuration } from './configuration.ts';

export function openLog(level: string): Logger {
  return pino({ level, redact: { paths: [...REDACTED], censor: '[removed]' } });
}

/** Stores below the app: database, files, keys. */
export interface OpenedStores {
  readonly database: Database;
  readonly blobs: BlobDriver;
  readonly incoming: IncomingFiles;
  readonly keys: Keys;
  readonly log: Logger;
}

/**
 * Files in the configured bucket, else in a folder.
 * @throws Fault STORAGE_UNAVAILABLE that says which setting of the bucket to correct.
 */
function openBlobs({ s3, dataDir }: Configuration): Promise<BlobDriver> {
  if (s3 === undefined) return DiskBlobs.open({ folder: join(dataDir, 'blobs') });
  const { endpoint, credentials, ...rest } = s3;
  return openS3Blobs({
    ...rest,
    draftFolder: join(dataDir, 'drafts'),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  });
}

/** Database and files without the keys: what a restore fills. */
export async function openStores(configuration: Configuration, log: Logger): Promise<Omit<OpenedStores, 'keys'>> {
  const database = await openDatabase({
    dataDir: join(configuration.dataDir, 'database'),
    log,
    poolSize: configuration.databasePoolSize,
    ...(configuration.databaseUrl === undefined ? {} : { url: configuration.databaseUrl }),
  });
  try {
    return {
      database,
      blobs: await openBlobs(configuration),
      incoming: await IncomingFiles.open({ folder: join(configuration.dataDir, 'incoming') }),
      log,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Takes the data folder and answers while the database still opens: what is loaded meanwhile costs no time. Whoever
 * calls must wait for `opening`.
 */
export async function beginStores(
  configuration: Configuration,
  log: Logger,
): Promise<{ readonly opening: Promise<OpenedStores> }> {
  const keys = await loadKeys(configuration.dataDir);
  return { opening: openStores(configuration, log).then(stores => ({ ...stores, keys })) };
}

export async function openResources(configuration: Configuration, log: Logger): Promise<OpenedStores> {
  return (await beginStores(configuration, log)).opening;
}
