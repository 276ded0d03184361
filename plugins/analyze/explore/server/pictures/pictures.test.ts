import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { searchApi } from '../../common/search-api.ts';
import { similarityApi } from '../../common/similarity-api.ts';

const PLUGINS = [
  'teams',
  'projects',
  'items',
  'classes',
  'editor',
  'skeletons',
  'editor-vector',
  'workflow',
  'annotation-api',
  'form',
  'categories',
  'item-fields',
  'explore',
];
const { similarityStatus, syncSimilarity, searchSimilarItems } = similarityApi.operations;

/** A picture of stripes; `shift` moves all brightnesses. */
const stripes = (shift: number, blurred = false): Promise<Buffer> => {
  const [width, height] = [160, 120];
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const value = Math.floor(x / 12) % 2 === Math.floor(y / 30) % 2 ? 60 : 170;
    data.fill(value + shift, at * 3, at * 3 + 3);
  }
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  return (blurred ? picture.blur(8) : picture).png().toBuffer();
};
const plain = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .png()
    .toBuffer();

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let projectId: number;
  const ids = new Map<string, number>();

  const add = async (name: string, picture: Buffer): Promise<void> => {
    const { body, status } = await owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
      params: { project_id: projectId },
      query: { name },
      bytes: picture,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    ids.set(name, body.item.id);
  };
  const found = async (query: string): Promise<readonly string[]> => {
    const { body, status } = await owner.call<readonly { name: string }[]>('explore', searchApi.operations.search, {
      query: { project_id: projectId },
      body: { query },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.map(each => each.name);
  };
  const state = async () =>
    (await owner.call('explore', similarityStatus, { query: { project_id: projectId } })).body as {
      readonly state: string;
      readonly job_id: string | null;
      readonly progress: { readonly done: number; readonly total: number };
    };

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: PLUGINS });
    owner = (await app.team('North')).owner;
    projectId = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Photos', type: 1 } })).body
      .id;
    await add('stripes.png', await stripes(0));
    await add('stripes again.png', await stripes(4));
    await add('blurred.png', await stripes(0, true));
    await add('night.png', await plain('#050505'));
    await add('snow.png', await plain('#fdfdfd'));
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close(), DATABASE_TIMEOUT_MS);

  it('should say truly that nothing is measured yet, and measure what a query needs', async () => {
    expect(await state()).toMatchObject({ state: 'needed', progress: { done: 0, total: 5 } });
    expect(await found('file(brightness < 10)')).toEqual(['night.png']);
    expect(await state()).toMatchObject({ state: 'ready', progress: { done: 5, total: 5 } });
    expect(await found('file(brightness > 95)')).toEqual(['snow.png']);
    expect((await found('file(sharpness > 0) ORDER BY file.sharpness ASC'))[0]).toBe('blurred.png');
  });

  it('should group near duplicates, also with a picture that is uploaded later', async () => {
    expect(await found('file(duplicates > 0) AND name CONTAINS stripes')).toEqual(['stripes again.png', 'stripes.png']);
    await add('third stripes.png', await stripes(7));
    expect(await found('file(duplicates = 2) AND name CONTAINS stripes ORDER BY file.duplicateGroup ASC')).toHaveLength(
      3,
    );
    expect(await found(`duplicateOf(${ids.get('stripes.png')!}, 0.95) AND name CONTAINS stripes`)).toEqual([
      'stripes again.png',
      'third stripes.png',
    ]);
    expect(await found(`NOT duplicateOf(${ids.get('stripes.png')!}, 0.95) AND name = night.png`)).toEqual([
      'night.png',
    ]);
  });

  it('should find the most similar pictures, best first', async () => {
    const order = await found(`similarTo(${ids.get('stripes.png')!}, 3)`);
    expect(order.slice(0, 2).toSorted()).toEqual(['stripes again.png', 'third stripes.png']);
    expect(order).toHaveLength(3);
    const { body } = await owner.call<readonly { name: string; score: number }[]>('explore', searchSimilarItems, {
      query: { project_id: projectId },
      body: { item_id: ids.get('stripes.png')!, limit: 5 },
    });
    expect(body).toHaveLength(5);
    expect(body[0]!.score).toBeGreaterThan(body[4]!.score);
    expect(body.map(each => each.score)).toEqual(body.map(each => each.score).toSorted((one, other) => other - one));
  });

  it('should refuse items of other projects and say what is wrong with a number', async () => {
    const answer = await owner.call('explore', searchApi.operations.search, {
      query: { project_id: projectId },
      body: { query: 'similarTo(2147483000)' },
    });
    expect(answer.status).toBe(404);
    const wrong = await owner.call('explore', searchApi.operations.search, {
      query: { project_id: projectId },
      body: { query: 'similarTo(horse)' },
    });
    expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringContaining('number of an item') } });
  });

  it('should ask for the job when many pictures are not measured, and have it measure them', async () => {
    for (let at = 0; at < 42; at++) await add(`more ${at}.png`, await stripes(at % 5));
    const { search, countFacets } = searchApi.operations;
    const [project, refused] = [{ project_id: projectId }, { status: 409, body: { code: 'SIMILARITY_NOT_READY' } }];
    const searched = await owner.call('explore', search, { query: project, body: { query: 'file(sharpness > 0)' } });
    expect(searched).toMatchObject(refused);
    const counted = await owner.call('explore', countFacets, { query: project, body: { query: '', kind: 'quality' } });
    expect(counted).toMatchObject(refused);
    const begun = await owner.call('explore', syncSimilarity, { query: { project_id: projectId } });
    expect(begun).toMatchObject({ status: 200, body: { job_id: expect.any(String) } });
    await expect.poll(async () => (await state()).state, { timeout: 60_000, interval: 50 }).toBe('ready');
    await expect.poll(async () => (await state()).job_id, { timeout: 60_000, interval: 50 }).toBeNull();
    expect(await found('file(sharpness > 0) AND name = "more 41.png"')).toEqual(['more 41.png']);
  });
});
