import type { AddressInfo } from 'node:net';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ObjectTables } from './object-tables.ts';

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly bucket: string;
  readonly region: string;
  readonly filePath: string;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let project: number;
  let origin: string;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 's3-ingest'], jobs: false });
    team = await app.team('North');
    project = (await team.owner.request<{ id: number }>('POST', '/project', { body: { name: 'P', type: 1 } })).body.id;
    await app.app.http.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(app.app.http.server.address() as AddressInfo).port}`;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const keysOf = async (person: TestPerson): Promise<Keys> =>
    (await person.request<Keys & Record<string, unknown>>('GET', `/project/${project}/sdkImageUploadToken`)).body;
  const put = (
    { bucket, filePath, region, accessKeyId, secretAccessKey, sessionToken }: Keys,
    name = 'a.jpg',
  ): Promise<string> =>
    new S3Client({
      endpoint: origin,
      region,
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { accessKeyId, secretAccessKey, sessionToken },
    })
      .send(new PutObjectCommand({ Bucket: bucket, Key: filePath + name, Body: Buffer.from('bytes') }))
      .then(
        () => 'done',
        (error: Error) => error.name,
      );

  it('should refuse the keys of who left the team', async () => {
    const adam = await team.join('adam@x.org', 7);
    const keys = await keysOf(adam);
    expect(await put(keys)).toBe('done');
    await team.owner.request('DELETE', `/team/${team.id}/members/bulk`, { body: { data: [{ email: adam.email }] } });
    expect(await put(keys)).toBe('AccessDenied');
  });

  it('should take 5 GB of one person within an hour at most', async () => {
    const keys = await keysOf(team.owner);
    expect(await put(keys)).toBe('done');
    await app.database.tenant<ObjectTables>(team.id).transaction(trx =>
      trx
        .updateTable('s3_ingest.staged_upload')
        .set({ size: 5 * 1024 ** 3 - 2 })
        .where('creator_email', '=', team.owner.email)
        .execute(),
    );
    expect(await put(keys, 'b.jpg')).toBe('QuotaExceeded');
    await app.database.tenant<ObjectTables>(team.id).transaction(trx =>
      trx
        .updateTable('s3_ingest.staged_upload')
        .set({ expires_at: new Date(Date.now() + 22 * 3_600_000) })
        .execute(),
    );
    expect(await put(keys, 'b.jpg')).toBe('done');
  });
});
