import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { annotationDocumentApi } from '../../common/api.ts';
import type { ObjectCellView, ObjectEntry, PlacedObject } from '../../common/large/large-api.ts';
import { LARGE_OBJECTS } from '../../common/large/object-cells.ts';
import { newId } from '../../common/new-id.ts';
import type { AnnotationHooks } from '../annotation-hooks.ts';
import { DocumentFolds } from './document-folds.ts';

const {
  openItem,
  saveAnnotation,
  getAnnotation,
  getVersion,
  listVersions,
  getObjectCell,
  listObjects,
  readObjects,
  saveObjects,
} = annotationDocumentApi.operations;

const box = (id: string, x: number, y: number, side = 8): Record<string, unknown> => ({
  id,
  type: 'bbox',
  classId: -1,
  attributes: [],
  points: { x1: x, y1: y, x2: x + side, y2: y + side },
});

/** A crowd in the corner, one object far off, one over everything, and one that is nowhere. */
const instances = [
  ...Array.from({ length: LARGE_OBJECTS }, (_, at) => box(`n${at}`, (at % 200) * 10, Math.floor(at / 200) * 10)),
  box('far', 3000, 3000),
  box('huge', 10, 10, 3900),
  { id: 'tag', type: 'tag', classId: -1, attributes: [] },
];

/** Looking for documents that are behind takes no other services. */
const unused = [undefined, undefined] as unknown as [Items, AnnotationHooks];

interface Opened {
  readonly revision: number;
  readonly large: { readonly count: number; readonly job_id: string | null } | null;
  readonly document: { readonly instances: readonly { readonly id: string }[] };
}
interface Saved {
  readonly revision: number;
  readonly replayed?: boolean;
  readonly code?: string;
}

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let params: { project_id: number; item_id: number };
  let revision: number;

  const open = async (): Promise<Opened> => (await owner.call<Opened>('main', openItem, { params })).body;
  const cell = async (level: number, column: number, row: number): Promise<ObjectCellView> =>
    (await owner.call<ObjectCellView>('main', getObjectCell, { params: { ...params, level, column, row } })).body;
  const save = (base: number, patches: readonly object[], op = newId()): Promise<Answer<Saved>> =>
    owner.call<Saved>('main', saveObjects, { params, body: { op, base, patches } });
  const read = async (...ids: string[]): Promise<readonly PlacedObject[]> =>
    (await owner.call<{ objects: PlacedObject[] }>('main', readObjects, { params, body: { ids } })).body.objects;
  const whole = async (): Promise<Opened> => (await owner.call<Opened>('main', getAnnotation, { params })).body;
  const moved = (id: string, x: number): object => ({
    collection: 'instances',
    id,
    before: box(id, 0, 0),
    after: box(id, x, 0),
  });

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: [
        'teams',
        'projects',
        'items',
        'classes',
        'annotations',
        'stage',
        'skeletons',
        'editor',
        'editor-vector',
        'tiles',
        'editor-tiled',
      ],
    });
    owner = (await app.team('North')).owner;
    const project = await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
      body: { name: 'Slides', type: 5 },
    });
    const bytes = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const { item } = (
      await owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
        params: { project_id: project.body.id },
        query: { name: 'slide.png' },
        bytes,
      })
    ).body;
    params = { project_id: project.body.id, item_id: item.id };
    const data = { metadata: { name: 'slide.png', width: 4000, height: 4000 }, instances, tags: [], comments: [] };
    const stored = await owner.call<Saved>('main', saveAnnotation, { params, body: { op: newId(), base: 0, data } });
    expect(stored.status).toBe(200);
    expect((await open()).large?.job_id).not.toBeNull();
    await vi.waitFor(async () => expect((await open()).large?.job_id).toBeNull(), { timeout: 60_000 });
    ({ revision } = stored.body);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  it('should open without its objects, and answer those of a cell or how many are where in a crowded one', async () => {
    const opened = await open();
    expect(opened.large).toEqual({ count: instances.length, job_id: null });
    expect(opened.document.instances.map(({ id }) => id)).toEqual(['tag']);
    const lone = await cell(0, 2, 2);
    expect(lone.squares).toBeNull();
    expect(lone.objects.map(({ instance }) => instance.id).toSorted()).toEqual(['far', 'huge']);
    const near = await cell(0, 0, 0);
    expect([near.count, near.squares, near.objects.length]).toEqual([10_200, null, near.count + 1]);
    const crowded = await cell(1, 0, 0);
    expect(crowded.objects.map(({ instance }) => instance.id)).toEqual(['huge']);
    expect(crowded.squares!.reduce((sum, { count }) => sum + count, 0)).toBe(crowded.count);
    const all = await cell(3, 0, 0);
    expect(all.count).toBe(instances.length - 1);
    expect(all.squares!.reduce((sum, { count }) => sum + count, 0)).toBe(all.count);
  });

  it('should say where more large objects reach into a cell than it answers', async () => {
    expect((await cell(0, 2, 2)).incomplete).toBe(false);
    const wide = Array.from({ length: 1_001 }, (_, at) => box(`wide${at}`, 500, 500, 2_600));
    const patches = wide.map(after => ({ collection: 'instances', id: after['id'], after }));
    const { body: added } = await save(revision, patches);
    const reached = await cell(0, 2, 2);
    const removed = wide.map(before => ({ collection: 'instances', id: before['id'], before }));
    revision = (await save(added.revision, removed)).body.revision;
    expect([reached.incomplete, reached.objects.length]).toEqual([true, reached.count + 1_000]);
  });

  it('should list objects a page at a time and find them by a part of their id', async () => {
    const list = async (query: object): Promise<{ count: number; data: ObjectEntry[] }> =>
      (await owner.call<{ count: number; data: ObjectEntry[] }>('main', listObjects, { params, query })).body;
    const first = await list({ limit: 2 });
    expect([first.count, first.data.map(({ id }) => id)]).toEqual([instances.length, ['n0', 'n1']]);
    expect((await list({ limit: 1, after: first.data[1]!.place })).data[0]!.id).toBe('n2');
    const found = await list({ search: 'FAR' });
    expect(await list({ search: 'FAR', class_id: -1, review: 'undecided', after: 0, limit: 10 })).toEqual(found);
    expect(found).toMatchObject({ count: 1, data: [{ id: 'far', bounds: { minX: 3000, maxY: 3008 } }] });
  });

  it('should store single objects once per operation, and show them to all who read the document', async () => {
    const op = newId();
    const patches = [
      moved('far', 3500),
      { collection: 'instances', id: 'n5', before: box('n5', 50, 0) },
      { collection: 'instances', id: 'new', after: box('new', 3200, 3200) },
    ];
    const stored = await save(revision, patches, op);
    expect(stored).toMatchObject({ status: 200, body: { revision: revision + 1 } });
    expect((await save(revision, patches, op)).body).toMatchObject({ revision: revision + 1, replayed: true });
    revision += 1;
    expect((await read('far', 'n5', 'new')).map(({ instance }) => instance['points'])).toEqual(
      expect.arrayContaining([
        { x1: 3500, y1: 0, x2: 3508, y2: 8 },
        { x1: 3200, y1: 3200, x2: 3208, y2: 3208 },
      ]),
    );
    expect((await cell(0, 3, 3)).objects.map(({ instance }) => instance.id)).toContain('new');
    expect((await cell(3, 0, 0)).count).toBe(instances.length - 1);
    const { document, revision: now } = await whole();
    expect([now, document.instances.length, document.instances.at(-1)!.id]).toEqual([
      revision,
      instances.length,
      'new',
    ]);
    // Once undone, it is where it was in the drawing order.
    const back = { collection: 'instances', id: 'n5', after: box('n5', 50, 0), index: 6 };
    expect((await save(revision, [back])).status).toBe(200);
    revision += 1;
    expect((await whole()).document.instances[5]!.id).toBe('n5');
  });

  it('should refuse changes that were made on an earlier revision', async () => {
    expect((await save(revision - 1, [moved('n1', 3100)])).status).toBe(409);
    expect((await save(revision, [moved('n1', 3000)])).body.revision).toBe(revision + 1);
    revision += 1;
  });

  it('should refuse objects that are not valid, by naming the field, and store nothing of them', async () => {
    const wrong = { collection: 'instances', id: 'bad', after: { ...box('bad', 1, 1), points: { x1: 1 } } };
    const refused = await save(revision, [moved('n3', 3000), wrong]);
    expect(refused.status).toBe(422);
    expect((await read('n3'))[0]!.instance['points']).toMatchObject({ x1: 30 });
    expect((await save(revision, [{ collection: 'pages', id: 'x' }])).status).toBe(400);
  });

  it('should bring the document up to date after a rest, as one version', async () => {
    const versions = async (): Promise<number> =>
      (await owner.call<{ count: number }>('main', listVersions, { params })).body.count;
    const before = await versions();
    const { jobs } = app.app.services;
    await new DocumentFolds(app.database, jobs, ...unused).sweep(new Date(Date.now() + 3_600_000));
    await expect.poll(versions).toBe(before + 1);
    expect(await open()).toMatchObject({ revision, large: { job_id: null } });
    expect((await owner.call('main', getVersion, { params: { ...params, revision } })).body).toMatchObject({
      code: 'VERSION_TOO_LARGE',
    });
    expect((await save(revision, [moved('n4', 3000)])).status).toBe(200);
    revision += 1;
    // A document that is replaced keeps its last objects as a version too.
    const data = { metadata: { name: 'slide.png', width: 4000, height: 4000 }, instances: [], tags: [], comments: [] };
    await owner.call('main', saveAnnotation, { params, body: { op: newId(), base: revision, data } });
    expect(await versions()).toBe(before + 3);
    expect((await open()).large).toBeNull();
  });
});
