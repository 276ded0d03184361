import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import type { ColourService } from '#tests/support/colour-service.ts';
import { colourService } from '#tests/support/colour-service.ts';
import { anyDatabase, DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { searchApi } from '../../common/search-api.ts';
import type { MapPoint, SimilarityState } from '../../common/similarity-api.ts';
import { similarityApi } from '../../common/similarity-api.ts';
import type { Suggestion, SuggestionSet } from '../../common/suggestion-api.ts';
import { suggestionApi } from '../../common/suggestion-api.ts';
import { addPicture, boxAt, picture, PLUGINS } from './pictures.support.ts';

const { similarityStatus, syncSimilarity, searchSimilarInstances, mapItems } = similarityApi.operations;

let app: TestApp;
let team: TestTeam;
let owner: TestPerson;
let projectId: number;
let service: ColourService;
let folder: string;
let classes: readonly { readonly id: number }[];
const ids = new Map<string, number>();

const add = async (name: string, bytes: Buffer): Promise<void> =>
  void ids.set(name, await addPicture(owner, projectId, name, bytes));
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
  expect.poll(async () => (await state()).state, { timeout: 30_000, interval: 50 }).toBe('ready');
const idle = (): Promise<void> =>
  expect.poll(async () => (await state()).job_id, { timeout: 30_000, interval: 50 }).toBeNull();
const save = async (name: string, base: number, boxes: readonly (readonly [number, number])[]): Promise<void> => {
  const instances = boxes.map(([x, kind]) => boxAt(x, classes[kind]!.id));
  const { body, status } = await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
    params: { project_id: projectId, item_id: ids.get(name)! },
    body: { op: newId(), base, data: { metadata: { name }, instances, tags: [], comments: [] } },
  });
  expect(status, JSON.stringify(body)).toBe(200);
};

beforeAll(async () => {
  service = await colourService();
  folder = await mkdtemp(join(tmpdir(), 'loupe-embeddings-'));
  app = await openTestApp(anyDatabase(), {
    plugins: PLUGINS,
    settings: { modelsFolder: folder, egressAllow: ['127.0.0.1'] },
  });
  team = await app.team('North');
  ({ owner } = team);
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
  await expect.poll(() => found('instance(labelDoubt >= 0.7)'), { timeout: 30_000, interval: 50 }).toEqual(['tree 12']);
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
  const ana = await team.join('ana@north.test');
  await owner.request('POST', `/api/v1/project/${projectId}/share/bulk`, {
    body: { users: [{ user_id: ana.email, user_role: 1 }] },
  });
  const change = (kind: string, value: unknown) =>
    owner.request('POST', `/api/v1/project/${projectId}/items/change`, {
      body: { selection: { item_ids: [ids.get('blue')!] }, change: { kind, value } },
    });
  await change('assign', ana.email);
  await change('priority', 0.75);
  const score = await owner.request<{ id: number }>('POST', '/services/work-management/api/v1/scores', {
    body: { name: 'Sharp', type: 'rating', payload: { numberOfStars: 5 } },
  });
  const values = [ana.email, owner.email].map((user_id, at) => ({
    item_id: ids.get('blue')!,
    score_id: score.body.id,
    user_id,
    user_role: 1,
    value: 2 + at,
    weight: 1,
  }));
  await owner.request('POST', `/services/scoring/api/v1/scores?project_id=${projectId}`, { body: { data: values } });
  const { body } = await owner.call<{
    data: readonly MapPoint[];
    scores: readonly { id: number; name: string }[];
    total: number;
  }>('explore', mapItems, { query: { project_id: projectId }, body: { query: 'metadata(id > 0)' } });
  expect(body.total).toBe(22);
  expect(body.data).toHaveLength(22);
  const at = (name: string) => body.data.find(each => each.name === `${name}.png`)!;
  const apart = (one: string, other: string): number => Math.hypot(at(one).x - at(other).x, at(one).y - at(other).y);
  expect(apart('red', 'dark red')).toBeLessThan(apart('red', 'blue'));
  expect(at('tree 12').class).toBe('Leaf');
  expect(at('blue').class).toBeNull();
  // The mean of two people's ratings.
  const { scores } = body;
  expect(scores).toEqual([{ id: score.body.id, name: 'Sharp' }]);
  expect(at('blue')).toMatchObject({ annotator: ana.email, priority: 0.75, scores: { [scores[0]!.id]: 2.5 } });
  expect(at('red')).toMatchObject({ annotator: null, priority: null, scores: {} });
  expect(at('blue').oddness).toBeGreaterThan(at('tree 1').oddness!);
});

it('should compare labels again after a save', async () => {
  await idle();
  // Two objects swap their classes.
  await save('tree 0', 1, [
    [10, 1],
    [70, 0],
  ]);
  await expect
    .poll(async () => (await found('instance(labelDoubt >= 0.7)')).toSorted(), { timeout: 30_000, interval: 50 })
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

describe('suggestions', () => {
  const { createSuggestions, getSuggestions, openSuggestions, rejectSuggestions } = suggestionApi.operations;
  const query = () => ({ project_id: projectId });
  const suggest = async (body: object): Promise<SuggestionSet> => {
    const answer = await owner.call<SuggestionSet>('explore', createSuggestions, { query: query(), body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const open = async ({ id }: SuggestionSet, least = 0) =>
    (
      await owner.call<{ set: SuggestionSet; count: number; data: readonly Suggestion[] }>('explore', getSuggestions, {
        params: { suggestion_set_id: id },
        query: { ...query(), least },
      })
    ).body;
  const change = (path: string, body?: object) =>
    owner.request<{ id: number; changed: number }>('POST', `/api/v1/project/${projectId}/items/${path}`, { body });

  it('should suggest the class of an object for those that look like it, and keep what was rejected', async () => {
    const [cherry] = classes;
    const set = await suggest({ item_id: ids.get('tree 1')!, position: 0, class_id: cherry!.id });
    // One red thing is labelled as a leaf; the others that are no cherries are green.
    expect(set).toMatchObject({ class_name: 'Cherry', kind: 'object', counts: { open: 12, accepted: 0, rejected: 0 } });
    // What is green is left out at first: it is like this red thing as things of this project usually are.
    const { data, count } = await open(set, set.clearly_alike);
    expect([count, data[0]!.item_id, data[0]!.className]).toEqual([1, ids.get('tree 0'), 'Leaf']);
    const { item_id, id } = data[0]!;
    const accepted = await change('change', {
      selection: { item_ids: [item_id] },
      change: { kind: 'objects', value: { objects: [{ item_id, ids: [id] }], class_id: cherry!.id } },
    });
    expect((await open(set)).set.counts).toEqual({ open: 11, accepted: 1, rejected: 0 });
    const left = await owner.call<{ data: readonly object[] }>('explore', openSuggestions, {
      params: { suggestion_set_id: set.id },
      query: query(),
    });
    const rejected = await owner.call<SuggestionSet>('explore', rejectSuggestions, {
      params: { suggestion_set_id: set.id },
      query: query(),
      body: { suggestions: left.body.data, rejected: true },
    });
    expect(rejected.body.counts).toEqual({ open: 0, accepted: 1, rejected: 11 });
    await change(`changes/${accepted.body.id}/undo`);
    expect((await open(set)).set.counts).toEqual({ open: 1, accepted: 0, rejected: 11 });
  });

  it('should suggest a class for similar pictures, and take the tags back as one step', async () => {
    const [scene] = (
      await owner.request<readonly { readonly id: number }[]>('POST', `/classes?project_id=${projectId}`, {
        body: { classes: [{ name: 'Sunset', color: '#D7263D', type: 2, attribute_groups: [] }] },
      })
    ).body;
    const set = await suggest({ item_id: ids.get('red')!, class_id: scene!.id, limit: 2 });
    const { data } = await open(set);
    expect([data.length, data[0]!.item_id, data[0]!.position]).toEqual([2, ids.get('dark red'), -1]);
    const tagged = await change('change', {
      selection: { item_ids: data.map(each => each.item_id) },
      change: { kind: 'tag', value: { class_id: scene!.id } },
    });
    expect(tagged.body.changed).toBe(2);
    expect(await found('tag(className = Sunset)')).toHaveLength(2);
    // Pictures that have the class are not suggested again.
    const again = await open(await suggest({ item_id: ids.get('red')!, class_id: scene!.id, limit: 2 }));
    expect(again.data.map(each => each.item_id)).not.toContain(ids.get('dark red'));
    await change(`changes/${tagged.body.id}/undo`);
    expect(await found('tag(className = Sunset)')).toEqual([]);
    expect((await open(set)).set.counts).toMatchObject({ open: 2, accepted: 0 });
  });

  it('should count pictures again after each write that adds or removes some', async () => {
    const total = async (): Promise<number> => (await state()).progress.total;
    const before = await total();
    const selection = { item_ids: [ids.get('green')!] };
    const deleted = await change('change', { selection, change: { kind: 'delete' } });
    expect(await total()).toBe(before - 1);
    await change(`changes/${deleted.body.id}/undo`);
    expect(await total()).toBe(before);
  });

  it('should refuse a class for objects where entire pictures are asked for', async () => {
    const answer = await owner.call('explore', createSuggestions, {
      query: query(),
      body: { item_id: ids.get('red')!, class_id: classes[0]!.id },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { details: { issues: [{ field: 'class_id', reason: 'must be a class for entire items' }] } },
    });
  });
});
