import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type {
  CopyOrMoveFinding,
  CopyOrMoveReport,
  ItemChangeView,
  ListedItem,
} from '#plugins/workspace/items/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let from: number;
  let to: number;
  let there: number;

  const project = async (most: number): Promise<number> => {
    const { id } = (
      await owner.request<Named>('POST', '/project', { body: { name: `Photos ${crypto.randomUUID()}`, type: 1 } })
    ).body;
    await owner.request('PUT', `/project/${id}/settings`, {
      body: { settings: [{ attribute: 'CategorizeItems', value: most }] },
    });
    return id;
  };
  const add = async (projectId: number, ...names: string[]): Promise<readonly Named[]> =>
    (
      await owner.request<{ data: Named[] }>(
        'POST',
        `/services/work-management/api/v1/categories/bulk?project_id=${projectId}`,
        { body: { bulk: names.map(name => ({ name })) } },
      )
    ).body.data;
  const listed = async (projectId: number): Promise<readonly string[]> =>
    (
      await owner.request<{ data: Named[] }>(
        'GET',
        `/services/work-management/api/v1/categories?project_id=${projectId}`,
      )
    ).body.data.map(each => each.name);
  const body = (more: object = {}): { body: object } => ({
    body: { selection: { filter: {} }, folder_id: there, to_project_id: to, operation: 'copy', ...more },
  });
  const findings = async (): Promise<readonly CopyOrMoveFinding[]> =>
    (await owner.request<CopyOrMoveReport>('POST', `/api/v1/project/${from}/items/bring/preview`, body())).body
      .findings;
  const copyOrMove = async (more: object = {}): Promise<ItemChangeView> =>
    (await owner.request<ItemChangeView>('POST', `/api/v1/project/${from}/items/bring`, body(more))).body;
  const categories = async (): Promise<readonly (readonly string[])[]> =>
    (await owner.request<{ data: ListedItem[] }>('GET', `/api/v1/project/${to}/items?sort=name`)).body.data.map(each =>
      each.categories.map(one => one.category_name),
    );
  const target = async (most: number): Promise<void> => {
    to = await project(most);
    there = (await owner.request<Named>('GET', `/folder/getFolderByName?project_id=${to}&name=root`)).body.id;
  };

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'categories'], jobs: false });
    ({ owner } = await app.team('North'));
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);
  beforeEach(async () => {
    from = await project(2);
    const [shoes, bags] = await add(from, 'Shoes', 'Bags');
    const items = (
      await owner.request<Named[]>('POST', '/image/ext-create', {
        body: {
          project_id: from,
          upload_state: 3,
          images: ['a', 'b', 'c'].map(name => ({ name, path: `https://files.test/${name}` })),
          meta: {},
        },
      })
    ).body;
    const wanted = [[shoes!.id, bags!.id], [bags!.id], []];
    await owner.request('POST', `/items/bulk/setcategory?project_id=${from}`, {
      body: { bulk: items.map((item, at) => ({ item_id: item.id, categories: wanted[at] })) },
    });
  }, DATABASE_TIMEOUT_MS);

  it('should be found in any case of letters, and made where they are missing', async () => {
    await target(2);
    await add(to, 'SHOES');
    expect(await findings()).toEqual([{ kind: 'Category', name: 'Bags', items: 2, fate: 'made', obstacle: null }]);
    expect(await copyOrMove()).toMatchObject({ changed: 3, left_out: [] });
    expect(await listed(to)).toEqual(['SHOES', 'Bags']);
    expect(await categories()).toEqual([['SHOES', 'Bags'], ['Bags'], []]);
  });

  it('should be the first of an item where items have one, which is said', async () => {
    await target(1);
    expect((await findings()).find(each => each.fate === 'left_out')).toEqual({
      kind: 'Category',
      name: 'all but the first',
      items: 1,
      fate: 'left_out',
      obstacle: 'Items have one category there.',
    });
    expect(await copyOrMove()).toMatchObject({
      changed: 3,
      left_out: [
        {
          code: 'CATEGORY',
          message: 'All categories but the first were left out. Items have one category there.',
          count: 1,
        },
      ],
    });
    expect(await categories()).toEqual([['Shoes'], ['Bags'], []]);
  });

  it('should replace those of items that are replaced, and stay where annotations alone are', async () => {
    await target(2);
    await copyOrMove();
    const [own] = await add(to, 'Own');
    const held = (await owner.request<{ data: ListedItem[] }>('GET', `/api/v1/project/${to}/items?sort=name`)).body
      .data;
    await owner.request('POST', `/items/bulk/setcategory?project_id=${to}`, {
      body: { bulk: held.map(item => ({ item_id: item.id, categories: [own!.id] })) },
    });
    expect(await copyOrMove({ duplicates: 'replace_annotation' })).toMatchObject({ changed: 3 });
    expect(await categories()).toEqual([['Own'], ['Own'], ['Own']]);
    expect(await copyOrMove({ duplicates: 'replace_all' })).toMatchObject({ changed: 3 });
    expect(await categories()).toEqual([['Shoes', 'Bags'], ['Bags'], []]);
  });
});
