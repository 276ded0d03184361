import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import type { ColourService } from '#tests/support/colour-service.ts';
import { colourService } from '#tests/support/colour-service.ts';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { searchApi } from '../../common/search-api.ts';
import type { SimilarityState } from '../../common/similarity-api.ts';
import { similarityApi } from '../../common/similarity-api.ts';

const PLUGINS = [
  'teams',
  'projects',
  'items',
  'classes',
  'editor',
  'skeletons',
  'editor-vector',
  'stage',
  'smart-tools',
  'workflow',
  'annotation-api',
  'form',
  'categories',
  'item-fields',
  'explore',
];
const { similarityStatus, syncSimilarity, searchSimilarInstances, mapItems } = similarityApi.operations;

const picture = (background: string, boxes = ''): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><rect width="120" height="80" fill="${background}"/>${boxes}</svg>`,
    ),
  )
    .png()
    .toBuffer();

let app: TestApp;
let owner: TestPerson;
let projectId: number;
let service: ColourService;
let folder: string;
let classes: readonly { readonly id: number }[];
const ids = new Map<string, number>();

const add = async (name: string, bytes: Buffer): Promise<void> => {
  const { body } = await owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
    params: { project_id: projectId },
    query: { name: `${name}.png` },
    bytes,
  });
  ids.set(name, body.item.id);
};
const search = (query: string) =>
  owner.call<readonly { name: string }[]>('explore', searchApi.operations.search, {
    query: { project_id: projectId },
    body: { query },
  });
const found = async (query: string): Promise<readonly string[]> => {
  const { body, status } = await search(query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.map(each => each.name.replace('.png', ''));
};
const state = async (): Promise<SimilarityState['embeddings']> =>
  (await owner.call<SimilarityState>('explore', similarityStatus, { query: { project_id: projectId } })).body
    .embeddings;
const ready = (): Promise<void> =>
  expect.poll(async () => (await state()).state, { timeout: 30_000, interval: 20 }).toBe('ready');
const idle = (): Promise<void> =>
  expect.poll(async () => (await state()).job_id, { timeout: 30_000, interval: 20 }).toBeNull();
const save = async (name: string, base: number, boxes: readonly (readonly [number, number])[]): Promise<void> => {
  const instances = boxes.map(([x, kind]) => ({
    id: newId(),
    type: 'bbox',
    classId: classes[kind]!.id,
    attributes: [],
    locked: false,
    points: { x1: x, y1: 20, x2: x + 30, y2: 50 },
  }));
  const { body, status } = await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
    params: { project_id: projectId, item_id: ids.get(name)! },
    body: { op: newId(), base, data: { metadata: { name }, instances, tags: [], comments: [] } },
  });
  expect(status, JSON.stringify(body)).toBe(200);
};

beforeAll(async () => {
  service = await colourService();
  folder = await mkdtemp(join(tmpdir(), 'loupe-embeddings-'));
  app = await openTestApp('pglite', {
    plugins: PLUGINS,
    settings: { modelsFolder: folder, egressAllow: ['127.0.0.1'] },
  });
  owner = (await app.team('North')).owner;
  projectId = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Photos', type: 1 } })).body.id;
  classes = (
    await owner.request<readonly { id: number }[]>('POST', `/classes?project_id=${projectId}`, {
      body: { classes: ['Cherry', 'Leaf'].map(name => ({ name, color: '#D7263D', type: 1, attribute_groups: [] })) },
    })
  ).body;
  for (const [name, colour] of [
    ['dark red', '#a01010'],
    ['red', '#e02020'],
    ['green', '#20c020'],
    ['blue', '#2030d0'],
  ] as const)
    await add(name, await picture(colour));
}, DATABASE_TIMEOUT_MS);
afterAll(async () => {
  await app.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
}, DATABASE_TIMEOUT_MS);

it('should say what to install, and compare by colours and edges until then', async () => {
  expect(await state()).toMatchObject({ state: 'unavailable', reason: expect.stringContaining('models install') });
  expect(await search('semantic(red)')).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('models install') },
  });
  expect(await found(`similarTo(${ids.get('red')!}, 2)`)).toHaveLength(2);
  const map = await owner.call('explore', mapItems, { query: { project_id: projectId }, body: {} });
  expect(map).toMatchObject({ status: 503, body: { code: 'MODEL_UNAVAILABLE' } });
});

it('should find pictures by likeness and by words once a service is connected', async () => {
  await writeFile(
    join(folder, 'embeddings.json'),
    JSON.stringify({ url: service.url, model: 'colours', dimension: 3 }),
  );
  expect(await state()).toMatchObject({ state: 'needed', progress: { done: 0, total: 4 }, words_reason: null });
  expect(await found(`similarTo(${ids.get('red')!}, 1)`)).toEqual(['dark red']);
  expect(await found('semantic(blue, 2)')).toEqual(['blue', expect.any(String)]);
  expect(await found('semantic(green, 1) AND name = red.png')).toEqual([]);
});

it('should make vectors of many pictures by a job, and those of objects after a save', async () => {
  const boxes =
    '<rect x="10" y="20" width="30" height="30" fill="#e02020"/><rect x="70" y="20" width="30" height="30" fill="#20c020"/>';
  for (let at = 0; at < 18; at++) await add(`tree ${at}`, await picture('#ffffff', boxes));
  expect(await search('semantic(red)')).toMatchObject({ status: 409, body: { code: 'SIMILARITY_NOT_READY' } });
  await owner.call('explore', syncSimilarity, { query: { project_id: projectId } });
  await ready();
  for (let at = 0; at < 12; at++)
    await save(`tree ${at}`, 0, [
      [10, 0],
      [70, 1],
    ]);
  // The red thing is labelled as a leaf here.
  await save('tree 12', 0, [[10, 1]]);
  await expect.poll(() => found('instance(labelDoubt >= 0.7)'), { timeout: 30_000, interval: 20 }).toEqual(['tree 12']);
  const objects = await owner.call<readonly { item_id: number; position: number }[]>(
    'explore',
    searchSimilarInstances,
    { query: { project_id: projectId }, body: { item_id: ids.get('tree 0')!, position: 0, limit: 6 } },
  );
  expect(objects.body.map(each => each.position)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await found(`similarTo("${ids.get('tree 0')!}/1", 5) AND name = "tree 12.png"`)).toEqual([]);
  expect(await found('file(oddness > 0) ORDER BY file.oddness DESC LIMIT 3')).not.toContain('tree 0');
  expect((await found('diverse(4)')).filter(each => each.startsWith('tree'))).toHaveLength(1);
});

it('should list similar objects with the most alike first', async () => {
  const { body } = await owner.call<readonly { position: number }[]>('explore', searchApi.operations.searchInstances, {
    query: { project_id: projectId },
    body: { query: `similarTo("${ids.get('tree 0')!}/0", 16)` },
  });
  // Twelve other red things, then green ones.
  expect(body.map(each => each.position)).toEqual([...Array(12).fill(0), ...Array(4).fill(1)]);
});

it('should put all pictures on a map, those that look alike close together', async () => {
  const { body } = await owner.call<{
    data: readonly { name: string; x: number; y: number; class: string | null }[];
    total: number;
  }>('explore', mapItems, { query: { project_id: projectId }, body: { query: 'metadata(id > 0)' } });
  expect(body.total).toBe(22);
  expect(body.data).toHaveLength(22);
  const at = (name: string) => body.data.find(each => each.name === `${name}.png`)!;
  const apart = (one: string, other: string): number => Math.hypot(at(one).x - at(other).x, at(one).y - at(other).y);
  expect(apart('red', 'dark red')).toBeLessThan(apart('red', 'blue'));
  expect(at('tree 12').class).toBe('Leaf');
  expect(at('blue').class).toBeNull();
});

it('should compare labels again after a save', async () => {
  await idle();
  // Two objects swap their classes.
  await save('tree 0', 1, [
    [10, 1],
    [70, 0],
  ]);
  await expect
    .poll(async () => (await found('instance(labelDoubt >= 0.7)')).toSorted(), { timeout: 30_000, interval: 20 })
    .toEqual(['tree 0', 'tree 12']);
  await idle();
  await save('tree 12', 1, [[10, 0]]);
  expect(await found('instance(labelDoubt >= 0.7)')).toEqual(['tree 0']);
});

it('should refuse objects of items that are not in the project', async () => {
  const answer = await owner.call('explore', searchSimilarInstances, {
    query: { project_id: projectId },
    body: { item_id: 2_147_483_000, position: 0 },
  });
  expect(answer.status).toBe(404);
});
