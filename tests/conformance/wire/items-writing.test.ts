import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin } from '#core/kernel/common/index.ts';
import { BlobsToken, defineServerHalf } from '#core/kernel/server/index.ts';
import type { Item } from '#plugins/workspace/items/common/index.ts';
import type { UploadedFile } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

const storageManifest = definePlugin({ id: 'test-storage', title: 'Storage of a test', requires: ['items'] });
const stored = new Map<string, UploadedFile>();

/** Answers for keys as object storage does, and refuses integrations above 900. */
const storage = defineServerHalf(storageManifest, {
  activate({ get, tap }) {
    const hooks = get(ItemsHooks);
    tap(hooks.resolvingUpload, async (_, known, _project, keys) => {
      const found = new Map(known);
      for (const key of keys)
        if (key.startsWith('photo')) found.set(key, stored.get(key) ?? (await put(get(BlobsToken), key)));
      return found;
    });
    tap(hooks.addressing, (_, own, item) => own ?? `https://bucket.test/${item.url ?? ''}`);
  },
});

async function put(
  blobs: { put(source: Readable): Promise<{ hash: string; size: number }> },
  key: string,
): Promise<UploadedFile> {
  const bytes = await sharp({
    create: { width: 40, height: 30, channels: 3, background: { r: key.length, g: 2, b: 3 } },
  })
    .png()
    .toBuffer();
  const { hash, size } = await blobs.put(Readable.from([bytes]));
  const file = { hash, size, mime: 'image/png' };
  stored.set(key, file);
  return file;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let project: number;
  let root: number;
  let count = 0;

  const fresh = async (type = 1): Promise<void> => {
    project = await scriptProject(script, `Items ${(count += 1)}`, type);
    root = (
      await script.call<{ id: number }>('main', 'GET', '/folder/getFolderByName', {
        query: { project_id: project, name: 'root' },
      })
    ).body.id;
  };
  const create = <T = Item[]>(images: unknown, more: object = {}): Promise<Answer<T>> =>
    script.call<T>('main', 'POST', '/image/ext-create', {
      body: { project_id: project, folder_id: root, team_id: team.id, upload_state: 3, images, meta: {}, ...more },
    });
  const search = async (): Promise<Item[]> =>
    (
      await script.call<{ data: Item[] }>('items', 'POST', '/api/v1/items/search', {
        body: {
          query: {
            limit: 2000,
            offset: 0,
            search: {},
            join: [{ field: 'metadata', select: ['path'] }, { field: 'assignments' }, { field: 'categories' }],
          },
        },
        context: { project_id: project, folder_id: root },
      })
    ).body.data;
  const attach = (...names: string[]): Promise<Answer<Item[]>> =>
    create(names.map(name => ({ name, path: `https://files.test/${name}` })));

  beforeAll(async () => {
    stored.clear();
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'workflow'], halves: [storage] });
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  describe('POST /image/ext-create', () => {
    it('answers a bare list of what it made, and leaves out names that exist', async () => {
      await fresh();
      const { status, body } = await attach('a.jpg', 'b, c.jpg', '猫.jpg');
      expect([status, body.map(each => each.name)]).toEqual([200, ['a.jpg', 'b, c.jpg', '猫.jpg']]);
      expect((await attach('a.jpg', 'd.jpg', 'd.jpg')).body.map(each => each.name)).toEqual(['d.jpg']);
      expect((await search()).map(each => [each.name, each.metadata.path])).toEqual([
        ['a.jpg', 'https://files.test/a.jpg'],
        ['b, c.jpg', 'https://files.test/b, c.jpg'],
        ['猫.jpg', 'https://files.test/猫.jpg'],
        ['d.jpg', 'https://files.test/d.jpg'],
      ]);
    });

    it('makes each name once when many send the same ones at the same moment', async () => {
      await fresh();
      const names = Array.from({ length: 50 }, (_, index) => `${index}.jpg`);
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, turn) => attach(...(turn % 2 === 0 ? names : names.toReversed()))),
      );
      expect(answers.map(each => each.status)).toEqual(Array(6).fill(200));
      expect(answers.reduce((sum, each) => sum + each.body.length, 0)).toBe(50);
    });

    it('takes sizes and the integration out of meta, whose entries may be empty', async () => {
      await fresh();
      const { body } = await create(
        [
          { name: 'a.jpg', path: 'https://x.test/a', integration_id: null },
          { name: 'b.jpg', path: 'folder/b.jpg' },
          { name: '__proto__', path: 'https://x.test/c' },
        ],
        { meta: { 'a.jpg': { width: 100, height: 50 }, 'b.jpg': { integration_id: 7 } } },
      );
      expect(body.map(each => [each.name, each.source, each.integration_id, each.meta.width])).toEqual([
        ['a.jpg', 2, null, 100],
        ['b.jpg', 3, 7, null],
        ['__proto__', 2, null, null],
      ]);
      const asset = await team.owner.request('GET', `/api/v1/project/${project}/item/${body[1]!.id}/asset`);
      expect(asset.body['original']).toBe('https://bucket.test/folder/b.jpg');
    });

    it('begins at the start status of the workflow, or at the one that is asked for', async () => {
      await fresh();
      await attach('start.jpg');
      await create([{ name: 'later.jpg', path: 'https://x.test/a' }], { annotation_status: 3 });
      expect((await search()).map(each => each.annotation_status)).toEqual([1, 3]);
      expect(await create([{ name: 'x', path: '' }], { annotation_status: 77 })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_FIELD' },
      });
    });

    it('makes generated items and items without an address', async () => {
      await fresh(8);
      const { body } = await create([
        { name: 'gen_00001', path: 'custom_llm' },
        { name: 'empty', path: '' },
        { name: 'none', path: null },
      ]);
      expect(body.map(each => [each.name, each.source, each.path])).toEqual([
        ['gen_00001', 4, null],
        ['empty', 4, null],
        ['none', 4, null],
      ]);
    });

    it('decides how the project keeps its files, and refuses the other kind afterwards', async () => {
      await fresh();
      const state = async (): Promise<unknown> =>
        (await script.call('main', 'GET', `/api/v1/project/${project}`, { query: { include_users: false } })).body[
          'upload_state'
        ];
      expect(await state()).toBe(1);
      await attach('a.jpg');
      expect(await state()).toBe(3);
      expect(await create([{ name: 'b.jpg', path: 'photo-1.png' }], { upload_state: 2 })).toMatchObject({
        status: 409,
        body: {
          code: 'UPLOAD_STATE',
          error: "This project uses external storage, so this kind of upload isn't possible.",
        },
      });
      await fresh();
      await create([{ name: 'b.jpg', path: 'photo-1.png' }], { upload_state: 2 });
      expect(await state()).toBe(2);
      expect(await attach('a.jpg')).toMatchObject({ status: 409, body: { code: 'UPLOAD_STATE' } });
    });

    it('makes items of files that were put under a key; a key nobody put is not in the list', async () => {
      await fresh();
      const { body } = await create(
        [
          { name: 'a.png', path: 'photo-2.png' },
          { name: 'b.png', path: 'lost.png' },
        ],
        { upload_state: 2, meta: { 'a.png': { width: 40, height: 30 } } },
      );
      expect(body.map(each => [each.name, each.source, each.metadata.mime, each.meta])).toEqual([
        ['a.png', 1, 'image/png', { width: 40, height: 30 }],
      ]);
    });

    it('reads the size of an image that came without, and makes its smaller pictures', async () => {
      await fresh();
      const [made] = (
        await create([{ name: 'a.png', path: 'photo-3.png' }], { upload_state: 2, meta: { 'a.png': {} } })
      ).body;
      await expect.poll(async () => (await search())[0]!.meta, { timeout: 120_000 }).toEqual({ width: 40, height: 30 });
      const asset = await team.owner.request<{ thumbnail: string }>(
        'GET',
        `/api/v1/project/${project}/item/${made!.id}/asset`,
      );
      expect((await app.request('GET', asset.body.thumbnail)).status).toBe(200);
    });

    it('takes any text as a path, which is opened only when it is an address', async () => {
      await fresh();
      expect(
        (
          await create([
            { name: 'odd', path: 'url_1' },
            { name: 'script', path: 'javascript:alert(1)' },
          ])
        ).status,
      ).toBe(200);
      const asset = await team.owner.request<{ url: string | null }>(
        'GET',
        `/api/v1/project/${project}/item/${(await search())[1]!.id}/asset`,
      );
      expect(asset.body.url).toBeNull();
    });

    it.each([
      ['a path with a line break', [{ name: 'a', path: 'https://a.test/\nx' }], /images\.0\.path/],
      ['a name of 201 characters', [{ name: 'n'.repeat(201), path: '' }], /too long/],
      ['an empty name', [{ name: ' ', path: '' }], /name/],
      ['a name that no database keeps', [{ name: 'a\0b', path: '' }], /name/],
    ])('refuses %s and writes nothing', async (_what, images, text) => {
      await fresh();
      const { status, body } = await create<{ error: string }>([{ name: 'good', path: '' }, ...images].reverse());
      expect([status, body.error]).toEqual([400, expect.stringMatching(text)]);
      expect(await search()).toEqual([]);
    });

    it('refuses what a folder has no room for, and writes nothing', async () => {
      await fresh();
      await app.database
        .tenant<{
          'items.tally': {
            team_id: number;
            project_id: number;
            folder_id: number;
            annotation_status: number;
            items: number;
          };
        }>(team.id)
        .transaction(trx =>
          trx
            .insertInto('items.tally')
            .values({ team_id: team.id, project_id: project, folder_id: root, annotation_status: 2, items: 49_999 })
            .execute(),
        );
      expect(await attach('a.jpg', 'b.jpg')).toMatchObject({
        status: 422,
        body: { code: 'FOLDER_LIMIT', error: 'The number of items exceeds the limit of 50 000 items per folder.' },
      });
      expect(await search()).toEqual([]);
      expect((await attach('a.jpg')).body).toHaveLength(1);
      expect(
        (await script.call('main', 'GET', `/project/${project}/limitationDetails`, { query: { folder_id: root } }))
          .body,
      ).toEqual({
        folder_limit: { max_image_count: 50_000, remaining_image_count: 0 },
        project_limit: { max_image_count: 500_000, remaining_image_count: 450_000 },
        user_limit: null,
      });
    });
  });

  describe('one image', () => {
    it('is read by GET items/{id} with its joins and by GET image/{id}, absent ones are 404', async () => {
      await fresh();
      const [made] = (await attach('a.jpg')).body;
      const { body } = await script.call<Item>(
        'items',
        'GET',
        `/api/v1/items/${made!.id}?join=assignments&join=categories`,
        { context: { project_id: project } },
      );
      expect(body).toMatchObject({
        id: made!.id,
        name: 'a.jpg',
        path: 'https://files.test/a.jpg',
        annotation_status: 1,
        approval_status: 0,
        is_pinned: false,
        entropy_value: null,
        assignments: [],
        categories: [],
      });
      expect(
        (await script.call<Item>('main', 'GET', `/image/${made!.id}`, { query: { project_id: project } })).body.name,
      ).toBe('a.jpg');
      expect(
        (await script.call('items', 'GET', '/api/v1/items/99999999?', { context: { project_id: project } })).status,
      ).toBe(404);
    });

    it('is pinned by PUT image/{id} with the whole item, of which nothing else is taken', async () => {
      await fresh();
      const [made] = (await attach('a.jpg')).body;
      const put = (pinned: number): Promise<Answer> =>
        script.call('main', 'PUT', `/image/${made!.id}`, {
          query: { project_id: project },
          body: {
            ...made,
            is_pinned: pinned,
            path: 'Items/root',
            url: null,
            name: 'other',
            annotation_status: 5,
            assignments: [],
            custom_metadata: null,
          },
        });
      expect((await put(1)).status).toBe(200);
      expect((await put(1)).status).toBe(200);
      expect((await search())[0]).toMatchObject({
        name: 'a.jpg',
        is_pinned: true,
        url: 'https://files.test/a.jpg',
        annotation_status: 1,
      });
      await put(0);
      expect((await search())[0]!.is_pinned).toBe(false);
    });

    it('is deleted by DELETE image/{id}, many by PUT image/delete/images', async () => {
      await fresh();
      const made = (await attach('a.jpg', 'b.jpg', 'c.jpg')).body;
      expect(
        (await script.call('main', 'DELETE', `/image/${made[0]!.id}`, { query: { project_id: project } })).body,
      ).toEqual({ success: true });
      expect(
        (await script.call('main', 'DELETE', `/image/${made[0]!.id}`, { query: { project_id: project } })).status,
      ).toBe(404);
      expect(
        (
          await script.call('main', 'PUT', '/image/delete/images', {
            query: { project_id: project },
            body: { image_ids: [made[1]!.id, 99_999_999] },
          })
        ).status,
      ).toBe(200);
      expect((await search()).map(each => each.name)).toEqual(['c.jpg']);
    });
  });

  describe('many items by name', () => {
    it('get a priority; the answer names those that exist', async () => {
      await fresh();
      await attach('a.jpg', 'b.jpg');
      const { body } = await script.call('main', 'POST', '/images/updateEntropy', {
        query: { project_id: project, folder_id: root },
        body: {
          image_entropies: [
            { name: 'a.jpg', entropy_value: 0.12345 },
            { name: 'none.jpg', entropy_value: 1 },
          ],
        },
      });
      expect(body['data']).toMatchObject([{ name: 'a.jpg' }]);
      expect((await search()).map(each => each.entropy_value)).toEqual([0.12345, null]);
      expect(
        (
          await script.call('main', 'POST', '/images/updateEntropy', {
            query: { project_id: project, folder_id: root },
            body: { image_entropies: [{ name: 'a.jpg', entropy_value: 1_000_001 }] },
          })
        ).status,
      ).toBe(400);
    });

    it('get a status of the workflow', async () => {
      await fresh();
      await attach('a.jpg', 'b.jpg');
      const set = (annotation_status: number): Promise<Answer> =>
        script.call('main', 'PUT', '/image/updateAnnotationStatusBulk', {
          query: { project_id: project },
          body: { folder_id: root, annotation_status, image_names: ['a.jpg', 'none.jpg'] },
        });
      expect((await set(5)).status).toBe(200);
      expect((await search()).map(each => each.annotation_status)).toEqual([5, 1]);
      expect((await set(99)).status).toBe(400);
    });

    it.each([1, 4])('get an approval in projects of type %i; one element for each changed item', async type => {
      await fresh(type);
      await attach('a.jpg', 'b.jpg');
      const change = (value: number | null): Promise<Answer<unknown[]>> =>
        script.call<unknown[]>('main', 'POST', '/items/bulk/change', {
          query: { project_id: project, folder_id: root },
          body: { item_names: ['a.jpg', 'b.jpg', 'none'], change_actions: { APPROVAL_STATUS: value } },
        });
      expect((await change(2)).body).toHaveLength(2);
      expect((await search()).map(each => each.approval_status)).toEqual([2, 2]);
      await change(null);
      expect((await search()).map(each => each.approval_status)).toEqual([0, 0]);
    });

    it('get no approval in a project of another type, in the words the client knows', async () => {
      await fresh(7);
      expect(
        (
          await script.call('main', 'POST', '/items/bulk/change', {
            query: { project_id: project, folder_id: root },
            body: { item_names: ['a'], change_actions: { APPROVAL_STATUS: 2 } },
          })
        ).body['error'],
      ).toBe('Unsupported project type.');
    });
  });

  describe('PUT /images/editAssignment/', () => {
    let ana: TestPerson;
    const edit = (body: object): Promise<Answer> =>
      script.call('main', 'PUT', '/images/editAssignment/', {
        query: { project_id: project },
        body: { image_names: ['a.jpg', 'b.jpg'], folder_name: 'root', ...body },
      });
    beforeAll(async () => {
      ana = await team.join('ana@north.test');
      await fresh();
      await attach('a.jpg', 'b.jpg', 'c.jpg');
      await script.call('main', 'POST', `/api/v1/project/${project}/share/bulk`, {
        body: { users: [{ user_id: ana.email, user_role: 1 }] },
      });
    });

    it('assigns items of a folder that is named, in the role of the person', async () => {
      expect((await edit({ assign_user_id: ana.email })).body).toEqual({ successCount: 2 });
      expect((await search()).map(each => each.assignments)).toEqual([
        [{ user_id: ana.email, user_role: 1 }],
        [{ user_id: ana.email, user_role: 1 }],
        [],
      ]);
    });

    it('takes everybody off', async () => {
      expect((await edit({ remove_user_ids: ['all'] })).status).toBe(200);
      expect((await search()).flatMap(each => each.assignments)).toEqual([]);
    });

    it('refuses people who are not in the project or paused there', async () => {
      const words = 'The user does not have the required permissions for this assignment.';
      expect(await edit({ assign_user_id: 'nobody@north.test' })).toMatchObject({
        status: 400,
        body: { error: words },
      });
      const { data } = (
        await team.owner.request<{ data: { id: number; email: string }[] }>(
          'GET',
          `/api/v1/project/${project}/contributors`,
        )
      ).body;
      await app.database.tenant<{ 'projects.contributor': { id: number; paused: boolean } }>(team.id).transaction(trx =>
        trx
          .updateTable('projects.contributor')
          .set({ paused: true })
          .where('id', '=', data.find(each => each.email === ana.email)!.id)
          .execute(),
      );
      expect(await edit({ assign_user_id: ana.email })).toMatchObject({ status: 400, body: { error: words } });
    });
  });

  it('should list the rights on items the caller sees, and count what there is', async () => {
    await fresh();
    const made = (await attach('a.jpg', 'b.jpg')).body;
    const { body } = await script.call<{ data: Record<string, { actions: string[] }> }>(
      'items',
      'POST',
      '/api/v1/items/aggregateAccesses',
      { body: { item_ids: [made[0]!.id, 99_999_999] }, context: { project_id: project } },
    );
    expect(Object.keys(body.data)).toEqual([String(made[0]!.id)]);
    expect(body.data[String(made[0]!.id)]!.actions).toContain('ApplyItemPin');
    expect((await script.call('main', 'GET', `/project/${project}/imageCounts`)).body).toEqual({
      total: 2,
      byStatus: { 1: 2 },
      byFolder: [{ folder_id: root, name: 'root', total: 2, completed: 0 }],
    });
  });
});
