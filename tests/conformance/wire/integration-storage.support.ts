import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS } from '../../support/database.ts';
import { canRunRadosGateway, NO_RADOS_GATEWAY, radosGateway } from '../../support/rados-gateway.ts';
import type { ObjectStore } from '../../support/rados-gateway.ts';
import type { Answer } from '../../support/test-app.ts';
import type { Integration } from './integration-calls.support.ts';
import type { IntegrationCalls } from './integration-calls.support.ts';

/** Adds the tests of custom storage and of an S3 server. */
export function integrationStorageTests(calls: IntegrationCalls): void {
  const { disk, asset, items, attach, finished, project, name, create } = calls;

  describe('custom storage', () => {
    const storage = <T = Record<string, unknown>>(
      path: string,
      query: Record<string, string | number> = {},
    ): Promise<Answer<T>> => calls.script.call<T>('storage', 'GET', `/services/storage${path}`, { query });

    it('lists files below a path', async () => {
      const made = await disk();
      const { status, body } = await storage<{ files: unknown[] }>('/files', {
        path: 'photos',
        integration_id: made.id,
      });
      expect(status).toBe(200);
      expect(body.files).toEqual([
        { name: 'photos/a.png', size: 3, updatedAt: expect.stringMatching(/Z$/), dir: false },
        { name: 'photos/b.jpg', size: 4, updatedAt: expect.any(String), dir: false },
        { name: 'photos/night', size: 0, updatedAt: expect.any(String), dir: true },
        { name: 'photos/notes.txt', size: 5, updatedAt: expect.any(String), dir: false },
      ]);
      expect(
        (await storage<{ files: { name: string }[] }>('/files', { integration_id: made.id })).body.files.map(
          each => each.name,
        ),
      ).toEqual(['page.html', 'photos']);
    });

    it('gives the bytes of one file, and HTML only as a download', async () => {
      const made = await disk();
      expect((await storage('/file', { file_name: 'photos/notes.txt', integration_id: made.id })).raw.toString()).toBe(
        'notes',
      );
      expect((await storage('/file', { file_name: 'page.html', integration_id: made.id })).headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': expect.stringMatching(/^attachment/) as string,
      });
      expect((await storage('/file', { file_name: 'nothing', integration_id: made.id })).status).toBe(404);
      expect((await storage('/file', { file_name: '../../etc/passwd', integration_id: made.id })).status).toBe(400);
    });
  });

  describe.skipIf(!canRunRadosGateway())(
    canRunRadosGateway() ? 'a bucket of a RADOS gateway' : NO_RADOS_GATEWAY,
    () => {
      let store: ObjectStore;
      let made: Integration;

      beforeAll(async () => {
        store = await radosGateway();
        const { endpoint, ...credentials } = store;
        const s3 = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
        const bucket = `pictures-${calls.kind}-${Date.now()}`;
        await s3.send(new CreateBucketCommand({ Bucket: bucket }));
        for (const [Key, Body] of [
          ['team/a/1.jpg', 'one'],
          ['team/a/2.png', 'two'],
          ['team/a/sub/', ''],
          ['team/a/sub/3.jpg', 'three'],
          ['team/b.txt', 'text'],
          ['outside.jpg', 'outside'],
        ] as const)
          await s3.send(
            new PutObjectCommand({ Bucket: bucket, Key, Body: Buffer.from(Body), ContentType: 'text/html' }),
          );
        made = (
          await create({
            name: name(),
            type: 's3compatible',
            root: bucket,
            config: { endpoint: store.endpoint, access_key_id: store.accessKeyId, prefix: 'team/' },
            secrets: { secret_access_key: store.secretAccessKey },
          })
        ).body;
      }, DATABASE_TIMEOUT_MS);

      it('passes the check, and fails it with a wrong secret by name', async () => {
        expect((await calls.script.call('main', 'POST', `/integrations/${made.id}/check`)).body).toMatchObject({
          ok: true,
          steps: [
            { name: 'list', ok: true },
            { name: 'read', ok: true },
          ],
        });
        await calls.script.call('main', 'PUT', `/integrations/${made.id}`, {
          body: { secrets: { secret_access_key: 'wrong' } },
        });
        expect((await calls.script.call('main', 'POST', `/integrations/${made.id}/check`)).body).toMatchObject({
          ok: false,
          steps: [{ name: 'list', ok: false, message: 'The storage cannot be used: the secret key is wrong.' }],
        });
        await calls.script.call('main', 'PUT', `/integrations/${made.id}`, {
          body: { secrets: { secret_access_key: store.secretAccessKey } },
        });
      });

      it('lists below its prefix', async () => {
        const { body } = await calls.script.call<{ files: { name: string; dir: boolean }[] }>(
          'storage',
          'GET',
          '/services/storage/files',
          { query: { integration_id: made.id } },
        );
        expect(body.files.map(each => [each.name, each.dir])).toEqual([
          ['a', true],
          ['b.txt', false],
        ]);
      });

      it('is attached, and browsers read its files from the store itself by a presigned address', async () => {
        const place = await project();
        expect(await finished((await attach(place, made.id, { customer_folder_name: 'a' })).body.job_id)).toMatchObject(
          { state: 'COMPLETED', result: { attached: 3 } },
        );
        const found = await items(place);
        expect(found.map(each => [each.name, each.metadata.path])).toEqual([
          ['1.jpg', 'a/1.jpg'],
          ['2.png', 'a/2.png'],
          ['sub_3.jpg', 'a/sub/3.jpg'],
        ]);
        const address = await asset(place, found[2]!);
        expect(address.startsWith(store.endpoint)).toBe(true);
        const answer = await fetch(address);
        expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
          200,
          'three',
          'image/jpeg',
        ]);
        expect((await fetch(address.replace('3.jpg', '1.jpg'))).status).toBe(403);
      });
    },
  );
}
