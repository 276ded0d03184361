import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CreateBucketCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyEmbedded } from '#tests/support/database.ts';
import { canRunRadosGateway, NO_RADOS_GATEWAY, radosGateway } from '#tests/support/rados-gateway.ts';
import { readConfiguration } from './configuration.ts';
import { openResources, openLog } from './open-resources.ts';

const START_MS = 600_000;

describe('resources below the app', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-stores-'));
    await copyEmbedded(join(folder, 'database'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it(
    'should let the data folder go again when the bucket cannot be used, and keep files in it without one',
    async () => {
      const wrong = readConfiguration({
        DATA_DIR: folder,
        S3_BUCKET: 'files',
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_ACCESS_KEY_ID: 'a',
        S3_SECRET_ACCESS_KEY: 'hunter2',
      });
      const failure = await openResources(wrong, openLog('silent')).then(
        () => undefined,
        (error: Error) => error,
      );
      expect(failure?.message).toBe(
        'S3_BUCKET=files at S3_ENDPOINT=http://127.0.0.1:1 cannot be used for files: the server cannot be reached (ECONNREFUSED). Correct S3_ENDPOINT.',
      );
      const stores = await openResources(readConfiguration({ DATA_DIR: folder }), openLog('silent'));
      const { hash } = await stores.blobs.put(Readable.from(['hello']));
      expect(await readdir(join(folder, 'blobs', hash.slice(0, 2)))).toEqual([hash]);
      await stores.database.close();
    },
    START_MS,
  );

  it.skipIf(!canRunRadosGateway())(
    canRunRadosGateway() ? 'should keep files in the bucket that is named' : NO_RADOS_GATEWAY,
    async () => {
      const { endpoint, ...credentials } = await radosGateway();
      const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
      const bucket = `stores-${randomUUID()}`;
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      const stores = await openResources(
        readConfiguration({
          DATA_DIR: folder,
          S3_BUCKET: bucket,
          S3_ENDPOINT: endpoint,
          S3_PREFIX: 'loupe/',
          S3_ACCESS_KEY_ID: credentials.accessKeyId,
          S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        }),
        openLog('silent'),
      );
      const { hash } = await stores.blobs.put(Readable.from(['hello']));
      expect((await client.send(new HeadObjectCommand({ Bucket: bucket, Key: `loupe/${hash}` }))).ContentLength).toBe(
        5,
      );
      expect(await readdir(folder)).not.toContain('blobs');
      await stores.database.close();
    },
    START_MS,
  );
});
