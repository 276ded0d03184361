import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFinished } from '#core/data/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import { canRunRadosGateway, NO_RADOS_GATEWAY, radosGateway } from '../../support/rados-gateway.ts';
import type { ObjectStore } from '../../support/rados-gateway.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { Answer, TestApp, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface Integration {
  readonly id: number;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

interface ListedItem {
  readonly id: number;
  readonly name: string;
  readonly url: string | null;
  readonly source: number;
  readonly metadata: { readonly path: string };
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let folder: string;
  let count = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loupe-storage-'));
    await mkdir(join(folder, 'photos/night'), { recursive: true });
    for (const [name, text] of [
      ['photos/b.jpg', 'bbbb'],
      ['photos/a.png', 'aaa'],
      ['photos/night/c.jpg', 'c'],
      ['photos/notes.txt', 'notes'],
      ['page.html', '<script>'],
    ] as const)
      await writeFile(join(folder, name), text);
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'integrations'],
      settings: { integrationFolders: [folder], egressAllow: ['127.0.0.1'] },
    });
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    await rm(folder, { recursive: true });
  }, DATABASE_TIMEOUT_MS);

  const name = (): string => `Storage ${(count += 1)}`;
  const create = <T = Integration>(body: object, as = script): Promise<Answer<T>> =>
    as.call<T>('main', 'POST', '/integrations', { body });
  const disk = async (): Promise<Integration> => (await create({ name: name(), type: 4, config: { folder } })).body;
  const list = async (): Promise<readonly Record<string, unknown>[]> =>
    (await script.call<{ integrations: Record<string, unknown>[] }>('main', 'GET', '/integrations')).body.integrations;
  const project = async (type = 1): Promise<{ id: number; root: number }> => {
    const id = await scriptProject(script, `Project ${(count += 1)}`, type);
    return {
      id,
      root: (
        await script.call<{ id: number }>('main', 'GET', '/folder/getFolderByName', {
          query: { project_id: id, name: 'root' },
        })
      ).body.id,
    };
  };
  const items = async (place: { id: number; root: number }): Promise<readonly ListedItem[]> =>
    (
      await script.call<{ data: ListedItem[] }>('items', 'POST', '/api/v1/items/search', {
        body: { query: { limit: 2000, offset: 0, search: {}, join: [{ field: 'metadata', select: ['path'] }] } },
        context: { project_id: place.id, folder_id: place.root },
      })
    ).body.data;
  const attach = (
    place: { id: number; root: number },
    integration_id: number,
    more: object = {},
  ): Promise<Answer<{ job_id: string }>> =>
    script.call('main', 'POST', '/image/integration/create', {
      body: { team_id: team.id, project_id: place.id, folder_id: place.root, integration_id, ...more },
    });
  const finished = async (jobId: string): Promise<{ state: string; result: unknown; error: unknown }> => {
    for (let waited = 0; waited < 400; waited++) {
      const job = await app.app.services.jobs.get(team.id, jobId);
      if (job !== undefined && isFinished(job.state)) return job as never;
      await pause(50);
    }
    throw new Error('the job did not end');
  };
  const asset = async (place: { id: number }, item: ListedItem): Promise<string> =>
    (await team.owner.request<{ original: string }>('GET', `/api/v1/project/${place.id}/item/${item.id}/asset`)).body
      .original;

  describe('GET /integrations', () => {
    it('lists them with source, bucket name, creator and times that are never null', async () => {
      const made = await disk();
      const found = (await list()).find(each => each['id'] === made.id);
      expect(found).toMatchObject({
        id: made.id,
        name: made.name,
        source: 4,
        bucket_name: folder,
        creator_id: team.owner.email,
        createdAt: expect.stringMatching(/Z$/) as string,
        updatedAt: expect.stringMatching(/Z$/) as string,
      });
    });

    it('is for who may use integrations, in the team or in one of its projects', async () => {
      const place = await project();
      const boss = await team.join(`boss.${kind}@north.test`);
      expect((await boss.request('GET', '/integrations')).status).toBe(403);
      await team.owner.request('POST', `/api/v1/project/${place.id}/share/bulk`, {
        body: { users: [{ user_id: boss.email, user_role: 3 }] },
      });
      expect((await boss.request('GET', '/integrations')).status).toBe(403);
      const members = (
        await team.owner.request<{ data: { id: number; email: string }[] }>(
          'GET',
          `/api/v1/project/${place.id}/contributors`,
        )
      ).body.data;
      const { id } = members.find(each => each.email === boss.email)!;
      const granted = await team.owner.request('PUT', `/api/v1/project/${place.id}/contributors/${id}`, {
        body: { permissions: [31] },
      });
      expect(granted.status).toBe(200);
      expect((await boss.request('GET', '/integrations')).status).toBe(200);
    });
  });

  describe('an integration', () => {
    const s3 = {
      type: 7,
      root: 'bucket',
      config: { endpoint: 'https://store.test', access_key_id: 'AKID', region: 'eu-west-1' },
      secrets: { secret_access_key: 'hunter2-hunter2' },
    };

    it('never reveals its secret, neither by the API nor in the database', async () => {
      const { status, body } = await create<Record<string, unknown>>({ name: name(), ...s3 });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        type: 7,
        bucket_name: 'bucket',
        has_secret: true,
        config: { endpoint: 'https://store.test', access_key_id: 'AKID', region: 'eu-west-1', prefix: '' },
      });
      const texts = [
        body,
        await list(),
        (await script.call('main', 'GET', `/integrations/${String(body['id'])}`)).body,
      ];
      const rows = await app.database
        .system<{ 'integrations.integration': { id: number; secrets: string } }>('look for a secret')
        .transaction(trx => trx.selectFrom('integrations.integration').selectAll().execute());
      expect(JSON.stringify([texts, rows])).not.toContain('hunter2');
      expect(rows.find(each => each.id === body['id'])?.secrets).toMatch(/^v1\./);
    });

    it('can be changed, but a new address or access key needs the secret again', async () => {
      const { body } = await create({ name: name(), ...s3 });
      const change = (more: object): Promise<Answer> =>
        script.call('main', 'PUT', `/integrations/${body.id}`, { body: more });
      expect((await change({ name: 'Renamed' })).body).toMatchObject({
        name: 'Renamed',
        config: { access_key_id: 'AKID' },
      });
      expect((await change({ config: { prefix: 'a/' } })).body).toMatchObject({
        config: { endpoint: 'https://store.test', prefix: 'a/' },
      });
      expect(await change({ config: { endpoint: 'https://thief.test' } })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('secrets') as string },
      });
      expect(
        (await change({ config: { endpoint: 'https://other.test' }, secrets: { secret_access_key: 'new' } })).body,
      ).toMatchObject({ config: { endpoint: 'https://other.test' } });
      expect((await change({ type: 1 })).status).toBe(400);
    });

    it('has a name of its own in the team, in any case', async () => {
      const made = await disk();
      expect(await create({ name: made.name.toUpperCase(), type: 4 })).toMatchObject({
        status: 409,
        body: { error: 'An integration with this name already exists.', code: 'NAME_EXISTS' },
      });
      expect(
        (await script.call('main', 'GET', '/integrations/nameExists', { query: { name: made.name } })).body,
      ).toEqual({ exists: true, valid: true });
      expect((await create({ name: 'x'.repeat(121), type: 4 })).status).toBe(400);
      expect((await create({ name: ' ', type: 4 })).status).toBe(400);
    });

    it.each([2, 3, 5, 6, 'databricks', 'GCP'])('of type %s is refused: it is not available', async type => {
      expect(await create({ name: name(), type })).toMatchObject({
        status: 422,
        body: { code: 'TYPE_NOT_AVAILABLE', error: expect.stringMatching(/integrations are not available/) as string },
      });
    });

    it.each([
      ['an unknown type', { type: 99 }],
      ['an unknown field', { type: 4, config: { secret: 'x' } }],
      ['no bucket', { ...s3, root: undefined }],
      ['a path as bucket', { ...s3, root: 'a/../b' }],
      ['no secret', { ...s3, secrets: undefined }],
      ['another protocol', { ...s3, config: { ...s3.config, endpoint: 'file:///etc' } }],
      ['a prefix with a slash before', { ...s3, config: { ...s3.config, prefix: '/x' } }],
      ['a wrong secret field', { ...s3, secrets: { password: 'hunter2' } }],
    ])('with %s is refused, and its values are not repeated', async (_, draft) => {
      const answer = await create<{ error: string }>({ name: name(), ...draft });
      expect(answer.status).toBe(400);
      expect(answer.body.error).not.toContain('hunter2');
    });

    it('can be deleted, and is then nobody’s', async () => {
      const made = await disk();
      expect((await script.call('main', 'DELETE', `/integrations/${made.id}`)).body).toEqual({ success: true });
      expect((await list()).some(each => each['id'] === made.id)).toBe(false);
      for (const [method, path] of [
        ['GET', `/integrations/${made.id}`],
        ['DELETE', `/integrations/${made.id}`],
        ['POST', `/integrations/${made.id}/check`],
      ] as const)
        expect((await script.call('main', method, path)).status).toBe(404);
    });

    it('is made by admins only, and unknown to other teams', async () => {
      const made = await disk();
      const contributor = await team.join(`con.${kind}@north.test`);
      expect((await contributor.request('POST', '/integrations', { body: { name: name(), type: 4 } })).status).toBe(
        403,
      );
      expect((await contributor.request('GET', `/integrations/${made.id}`)).status).toBe(403);
      const other = await scriptClient(app, await app.team(`South${(count += 1)}`));
      expect((await other.call('main', 'GET', `/integrations/${made.id}`)).status).toBe(404);
      expect((await other.call<{ integrations: unknown[] }>('main', 'GET', '/integrations')).body.integrations).toEqual(
        [],
      );
    });

    it('has rules for its config as JSON Schema for each type', async () => {
      const { body } = await script.call<Record<string, { config: { properties: object } }>>(
        'main',
        'GET',
        '/integrations/rules',
      );
      expect(Object.keys(body).sort()).toEqual(['aws', 'custom', 's3compatible']);
      expect(Object.keys(body['s3compatible']!.config.properties)).toContain('endpoint');
    });
  });

  describe('POST /integrations/{id}/check', () => {
    const check = async (id: number): Promise<unknown> =>
      (await script.call('main', 'POST', `/integrations/${id}/check`)).body;

    it('reports step by step, and the list remembers', async () => {
      const made = await disk();
      expect(await check(made.id)).toMatchObject({
        ok: true,
        steps: [
          { name: 'allowed', ok: true },
          { name: 'list', ok: true },
        ],
      });
      const outside = (await create({ name: name(), type: 4, config: { folder: '/etc' } })).body;
      expect(await check(outside.id)).toMatchObject({ ok: false, steps: [{ name: 'allowed', ok: false }] });
      const found = await list();
      expect([made.id, outside.id].map(id => found.find(each => each['id'] === id)?.['status'])).toEqual([
        'working',
        'failed',
      ]);
    });

    it('does not reach into the own house, and repeats nothing of what is said there', async () => {
      const at = async (endpoint: string): Promise<{ ok: boolean; steps: { message: string }[] }> =>
        (await check(
          (
            await create({
              name: name(),
              type: 7,
              root: 'bucket',
              config: { endpoint, access_key_id: 'a' },
              secrets: { secret_access_key: 's' },
            })
          ).body.id,
        )) as never;
      for (const endpoint of [
        'http://127.0.0.2:1',
        'http://169.254.169.254',
        'http://[::1]:80',
        'http://2130706434',
        'http://10.0.0.1',
      ]) {
        const found = await at(endpoint);
        expect([endpoint, found.ok, found.steps.at(-1)!.message]).toEqual([
          endpoint,
          false,
          expect.stringContaining('EGRESS_ALLOW='),
        ]);
      }
      const inside: Server = createServer((_, response) =>
        response
          .writeHead(403, { 'content-type': 'application/xml' })
          .end('<Error><Code>the password is hunter2</Code><Message>hunter2</Message></Error>'),
      );
      await new Promise<void>(resolve => inside.listen(0, '127.0.0.1', resolve));
      const found = await at(`http://127.0.0.1:${(inside.address() as AddressInfo).port}`);
      expect(found.ok).toBe(false);
      expect(JSON.stringify(found)).not.toContain('hunter2');
      inside.closeAllConnections();
      inside.close();
    });
  });

  describe('POST /image/integration/create', () => {
    it('attaches the files of a folder that the project takes, as items of source 3', async () => {
      const [place, made] = [await project(), await disk()];
      const { status, body } = await attach(place, made.id, { customer_folder_name: 'photos' });
      expect([status >= 200 && status < 300, typeof body.job_id]).toEqual([true, 'string']);
      expect(await finished(body.job_id)).toMatchObject({
        state: 'COMPLETED',
        result: { attached: 3, skipped: 0, ignored: 1 },
      });
      expect((await items(place)).map(each => [each.name, each.source, each.metadata.path])).toEqual([
        ['a.png', 3, 'photos/a.png'],
        ['b.jpg', 3, 'photos/b.jpg'],
        ['night_c.jpg', 3, 'photos/night/c.jpg'],
      ]);
      const again = await finished((await attach(place, made.id, { customer_folder_name: '/photos/' })).body.job_id);
      expect(again).toMatchObject({ state: 'COMPLETED', result: { attached: 0, skipped: 3 } });
      expect(
        (await team.owner.request<{ upload_state: number }>('GET', `/api/v1/project/${place.id}`)).body.upload_state,
      ).toBe(3);
    });

    it('takes the formats of the project’s type', async () => {
      const [text, other, video] = [await project(4), await project(6), await project(3)];
      const made = await disk();
      const names = async (place: { id: number; root: number }): Promise<string[]> => {
        await finished((await attach(place, made.id)).body.job_id);
        return (await items(place)).map(each => each.name);
      };
      expect(await names(text)).toEqual(['photos_notes.txt']);
      expect(await names(other)).toHaveLength(5);
      expect(await names(video)).toEqual([]);
    });

    it('refuses what cannot be, at once', async () => {
      const [place, made] = [await project(), await disk()];
      const plain = (await create({ name: name(), type: 4 })).body;
      expect((await attach(place, 999_999)).status).toBe(404);
      expect((await attach({ id: 999_999, root: 1 }, made.id)).status).toBe(404);
      expect((await attach(place, plain.id)).status).toBe(400);
      expect((await attach(place, made.id, { customer_folder_name: '../..' })).status).toBe(400);
      expect((await attach(place, made.id, { options: { query: 'select 1' } })).status).toBe(400);
      expect((await attach(await project(8), made.id)).status).toBe(415);
    });

    it('gives the file of an item by an address that needs no sign-in, in ranges, and only that file', async () => {
      const [place, made] = [await project(), await disk()];
      await finished((await attach(place, made.id, { customer_folder_name: 'photos' })).body.job_id);
      const item = (await items(place)).find(each => each.name === 'b.jpg')!;
      const address = await asset(place, item);
      const whole = await app.request('GET', address);
      expect([
        whole.status,
        whole.raw.toString(),
        whole.headers['content-type'],
        whole.headers['x-content-type-options'],
      ]).toEqual([200, 'bbbb', 'image/jpeg', 'nosniff']);
      const part = await app.request('GET', address, { headers: { range: 'bytes=1-2' } });
      expect([part.status, part.raw.toString(), part.headers['content-range']]).toEqual([206, 'bb', 'bytes 1-2/4']);
      expect((await app.request('GET', address, { headers: { range: 'bytes=9-' } })).status).toBe(416);
      const head = await app.request('HEAD', address);
      expect([head.status, head.raw.length, head.headers['content-length']]).toEqual([200, 0, '4']);
      const changed = (key: string, value: string): string => {
        const url = new URL(address, 'http://host');
        url.searchParams.set(key, value);
        return url.pathname + url.search;
      };
      for (const each of [
        changed('path', 'page.html'),
        changed('exp', '9999999999'),
        changed('team', '2'),
        changed('sig', 'x'),
        address.replace(`/${made.id}/`, `/${made.id + 1}/`),
        `/integrations/${made.id}/file`,
      ])
        expect((await app.request('GET', each)).status, each).toBe(403);
      await script.call('main', 'DELETE', `/integrations/${made.id}`);
      expect((await app.request('GET', address)).status).toBe(404);
      expect(await asset(place, item)).toBeNull();
    });
  });

  describe('POST /image/ext-create with an integration', () => {
    it('takes integrations of the team that the caller may use, and no others', async () => {
      const [place, made] = [await project(), await disk()];
      const register = (integration_id: number): Promise<Answer<ListedItem[]>> =>
        script.call('main', 'POST', '/image/ext-create', {
          body: {
            project_id: place.id,
            folder_id: place.root,
            team_id: team.id,
            upload_state: 3,
            images: [{ name: name(), path: 'photos/a.png', integration_id }],
            meta: {},
          },
        });
      const { body } = await register(made.id);
      expect(body).toHaveLength(1);
      expect((await app.request('GET', await asset(place, body[0]!))).raw.toString()).toBe('aaa');
      expect((await register(999_999)).status).toBe(404);
    });
  });

  describe('custom storage', () => {
    const storage = <T = Record<string, unknown>>(
      path: string,
      query: Record<string, string | number> = {},
    ): Promise<Answer<T>> => script.call<T>('storage', 'GET', `/services/storage${path}`, { query });

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
        const bucket = `pictures-${kind}-${Date.now()}`;
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
        expect((await script.call('main', 'POST', `/integrations/${made.id}/check`)).body).toMatchObject({
          ok: true,
          steps: [
            { name: 'list', ok: true },
            { name: 'read', ok: true },
          ],
        });
        await script.call('main', 'PUT', `/integrations/${made.id}`, {
          body: { secrets: { secret_access_key: 'wrong' } },
        });
        expect((await script.call('main', 'POST', `/integrations/${made.id}/check`)).body).toMatchObject({
          ok: false,
          steps: [{ name: 'list', ok: false, message: 'The storage cannot be used: the secret key is wrong.' }],
        });
        await script.call('main', 'PUT', `/integrations/${made.id}`, {
          body: { secrets: { secret_access_key: store.secretAccessKey } },
        });
      });

      it('lists below its prefix', async () => {
        const { body } = await script.call<{ files: { name: string; dir: boolean }[] }>(
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
});
