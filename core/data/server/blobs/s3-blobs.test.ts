import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CreateBucketCommand, ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyDatabase, DATABASE_TIMEOUT_MS, freshDatabase } from '#tests/support/database.ts';
import type { ObjectStore } from '#tests/support/rados-gateway.ts';
import { canRunRadosGateway, NO_RADOS_GATEWAY, radosGateway } from '#tests/support/rados-gateway.ts';
import { backup } from '../backup/backup.ts';
import { restore } from '../backup/restore.ts';
import { makeKeys } from '../keys.ts';
import { blobDriverContract } from './blob-driver.contract.ts';
import { DiskBlobs } from './disk-blobs.ts';
import type { S3BlobsOptions } from './s3-blobs.ts';
import { S3Blobs } from './s3-blobs.ts';

const clientOf = ({ endpoint, ...credentials }: ObjectStore): S3Client =>
  new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });

async function fresh(more: Partial<S3BlobsOptions> = {}): Promise<S3BlobsOptions> {
  const store = await radosGateway();
  const bucket = `blobs-${randomUUID()}`;
  await clientOf(store).send(new CreateBucketCommand({ Bucket: bucket }));
  const { endpoint, ...credentials } = store;
  return {
    bucket,
    endpoint,
    credentials,
    region: 'us-east-1',
    forcePathStyle: true,
    draftFolder: await mkdtemp(join(tmpdir(), 'loupe-drafts-')),
    reserveBytes: 0,
    ...more,
  };
}

describe.skipIf(!canRunRadosGateway())(canRunRadosGateway() ? 'on a RADOS gateway' : NO_RADOS_GATEWAY, () => {
  blobDriverContract('S3', async () => {
    const options = await fresh({ prefix: 'some/where/' });
    const driver = await S3Blobs.open(options);
    return {
      driver,
      async close() {
        driver.close();
        await rm(options.draftFolder, { recursive: true });
      },
    };
  });

  describe('blobs in a bucket', () => {
    let options: S3BlobsOptions;
    let driver: S3Blobs;
    beforeAll(async () => {
      options = await fresh({ prefix: 'files/' });
      driver = await S3Blobs.open(options);
    }, DATABASE_TIMEOUT_MS);
    afterAll(async () => {
      driver?.close();
      await rm(options.draftFolder, { recursive: true });
    });

    it('should lie under the prefix and their hash, with no draft left on disk', async () => {
      const { hash } = await driver.put(Readable.from([randomBytes(10)]));
      const { Contents } = await clientOf(await radosGateway()).send(
        new ListObjectsV2Command({ Bucket: options.bucket }),
      );
      expect(Contents?.map(each => each.Key).sort()).toEqual([`files/${hash}`, 'files/written-at-start'].sort());
      expect(await readdir(options.draftFolder)).toEqual([]);
    });

    it('should list more than one page of them in order', async () => {
      const made = new Set<string>();
      for (let round = 0; round < 41; round++)
        await Promise.all(
          Array.from({ length: 25 }, async (_, index) =>
            made.add((await driver.put(Readable.from([Buffer.from(`${round}/${index}`)]))).hash),
          ),
        );
      const listed: string[] = [];
      for await (const each of driver.list()) listed.push(each.hash);
      expect(listed).toEqual([...listed].sort());
      expect(made.size).toBe(1025);
      expect([...made].filter(each => !listed.includes(each))).toEqual([]);
    });

    it('should not hold a large blob in memory, and leave no part of it behind', async () => {
      const piece = Buffer.alloc(1_000_000, 1);
      async function* big(): AsyncGenerator<Uint8Array> {
        for (let each = 0; each < 300; each++) yield piece;
      }
      const before = process.memoryUsage.rss();
      const { hash, size } = await driver.put(big());
      let read = 0;
      for await (const chunk of (await driver.get(hash))!) read += (chunk as Buffer).length;
      expect([size, read]).toEqual([300_000_000, 300_000_000]);
      expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
      expect(
        (await clientOf(await radosGateway()).send(new ListMultipartUploadsCommand({ Bucket: options.bucket })))
          .Uploads ?? [],
      ).toEqual([]);
    });

    it(
      'should go into a backup and come back, also onto a disk',
      async () => {
        const folder = await mkdtemp(join(tmpdir(), 'loupe-backup-'));
        const source = await fresh();
        const [one, target] = [
          await freshDatabase(anyDatabase()),
          await freshDatabase(anyDatabase(), { areas: false }),
        ];
        try {
          const here = await S3Blobs.open(source);
          const bytes = randomBytes(100_000);
          const { hash } = await here.put(Readable.from([bytes]));
          const written = await backup(
            { database: one.database, blobs: here, keys: makeKeys(), version: 'test' },
            join(folder, 'all.zip'),
          );
          expect(written.blobs).toEqual({ count: 1, bytes: 100_000 });
          const there = await DiskBlobs.open({ folder: join(folder, 'blobs'), reserveBytes: 0 });
          await restore(join(folder, 'all.zip'), { database: target.database, blobs: there, folder, areas: [] });
          expect(bytes.equals(Buffer.concat(await (await there.get(hash))!.toArray()))).toBe(true);
          here.close();
        } finally {
          await Promise.all([one.drop(), target.drop()]);
          await Promise.all([folder, source.draftFolder].map(each => rm(each, { recursive: true })));
        }
      },
      DATABASE_TIMEOUT_MS,
    );
  });

  describe('a wrong setting', () => {
    const start = async (more: Partial<S3BlobsOptions>): Promise<unknown> =>
      S3Blobs.open({ ...(await fresh()), ...more }).then(
        () => 'started',
        (error: Error) => error.message,
      );

    it('should be named at the start: the bucket', async () => {
      expect(await start({ bucket: 'nobody-made-this' })).toMatch(
        /^S3_BUCKET=nobody-made-this at S3_ENDPOINT=http.* cannot be used for files: the bucket does not exist\./,
      );
    });

    it('should be named at the start: the access key', async () => {
      expect(await start({ credentials: { accessKeyId: 'NOBODY', secretAccessKey: 'x' } })).toContain(
        'Correct S3_ACCESS_KEY_ID',
      );
    });

    it('should be named at the start: the secret', async () => {
      const { accessKeyId } = await radosGateway();
      expect(await start({ credentials: { accessKeyId, secretAccessKey: 'wrong' } })).toContain(
        'Correct S3_SECRET_ACCESS_KEY',
      );
    });

    it('should be named at the start: the endpoint', async () => {
      expect(await start({ endpoint: 'http://127.0.0.1:1' })).toContain(
        'the server cannot be reached (ECONNREFUSED). Correct S3_ENDPOINT',
      );
    });
  });

  it('should answer 503 while the store is away, with nothing of what it said', async () => {
    const options = await fresh();
    const driver = await S3Blobs.open(options);
    const { bucket } = options;
    // The bucket is gone: every call is answered, and none can be served.
    const { DeleteBucketCommand, DeleteObjectCommand } = await import('@aws-sdk/client-s3');
    const client = clientOf(await radosGateway());
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'written-at-start' }));
    await client.send(new DeleteBucketCommand({ Bucket: bucket }));
    await expect(driver.put(Readable.from(['x']))).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', status: 503 });
    await expect(driver.get('a'.repeat(64))).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', status: 503 });
    driver.close();
  });
});
