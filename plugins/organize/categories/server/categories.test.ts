import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ItemChangeView } from '#plugins/workspace/items/common/index.ts';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import type { Category } from '../common/api.ts';
import { categoriesApi, itemCategoriesApi } from '../common/api.ts';

const { createCategories, listCategories, mergeCategories } = categoriesApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let ana: TestPerson;
  let stranger: TestPerson;
  let project: number;
  let names = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'categories'] });
    const team = await app.team('North');
    owner = team.owner;
    ana = await team.join('ana@north.test');
    stranger = (await app.team('South')).owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const fresh = async (
    mode: number,
  ): Promise<{ readonly items: readonly number[]; readonly categories: readonly Category[] }> => {
    project = (
      await owner.request<{ id: number }>('POST', '/project', {
        body: { name: `P ${(names += 1)}`, type: 8, settings: [{ attribute: 'CategorizeItems', value: mode }] },
      })
    ).body.id;
    await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    const root = (await owner.request<{ id: number }>('GET', `/folder/getFolderByName?project_id=${project}&name=root`))
      .body.id;
    const items = (
      await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
        body: {
          project_id: project,
          folder_id: root,
          upload_state: 3,
          images: ['a', 'b', 'c'].map(name => ({ name, path: 'custom_llm' })),
          meta: {},
        },
      })
    ).body.map(each => each.id);
    const { body } =
      mode === 0
        ? { body: { data: [] } }
        : await owner.call<{ data: Category[] }>('work-management', createCategories, {
            query: { project_id: project },
            body: { bulk: ['Shoes', 'Boots', 'Bags'].map(name => ({ name })) },
          });
    return { items, categories: body.data };
  };
  const put = (
    bulk: readonly { readonly item_id: number; readonly categories: readonly number[] }[],
  ): Promise<Answer> =>
    owner.call('main', itemCategoriesApi.operations.setItemCategories, {
      query: { project_id: project },
      body: { bulk },
    });
  const counts = async (): Promise<readonly (readonly [string, number])[]> =>
    (
      await owner.call<{ data: Category[] }>('work-management', listCategories, { query: { project_id: project } })
    ).body.data.map(each => [each.name, each.items_count] as const);
  const merge = (by: TestPerson, into: number, from: readonly number[]): Promise<Answer> =>
    by.call('work-management', mergeCategories, {
      query: { project_id: project },
      body: { category_id: into, category_ids: from },
    });

  it('should merge categories: their items have the one that stays, each once', async () => {
    const {
      items: [a, b, c],
      categories: [shoes, boots, bags],
    } = await fresh(2);
    await put([
      { item_id: a!, categories: [shoes!.id, boots!.id] },
      { item_id: b!, categories: [boots!.id] },
      { item_id: c!, categories: [bags!.id] },
    ]);
    const { status, body } = await merge(owner, shoes!.id, [boots!.id, shoes!.id]);
    expect([status, body]).toMatchObject([200, { data: { name: 'Shoes', items_count: 2 } }]);
    expect(await counts()).toEqual([
      ['Shoes', 2],
      ['Bags', 1],
    ]);
  });

  it('should leave a category that is merged into itself as it is', async () => {
    const {
      items: [a],
      categories: [shoes],
    } = await fresh(1);
    await put([{ item_id: a!, categories: [shoes!.id] }]);
    expect((await merge(owner, shoes!.id, [shoes!.id])).status).toBe(200);
    expect(await counts()).toEqual([
      ['Shoes', 1],
      ['Boots', 0],
      ['Bags', 0],
    ]);
  });

  const change = (by: TestPerson, value: unknown): Promise<Answer<ItemChangeView & { readonly code: string }>> =>
    by.call('main', itemChangeApi.operations.changeItems, {
      params: { project_id: project },
      body: { selection: { filter: {} }, change: { kind: 'category', value } },
    });
  const undo = (id: number): Promise<Answer<ItemChangeView>> =>
    owner.call('main', itemChangeApi.operations.undoItemChange, { params: { project_id: project, change_id: id } });

  it('should be given to all items that match at once, and be taken back where nobody changed them since', async () => {
    const {
      items: [a, b],
      categories: [shoes, boots, bags],
    } = await fresh(2);
    await put([{ item_id: a!, categories: [shoes!.id] }]);
    const { body } = await change(owner, { mode: 'add', category_ids: [boots!.id] });
    expect(body).toMatchObject({ changed: 3, undoable: true });
    expect(await counts()).toEqual([
      ['Shoes', 1],
      ['Boots', 3],
      ['Bags', 0],
    ]);
    await put([{ item_id: b!, categories: [bags!.id] }]);
    expect((await undo(body.id)).body).toMatchObject({ changed: 2, since: 1 });
    expect(await counts()).toEqual([
      ['Shoes', 1],
      ['Boots', 0],
      ['Bags', 1],
    ]);
    expect((await change(owner, { mode: 'remove', category_ids: [bags!.id] })).body).toMatchObject({
      changed: 1,
      same: 2,
    });
    const emptied = await change(owner, { mode: 'set', category_ids: [] });
    await merge(owner, boots!.id, [shoes!.id]);
    expect((await undo(emptied.body.id)).body).toMatchObject({
      changed: 0,
      refused: [{ code: 'CATEGORY_GONE', count: 1 }],
    });
  });

  it('should not be given to many by who may not, where they are off, nor two where items have one', async () => {
    const {
      categories: [shoes, boots],
    } = await fresh(1);
    expect((await change(ana, { mode: 'add', category_ids: [shoes!.id] })).status).toBe(403);
    expect((await change(stranger, { mode: 'add', category_ids: [shoes!.id] })).status).toBe(404);
    expect((await change(owner, { mode: 'set', category_ids: [shoes!.id, boots!.id] })).body.code).toBe(
      'INVALID_FIELD',
    );
    expect((await change(owner, { mode: 'set', category_ids: [2_000_000_000] })).body.code).toBe('INVALID_FIELD');
    expect((await change(owner, { mode: 'paint', category_ids: [] })).body.code).toBe('INVALID_FIELD');
    await fresh(0);
    expect((await change(owner, { mode: 'add', category_ids: [] })).body.code).toBe('FEATURE_DISABLED');
  });

  it('should refuse a merge by who may not set the project up, by another team, and of a category that is not there', async () => {
    const {
      categories: [shoes, boots],
    } = await fresh(1);
    expect((await merge(ana, shoes!.id, [boots!.id])).status).toBe(403);
    expect((await merge(stranger, shoes!.id, [boots!.id])).status).toBe(404);
    expect(await merge(owner, shoes!.id, [boots!.id + 10_000])).toMatchObject({
      status: 400,
      body: { code: 'INVALID_FIELD' },
    });
    expect((await counts()).length).toBe(3);
  });
});
