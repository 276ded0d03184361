import { afterAll, beforeAll, expect, it } from 'vitest';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import { exportApi } from '#plugins/exchange/exchange/common/index.ts';
import type { ExportRecord } from '#plugins/exchange/exchange/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { fromBufferPromise, readAll } from '#tests/support/zip-reading.ts';
import type { Snapshot, SnapshotComparison, SplitResult } from '../../common/snapshot-api.ts';
import { snapshotApi } from '../../common/snapshot-api.ts';

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
  'exchange',
];
const { listSnapshots, createSnapshot, deleteSnapshot, compareSnapshots, splitItems } = snapshotApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let projectId: number;
  let car: number;
  const place = () => ({ project_id: projectId });

  const attach = async (names: readonly string[]): Promise<readonly { readonly id: number }[]> =>
    (
      await owner.request<readonly { id: number }[]>('POST', '/image/ext-create', {
        body: {
          project_id: projectId,
          upload_state: 3,
          images: names.map(name => ({ name: `${name}.jpg`, path: `https://files.test/${name}` })),
          meta: {},
        },
      })
    ).body;
  const annotate = async (itemId: number, base: number, boxes: number): Promise<void> => {
    const instances = Array.from({ length: boxes }, () => ({
      id: newId(),
      type: 'bbox',
      classId: car,
      attributes: [],
      points: { x1: 1, y1: 2, x2: 20, y2: 12 },
    }));
    const saved = await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
      params: { project_id: projectId, item_id: itemId },
      body: { op: newId(), base, data: { metadata: { name: 'a' }, instances, tags: [], comments: [] } },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  };
  const listed = async (): Promise<readonly Snapshot[]> =>
    (await owner.call<{ data: readonly Snapshot[] }>('explore', listSnapshots, { query: place() })).body.data;
  const freeze = async (name: string, query: string): Promise<Snapshot> => {
    const { body, status } = await owner.call<Snapshot>('explore', createSnapshot, {
      query: place(),
      body: { name, query },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    await expect
      .poll(async () => (await listed()).find(each => each.id === body.id)!.state, { timeout: 60_000, interval: 50 })
      .toBe('ready');
    return (await listed()).find(each => each.id === body.id)!;
  };
  const split = (body: object): Promise<Answer<SplitResult>> =>
    owner.call<SplitResult>('explore', splitItems, {
      query: place(),
      body: {
        query: '',
        parts: [
          { name: 'Train', share: 70 },
          { name: 'Validation', share: 15 },
          { name: 'Test', share: 15 },
        ],
        ...body,
      },
    });

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: PLUGINS });
    owner = (await app.team('North')).owner;
    projectId = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Photos', type: 1 } })).body
      .id;
    [{ id: car }] = (
      await owner.request<[{ id: number }]>('POST', `/classes?project_id=${projectId}`, {
        body: { classes: [{ name: 'Car', color: '#D7263D', type: 1, attribute_groups: [] }] },
      })
    ).body;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close(), DATABASE_TIMEOUT_MS);

  it('should freeze the same content as the same file, and say what changed between two versions', async () => {
    const [one, two, three] = await attach(['one', 'two', 'three']);
    await annotate(one!.id, 0, 1);
    const first = await freeze('v1', 'name IN [one.jpg, two.jpg]');
    const again = await freeze('v1 again', 'name IN [one.jpg, two.jpg]');
    expect(first).toMatchObject({ items: 2, error: null, url: expect.any(String) });
    expect(again.hash).toBe(first.hash);
    await annotate(one!.id, 1, 2);
    const second = await freeze('v2', 'name IN [one.jpg, three.jpg]');
    expect(second.hash).not.toBe(first.hash);
    const { body } = await owner.call<SnapshotComparison>('explore', compareSnapshots, {
      params: { snapshot_id: first.id },
      query: { ...place(), to_snapshot_id: second.id },
    });
    expect(body).toEqual({
      added: 1,
      removed: 1,
      changed: 1,
      same: 0,
      items: [
        { item_id: three!.id, name: 'three.jpg', change: 'added' },
        { item_id: one!.id, name: 'one.jpg', change: 'changed' },
        { item_id: two!.id, name: 'two.jpg', change: 'removed' },
      ],
    });
    const file = await app.app.http.inject({ url: first.url! });
    expect(file.statusCode).toBe(200);
    const lines = file.body
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { name: string; revision: number });
    expect(lines.map(({ name, revision }) => [name, revision])).toEqual([
      ['one.jpg', 1],
      ['two.jpg', 0],
    ]);
  });

  it('should refuse a name twice and a query with problems, and delete a version', async () => {
    const asked = { query: place(), body: { name: 'v1', query: '' } };
    expect(await owner.call('explore', createSnapshot, asked)).toMatchObject({
      status: 409,
      body: { code: 'NAME_EXISTS' },
    });
    expect(
      await owner.call('explore', createSnapshot, { query: place(), body: { name: 'v9', query: 'clasName = 1' } }),
    ).toMatchObject({ status: 400, body: { code: 'QUERY_SYNTAX' } });
    const [newest] = await listed();
    await owner.call('explore', deleteSnapshot, { params: { snapshot_id: newest!.id }, query: place() });
    expect((await listed()).map(each => each.id)).not.toContain(newest!.id);
  });

  it('should divide items among subsets, and leave them there when items are added', async () => {
    const made = await attach(Array.from({ length: 37 }, (_, at) => `more ${at}`));
    for (const { id } of made.slice(0, 10)) await annotate(id, 0, 1);
    /** Counts of the parts, which each stratum may round by one. */
    const near = (counts: readonly number[], shares: readonly number[]): void => {
      for (const [part, count] of counts.entries()) expect(Math.abs(count - shares[part]!)).toBeLessThanOrEqual(1);
    };
    const preview = await split({ preview: true, stratify: 'class' });
    expect(preview.body).toMatchObject({ total: 40, kept: 0, parts: [{ subset_id: null }, {}, {}] });
    const first = await split({ stratify: 'class' });
    near(
      first.body.parts.map(each => each.added),
      [28, 6, 6],
    );
    expect(first.body.parts.map(each => each.added)).toEqual(preview.body.parts.map(each => each.added));
    await attach(Array.from({ length: 20 }, (_, at) => `late ${at}`));
    const second = await split({ stratify: 'class' });
    expect(second.body).toMatchObject({ total: 60, kept: 40 });
    expect(second.body.parts.map(each => each.before)).toEqual(first.body.parts.map(each => each.added));
    near(
      second.body.parts.map(({ before, added }) => before + added),
      [42, 9, 9],
    );
    expect((await split({})).body.parts.map(each => each.added)).toEqual([0, 0, 0]);
    // Names of subsets are the same in any case.
    const parts = ['TRAIN', 'validation', 'Test'].map(name => ({ name, share: 1 }));
    expect((await split({ parts })).body).toMatchObject({ kept: 60 });
    expect(
      (
        await split({
          parts: [
            { name: 'Train', share: 1 },
            { name: 'Train ', share: 1 },
          ],
        })
      ).status,
    ).toBe(400);
  });

  it('should export a version in any format as it was frozen', async () => {
    const [item] = await attach(['street']);
    await annotate(item!.id, 0, 1);
    const version = await freeze('to export', 'name = street.jpg');
    await annotate(item!.id, 1, 3);
    const params = { project_id: projectId };
    const post = (body: object) =>
      owner.call<ExportRecord>('main', exportApi.operations.createExport, { params, body });
    const boxes = async (body: object): Promise<number> => {
      const { id } = (await post({ format: 'coco', ...body })).body;
      let record: ExportRecord | undefined;
      await expect
        .poll(async () => {
          const asked = { params: { ...params, export_id: id } };
          record = (await owner.call<ExportRecord>('main', exportApi.operations.getProjectExport, asked)).body;
          return record.status;
        })
        .toBe(2);
      expect(record!.version?.name).toBe('version_id' in body ? 'to export' : undefined);
      const files = await readAll(await fromBufferPromise((await app.request('GET', record!.path!)).raw));
      const coco = [...files].find(([path]) => path.endsWith('instances.json'))![1];
      return (JSON.parse(coco.toString()) as { annotations: readonly object[] }).annotations.length;
    };
    expect([await boxes({ version_id: version.id }), await boxes({ item_ids: [item!.id] })]).toEqual([1, 3]);
    expect(await post({ version_id: version.id, only_pinned: true })).toMatchObject({ status: 400 });
    expect(await post({ version_id: 2_000_000_000 })).toMatchObject({ status: 404 });
  });
});
