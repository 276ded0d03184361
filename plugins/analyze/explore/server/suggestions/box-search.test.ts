import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kernelApi } from '#core/kernel/common/index.ts';
import type { JobView } from '#core/kernel/common/index.ts';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import type { ColourService } from '#tests/support/colour-service.ts';
import { colourService } from '#tests/support/colour-service.ts';
import { anyDatabase, DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { searchApi } from '../../common/search-api.ts';
import type { SimilarityState } from '../../common/similarity-api.ts';
import { similarityApi } from '../../common/similarity-api.ts';
import type { Suggestion, SuggestionSet } from '../../common/suggestion-api.ts';
import { suggestionApi } from '../../common/suggestion-api.ts';
import { addPicture, boxAt, picture, PLUGINS } from '../embeddings/pictures.support.ts';

const { createSuggestions, getSuggestions, openSuggestions } = suggestionApi.operations;

let app: TestApp;
let owner: TestPerson;
let projectId: number;
let service: ColourService;
let folder: string;
let cherry: { readonly id: number };

const query = () => ({ project_id: projectId });
const open = async ({ id }: SuggestionSet, least = 0) =>
  (
    await owner.call<{ set: SuggestionSet; count: number; data: readonly Suggestion[] }>('explore', getSuggestions, {
      params: { suggestion_set_id: id },
      query: { ...query(), least },
    })
  ).body;
const change = (path: string, body?: object) =>
  owner.request<{ id: number; changed: number }>('POST', `/api/v1/project/${projectId}/items/${path}`, { body });
const found = async (text: string): Promise<readonly string[]> =>
  (
    await owner.call<readonly { name: string }[]>('explore', searchApi.operations.search, {
      query: query(),
      body: { query: text },
    })
  ).body.map(each => each.name);
const pond = (x: number, y: number): Promise<Buffer> =>
  picture('#c0d0ff', `<rect x="${x}" y="${y}" width="30" height="30" fill="#e02020"/>`);

const connect = (url: string): Promise<void> =>
  writeFile(join(folder, 'embeddings.json'), JSON.stringify({ url, model: 'colours', dimension: 3 }));

beforeAll(async () => {
  service = await colourService();
  folder = await mkdtemp(join(tmpdir(), 'loupe-boxes-'));
  await connect(service.url);
  app = await openTestApp(anyDatabase(), {
    plugins: PLUGINS,
    settings: { modelsFolder: folder, egressAllow: ['127.0.0.1'] },
  });
  ({ owner } = await app.team('North'));
  projectId = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Ponds', type: 1 } })).body.id;
  [cherry] = (
    await owner.request<[{ id: number }]>('POST', `/classes?project_id=${projectId}`, {
      body: { classes: [{ name: 'Cherry', color: '#D7263D', type: 1, attribute_groups: [] }] },
    })
  ).body;
}, DATABASE_TIMEOUT_MS);
afterAll(async () => {
  await app.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
}, DATABASE_TIMEOUT_MS);

it('should suggest new boxes where a picture looks like an object, and take the accepted ones back', async () => {
  const first = await addPicture(owner, projectId, 'pond a', await pond(10, 20));
  const second = await addPicture(owner, projectId, 'pond b', await pond(70, 40));
  const instances = [boxAt(10, cherry.id)];
  await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
    params: { project_id: projectId, item_id: first },
    body: { op: newId(), base: 0, data: { metadata: { name: 'pond a' }, instances, tags: [], comments: [] } },
  });
  const example = { item_id: first, position: 0, class_id: cherry.id };
  const made = await owner.call<SuggestionSet>('explore', createSuggestions, {
    query: query(),
    body: { ...example, pictures: 2 },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const set = made.body;
  expect(set).toMatchObject({ kind: 'box', clearly_alike: 0, search: { done: 0, total: 2 } });
  await expect.poll(async () => (await open(set)).set.search, { timeout: 60_000, interval: 50 }).toBeNull();
  // In the picture of the object only the object itself looks like it; the vectors of its parts are like it too.
  const { data, count, set: searched } = await open(set, 0.99);
  expect([count, data[0]!.item_id, data[0]!.class_id]).toEqual([1, second, -1]);
  const { item_id, id, x, y, width, height } = data[0]!;
  const box = { x: x!, y: y!, width: width!, height: height! };
  // A mean colour does not say how large the thing is, but where it is.
  expect(Math.abs(box.x + box.width / 2 - 85)).toBeLessThan(15);
  expect(Math.abs(box.y + box.height / 2 - 55)).toBeLessThan(15);
  const left = await owner.call('explore', openSuggestions, {
    params: { suggestion_set_id: set.id },
    query: { ...query(), least: 0.99 },
  });
  expect(left.body).toEqual({ data: [{ item_id, id, box }] });
  const boxes = (class_id: number) => ({
    selection: { item_ids: [item_id] },
    change: { kind: 'boxes', value: { class_id, boxes: [{ item_id, id, ...box }] } },
  });
  expect((await change('change', boxes(999_999))).status).toBe(400);
  const accepted = await change('change', boxes(cherry.id));
  expect(accepted.body.changed).toBe(1);
  const all = searched.counts.open;
  expect((await open(set)).set.counts).toEqual({ open: all - 1, accepted: 1, rejected: 0 });
  expect(await found('instance(className = Cherry) AND name = "pond b.png"')).toEqual(['pond b.png']);
  await change(`changes/${accepted.body.id}/undo`);
  expect((await open(set)).set.counts).toEqual({ open: all, accepted: 0, rejected: 0 });
  expect(await found('instance(className = Cherry) AND name = "pond b.png"')).toEqual([]);
  const tiny = await owner.call('explore', createSuggestions, {
    query: query(),
    body: { item_id: second, position: 0, class_id: cherry.id, pictures: 2 },
  });
  expect(tiny).toMatchObject({ status: 422, body: { code: 'NO_PICTURE' } });
});

it('should say why comparing pictures and looking for boxes failed, until they are started again', async () => {
  const { similarityStatus, syncSimilarity } = similarityApi.operations;
  const item_id = await addPicture(owner, projectId, 'pond c', await pond(30, 30));
  await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
    params: { project_id: projectId, item_id },
    body: {
      op: newId(),
      base: 0,
      data: { metadata: { name: 'pond c' }, instances: [boxAt(30, cherry.id)], tags: [], comments: [] },
    },
  });
  await connect('http://127.0.0.1:9/');
  const embeddings = async (operation: typeof similarityStatus | typeof syncSimilarity) =>
    (await owner.call<SimilarityState>('explore', operation, { query: query() })).body.embeddings;
  const { job_id } = await embeddings(syncSimilarity);
  expect(job_id).toEqual(expect.any(String));
  const job = async (): Promise<JobView> =>
    (await owner.call<JobView>('main', kernelApi.operations.getJob, { params: { job_id: job_id! } })).body;
  await expect
    .poll(job, { timeout: 60_000, interval: 50 })
    .toMatchObject({ state: 'FAILED', error: { message: expect.stringContaining('127.0.0.1') } });
  expect(await embeddings(similarityStatus)).toMatchObject({ state: 'needed', job_id });
  const { body: set } = await owner.call<SuggestionSet>('explore', createSuggestions, {
    query: query(),
    body: { item_id, position: 0, class_id: cherry.id, pictures: 1 },
  });
  await expect
    .poll(async () => (await open(set)).set.search?.error, { timeout: 60_000, interval: 50 })
    .toContain('127.0.0.1');
  await connect(service.url);
  expect((await embeddings(syncSimilarity)).job_id).not.toBe(job_id);
  await expect
    .poll(() => embeddings(similarityStatus), { timeout: 60_000, interval: 50 })
    .toMatchObject({ state: 'ready', job_id: null });
});
