import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Category } from '#plugins/organize/categories/common/index.ts';
import type { Item } from '#plugins/workspace/items/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient, scriptProject } from '../../support/script-client.ts';
import type { Answer, TestApp } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

eachDatabase(kind => {
  let app: TestApp;
  let script: ScriptClient;
  let project: number;
  let root: number;
  let count = 0;

  const settings = (value: number): Promise<Answer> =>
    script.call('main', 'PUT', `/project/${project}/settings`, {
      body: { settings: [{ attribute: 'CategorizeItems', value }] },
    });
  const fresh = async (mode = 1): Promise<void> => {
    project = await scriptProject(script, `Categories ${(count += 1)}`, 8);
    root = (
      await script.call<{ id: number }>('main', 'GET', '/folder/getFolderByName', {
        query: { project_id: project, name: 'root' },
      })
    ).body.id;
    await settings(mode);
  };
  const create = (...names: string[]): Promise<Answer<{ data: Category[] }>> =>
    script.call('work-management', 'POST', '/api/v1/categories/bulk', {
      query: { project_id: project },
      body: { bulk: names.map(name => ({ name })) },
    });
  const list = async (offset = 0): Promise<{ data: Category[]; count: number }> =>
    (
      await script.call<{ data: Category[]; count: number }>('work-management', 'GET', '/api/v1/categories', {
        query: { project_id: project, offset },
      })
    ).body;
  const remove = (filter: string): Promise<Answer<{ data: Category[] }>> =>
    script.call('work-management', 'DELETE', `/api/v1/categories/bulk?filter=${filter}`, {
      context: { project_id: project },
    });
  const attach = async (...names: string[]): Promise<Item[]> =>
    (
      await script.call<Item[]>('main', 'POST', '/image/ext-create', {
        body: {
          project_id: project,
          folder_id: root,
          upload_state: 3,
          images: names.map(name => ({ name, path: 'custom_llm' })),
          meta: {},
        },
      })
    ).body;
  const set = (
    bulk: { item_id: number; categories: number[] }[],
  ): Promise<Answer<unknown[] & { code?: string; error?: string }>> =>
    script.call('main', 'POST', '/items/bulk/setcategory', {
      query: { project_id: project, folder_id: root },
      body: { bulk },
    });
  const search = async (condition: object = {}): Promise<Item[]> =>
    (
      await script.call<{ data: Item[] }>('items', 'POST', '/api/v1/items/search', {
        body: {
          query: {
            limit: 2000,
            offset: 0,
            search: condition,
            join: [{ field: 'metadata', select: ['path'] }, { field: 'assignments' }, { field: 'categories' }],
          },
        },
        context: { project_id: project, folder_id: root },
      })
    ).body.data;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'categories'] });
    script = await scriptClient(app, await app.team('North'));
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  describe('POST categories/bulk', () => {
    it('answers what it made, complete; the list has them in ascending order', async () => {
      await fresh();
      const { status, body } = await create('Shoes', 'Bags');
      expect([status, body.data]).toMatchObject([
        200,
        [
          {
            id: expect.any(Number),
            project_id: project,
            name: 'Shoes',
            createdAt: expect.any(String),
            updatedAt: expect.any(String),
          },
          { name: 'Bags' },
        ],
      ]);
      const { data, count: total } = await list();
      expect([data.map(each => each.name), total]).toEqual([['Shoes', 'Bags'], 2]);
      expect(data[0]!.id).toBeLessThan(data[1]!.id);
      expect((await list(2)).data).toEqual([]);
    });

    it('takes names that differ only in case for one, in the first spelling, silently', async () => {
      await fresh();
      expect((await create('Shoes', 'SHOES', 'shoes', 'Bags')).body.data.map(each => each.name)).toEqual([
        'Shoes',
        'Bags',
      ]);
      const again = await create('shoes', 'Hats', 'BAGS');
      expect([again.status, again.body.data.map(each => each.name)]).toEqual([200, ['Hats']]);
      expect((await list()).data.map(each => each.name)).toEqual(['Shoes', 'Bags', 'Hats']);
    });

    it('cuts names to 200 characters', async () => {
      await fresh();
      expect((await create('x'.repeat(250))).body.data.map(each => each.name)).toEqual(['x'.repeat(200)]);
      expect((await create('x'.repeat(300))).body.data).toEqual([]);
    });

    it('is refused while categories are switched off', async () => {
      await fresh(0);
      expect(await create('Shoes')).toMatchObject({ status: 403, body: { code: 'FEATURE_DISABLED' } });
      expect((await list()).data).toEqual([]);
    });
  });

  describe('DELETE categories/bulk', () => {
    it('removes those that are named and answers them', async () => {
      await fresh();
      const [one, two, three] = (await create('1', '2', '3')).body.data;
      const { status, body } = await remove(`id%7C%7C$in%7C%7C${one!.id},${three!.id}`);
      expect([status, body.data.map(each => each.name)]).toEqual([200, ['1', '3']]);
      expect((await list()).data.map(each => each.id)).toEqual([two!.id]);
    });

    it('removes all of the project with id||$gt||0, and none of another one', async () => {
      await fresh();
      await create('kept');
      const other = project;
      await fresh();
      await create('1', '2');
      expect((await remove('id||$gt||0')).body.data).toHaveLength(2);
      expect((await list()).data).toEqual([]);
      project = other;
      expect((await list()).data.map(each => each.name)).toEqual(['kept']);
    });

    it('refuses to remove without a filter, or by one that is none', async () => {
      await fresh();
      await create('kept');
      const bare = await script.call('work-management', 'DELETE', '/api/v1/categories/bulk', {
        context: { project_id: project },
      });
      expect([
        bare.status,
        (await remove('id||$regex||1')).status,
        (await remove('project_id||$gt||0')).status,
        (await remove('id||$in||x')).status,
      ]).toEqual([400, 400, 400, 400]);
      expect((await list()).count).toBe(1);
    });

    it('takes a category from the items that had it', async () => {
      await fresh();
      const [item] = await attach('a');
      const [one] = (await create('1')).body.data;
      await set([{ item_id: item!.id, categories: [one!.id] }]);
      await remove(`id||$eq||${one!.id}`);
      expect((await search()).map(each => each.categories)).toEqual([[]]);
    });
  });

  describe('PATCH categories/{id}', () => {
    it('renames, but not to a name that is taken', async () => {
      await fresh();
      const [one] = (await create('One', 'Two')).body.data;
      const rename = (id: number, name: string): Promise<Answer> =>
        script.call('work-management', 'PATCH', `/api/v1/categories/${id}`, {
          body: { name },
          context: { project_id: project },
        });
      expect((await rename(one!.id, 'ONE')).body['data']).toMatchObject({ id: one!.id, name: 'ONE' });
      expect(await rename(one!.id, 'two')).toMatchObject({
        status: 409,
        body: { code: 'NAME_EXISTS', error: 'This category already exists.' },
      });
      expect((await rename(99_999_999, 'x')).status).toBe(404);
    });
  });

  describe('POST /items/bulk/setcategory', () => {
    it('replaces the category of items, and removes it with an empty list', async () => {
      await fresh();
      const [a, b] = await attach('a', 'b');
      const [one, two] = (await create('1', '2')).body.data;
      const { status, body } = await set([
        { item_id: a!.id, categories: [one!.id] },
        { item_id: b!.id, categories: [one!.id] },
        { item_id: 99_999_999, categories: [one!.id] },
      ]);
      expect([status, body.length]).toEqual([200, 2]);
      await set([
        { item_id: a!.id, categories: [two!.id] },
        { item_id: b!.id, categories: [] },
      ]);
      expect((await search()).map(each => each.categories.map(kept => [kept.category_id, kept.category_name]))).toEqual(
        [[[two!.id, '2']], []],
      );
      expect((await list()).data.map(each => each.items_count)).toEqual([0, 1]);
    });

    it('lets an item have several where the project says so, and one otherwise', async () => {
      await fresh(2);
      const [a] = await attach('a');
      const ids = (await create('1', '2')).body.data.map(each => each.id);
      expect((await set([{ item_id: a!.id, categories: ids }])).status).toBe(200);
      await settings(1);
      expect(await set([{ item_id: a!.id, categories: ids }])).toMatchObject({
        status: 400,
        body: { code: 'INVALID_FIELD' },
      });
      await settings(0);
      expect(await set([{ item_id: a!.id, categories: [] }])).toMatchObject({
        status: 403,
        body: { code: 'FEATURE_DISABLED' },
      });
    });

    it('refuses a category of another project and leaves the items as they were', async () => {
      await fresh();
      const [strange] = (await create('1')).body.data;
      await fresh();
      const [a] = await attach('a');
      const { status, body } = await set([{ item_id: a!.id, categories: [strange!.id] }]);
      expect([status, body.error]).toEqual([400, expect.stringContaining(String(strange!.id))]);
    });
  });

  it('should find items by category, and those without it', async () => {
    await fresh();
    const [a] = await attach('a', 'b');
    const [one] = (await create('1')).body.data;
    await set([{ item_id: a!.id, categories: [one!.id] }]);
    expect((await search({ 'categories.category_id': { $eq: one!.id } })).map(each => each.name)).toEqual(['a']);
    expect((await search({ 'categories.category_id': { $in: [one!.id] } })).map(each => each.name)).toEqual(['a']);
    expect((await search({ 'categories.category_id': { $ne: one!.id } })).map(each => each.name)).toEqual(['b']);
  });
});
