import { createHash } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { eachDatabase } from '../../support/database.ts';
import { storageSession } from './storage-session.support.ts';
import type { Token } from './storage-session.support.ts';
import { refusedStorageRequestTests } from './refused-storage-requests.support.ts';
import { storageProtocolTests } from './storage-protocol.support.ts';

eachDatabase(kind => {
  const session = storageSession(kind);
  const { token, register, client, kept, codeOf } = session;

  describe('GET /project/{id}/sdkImageUploadToken', () => {
    it('gives keys, bucket, region, a prefix that ends with a slash, and how many items the folder takes', async () => {
      const { status, body } = await session.script.call<Token>(
        'main',
        'GET',
        `/project/${session.project}/sdkImageUploadToken`,
        { query: { folder_id: session.root } },
      );
      expect(status).toBe(200);
      expect(body).toEqual({
        accessKeyId: expect.stringMatching(/^\w{16,}$/),
        secretAccessKey: expect.stringMatching(/^[\w-]{40}$/),
        sessionToken: expect.any(String),
        bucket: 'loupe-uploads',
        region: 'us-east-1',
        filePath: expect.stringMatching(/^[^/]+\/$/),
        availableImageCount: expect.any(Number),
      });
      expect(body.availableImageCount).toBeGreaterThan(49_000);
      expect((await token()).filePath).not.toBe(body.filePath);
    });

    it('gives none to who may not upload, and none for a folder that is not there', async () => {
      const annotator = await session.team.join(`ana.${session.kind}@north.test`);
      expect((await annotator.request('GET', `/project/${session.project}/sdkImageUploadToken`)).status).toBe(404);
      await session.team.owner.request('POST', `/api/v1/project/${session.project}/share/bulk`, {
        body: { users: [{ user_id: annotator.email, user_role: 1 }] },
      });
      expect((await annotator.request('GET', `/project/${session.project}/sdkImageUploadToken`)).status).toBe(403);
      expect(
        (
          await session.script.call('main', 'GET', `/project/${session.project}/sdkImageUploadToken`, {
            query: { folder_id: 999_999 },
          })
        ).status,
      ).toBe(404);
      expect((await session.script.call('main', 'GET', '/project/999999/sdkImageUploadToken')).status).toBe(404);
    });
  });

  describe('a file that is put with the S3 library', () => {
    it('becomes an item with its smaller pictures, byte for byte', async () => {
      const keys = await token();
      const s3 = client(keys);
      const key = `${keys.filePath}a1b2.jpg`;
      const small = async (width: number): Promise<Buffer> => sharp(session.picture).resize(width).jpeg().toBuffer();
      const siblings = { thumb: await small(20), lores: session.picture, huge: await small(50) };
      for (const [word, Body] of Object.entries(siblings))
        await s3.send(
          new PutObjectCommand({
            Bucket: keys.bucket,
            Key: `${key}___${word}.jpg`,
            Body,
            ...(word === 'huge' ? { Metadata: { height: '60', weight: '40' } } : {}),
          }),
        );
      const { ETag } = await s3.send(
        new PutObjectCommand({ Bucket: keys.bucket, Key: key, Body: session.picture, ContentType: 'image/jpeg' }),
      );
      expect(ETag).toBe(`"${createHash('md5').update(session.picture).digest('hex')}"`);

      const [item] = await register({ name: 'with siblings.jpg', path: key });
      expect(item).toMatchObject({ name: 'with siblings.jpg' });
      const asset = (
        await session.team.owner.request<Record<string, string>>(
          'GET',
          `/api/v1/project/${session.project}/item/${item!.id}/asset`,
        )
      ).body;
      expect(asset).toMatchObject({ width: 60, height: 40, mime: 'image/jpeg' });
      for (const [address, bytes] of [
        [asset['original'], session.picture],
        [asset['lores'], siblings.lores],
        [asset['thumbnail'], siblings.thumb],
      ] as const)
        expect((await session.app.request('GET', address!)).raw.equals(bytes)).toBe(true);
    });

    it('can be read back with the same keys, and HEAD returns its size', async () => {
      const keys = await token();
      const s3 = client(keys);
      const object = { Bucket: keys.bucket, Key: `${keys.filePath}back.jpg` };
      await s3.send(new PutObjectCommand({ ...object, Body: session.picture }));
      const head = await s3.send(new HeadObjectCommand(object));
      expect([head.ContentLength, head.ContentType]).toEqual([session.picture.length, 'image/jpeg']);
      expect(
        Buffer.from(await (await s3.send(new GetObjectCommand(object))).Body!.transformToByteArray()).equals(
          session.picture,
        ),
      ).toBe(true);
      expect(await codeOf(s3.send(new GetObjectCommand({ ...object, Key: `${keys.filePath}nothing.jpg` })))).toBe(
        'NoSuchKey',
      );
    });

    it.each(['a b+c.jpg', 'ä ü 猫.jpg', "it's (1)!*.jpg", 'a%20b.jpg', 'a&b=c;d,e@f$.jpg'])(
      'can have the key %s',
      async word => {
        const keys = await token();
        await client(keys).send(
          new PutObjectCommand({ Bucket: keys.bucket, Key: keys.filePath + word, Body: session.picture }),
        );
        expect(await kept(keys.filePath + word)).toBe(true);
      },
    );

    it('can be empty, can be called JSON, and can be put again', async () => {
      const keys = await token();
      const s3 = client(keys);
      const object = { Bucket: keys.bucket, Key: `${keys.filePath}again.jpg` };
      await s3.send(new PutObjectCommand({ ...object, Body: Buffer.alloc(0) }));
      await s3.send(new PutObjectCommand({ ...object, Body: '{"broken', ContentType: 'application/json' }));
      expect(await (await s3.send(new GetObjectCommand(object))).Body!.transformToString()).toBe('{"broken');
    });

    it('can be put ten at a time', async () => {
      const keys = await token();
      const s3 = client(keys);
      const names = Array.from({ length: 40 }, (_, index) => `${index}.jpg`);
      await Promise.all(
        names.map(each =>
          s3.send(new PutObjectCommand({ Bucket: keys.bucket, Key: keys.filePath + each, Body: session.picture })),
        ),
      );
      expect(await register(...names.map(each => ({ name: `many ${each}`, path: keys.filePath + each })))).toHaveLength(
        40,
      );
    });
  });

  refusedStorageRequestTests(session);
  storageProtocolTests(session);
});
