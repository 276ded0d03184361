import { afterAll, beforeAll, expect, it } from 'vitest';
import sharp from 'sharp';
import type { ItemSummary } from '#plugins/workspace/items/common/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { annotationDocumentApi } from '#plugins/annotate/annotations/common/api.ts';
import { newId } from '#plugins/annotate/annotations/common/new-id.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['teams', 'projects', 'items', 'classes', 'editor', 'skeletons', 'editor-vector', 'editor-text'],
    });
    team = await app.team('North');
    owner = team.owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close(), DATABASE_TIMEOUT_MS);

  const project = async (type: number): Promise<number> =>
    (await owner.request<{ id: number }>('POST', '/project', { body: { name: `Summaries ${type}`, type } })).body.id;
  const upload = async (id: number, name: string, bytes: Buffer): Promise<number> => {
    const { body } = await owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
      params: { project_id: id },
      query: { name },
      bytes,
    });
    return body.item.id;
  };
  const summaries = async (id: number, ids: readonly number[], by = owner): Promise<readonly ItemSummary[]> =>
    (
      await by.call<{ data: readonly ItemSummary[] }>('main', itemsApi.operations.summarizeItems, {
        params: { project_id: id },
        query: { ids: [...ids] },
      })
    ).body.data;

  it('should count objects and open comments, and draw shapes in the colors of their classes', async () => {
    const id = await project(1);
    const picture = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#446677' } })
      .png()
      .toBuffer();
    const item = await upload(id, 'a.png', picture);
    const bare = await upload(id, 'b.png', picture);
    const [car] = (
      await owner.request<readonly [{ id: number }]>('POST', `/classes?project_id=${id}`, {
        body: { classes: [{ name: 'Car', color: '#D7263D', type: 1, attribute_groups: [] }] },
      })
    ).body;
    const comment = (resolved: boolean): object => ({
      id: newId(),
      x: 10,
      y: 10,
      resolved,
      correspondence: [{ text: 'Look', email: owner.email }],
    });
    const saved = await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
      params: { project_id: id, item_id: item },
      body: {
        op: newId(),
        base: 0,
        data: {
          metadata: { name: 'a.png' },
          instances: [
            { id: newId(), type: 'bbox', classId: car.id, attributes: [], points: { x1: 20, y1: 10, x2: 100, y2: 50 } },
          ],
          tags: [],
          comments: [comment(false), comment(true)],
        },
      },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(await summaries(id, [bare, item])).toEqual([
      { item_id: bare, objects: 0, comments: 0, excerpt: null, shapes: [] },
      {
        item_id: item,
        objects: 1,
        comments: 1,
        excerpt: null,
        shapes: [{ color: '#D7263D', path: 'M100 100L500 100L500 500L100 500Z' }],
      },
    ]);
    const annotator = await team.join('anna');
    await owner.request('POST', `/api/v1/project/${id}/share/bulk`, {
      body: { users: [{ user_id: annotator.email, user_role: 1 }] },
    });
    expect(await summaries(id, [item], annotator)).toEqual([]);
  });

  it('should show the beginning of texts, and list names in natural order', async () => {
    const id = await project(4);
    for (const name of ['item10.txt', 'Item2.txt', 'item1.txt'])
      await upload(id, name, Buffer.from(`Text of\n${name}`));
    const { body } = await owner.request<{ data: readonly { id: number; name: string }[] }>(
      'GET',
      `/api/v1/project/${id}/items`,
    );
    expect(body.data.map(each => each.name)).toEqual(['item1.txt', 'Item2.txt', 'item10.txt']);
    const found = await summaries(
      id,
      body.data.map(each => each.id),
    );
    expect(found.map(each => each.excerpt)).toEqual(['Text of item1.txt', 'Text of Item2.txt', 'Text of item10.txt']);
    const searched = await owner.request<{ data: readonly { name: string }[] }>(
      'GET',
      `/api/v1/project/${id}/items?name=ITEM&order=desc`,
    );
    expect(searched.body.data.map(each => each.name)).toEqual(['item10.txt', 'Item2.txt', 'item1.txt']);
  });
});
