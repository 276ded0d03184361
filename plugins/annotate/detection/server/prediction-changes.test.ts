import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { annotationDocumentApi, newId } from '#plugins/annotate/annotations/common/index.ts';
import type { AnnotationDocument, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import type { ItemChangeView } from '#plugins/workspace/items/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { detectionApi } from '../common/api.ts';
import type { PredictionChange } from '../common/prediction-change.ts';

const PLUGINS = [
  'teams',
  'projects',
  'items',
  'classes',
  'editor',
  'editor-vector',
  'smart-tools',
  'annotation-api',
  'detection',
];
/** Size of the pictures; the detector gets them at most 2048 pixels wide. */
const [WIDTH, HEIGHT] = [4096, 1024];

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let folder: string;
  let projectId: number;
  let car: number;
  let items: readonly number[];
  /** Number of images of each question. */
  const asked: number[] = [];
  /** Widths of the images. */
  const widths = new Set<number>();
  /** Number of the next questions that fail. */
  let failing = 0;
  const service = createServer((request, response) => {
    void (async () => {
      const { images } = (await json(request)) as { images: string[] };
      asked.push(images.length);
      for (const image of images) widths.add((await sharp(Buffer.from(image, 'base64')).metadata()).width);
      if (failing > 0) {
        failing -= 1;
        response.writeHead(500).end();
        return;
      }
      // A car, one that is not certain, one that reaches over the border, and something else.
      const objects = [
        { label: 'car', confidence: 0.9, x: 10, y: 20, width: 30, height: 40 },
        { label: 'car', confidence: 0.2, x: 50, y: 20, width: 30, height: 40 },
        { label: 'car', confidence: 0.7, x: 2000, y: 500, width: 100, height: 100 },
        { label: 'dog', confidence: 0.9, x: 10, y: 20, width: 30, height: 40 },
      ];
      response.end(JSON.stringify({ model: 'street-1', labels: ['car', 'dog'], objects: images.map(() => objects) }));
    })();
  });

  const value = (given: Partial<PredictionChange> = {}): PredictionChange => ({
    classes: { car },
    confidence: 0.5,
    replace: true,
    ...given,
  });
  const body = (given: object, ids: readonly number[]) => ({
    selection: { item_ids: [...ids] },
    change: { kind: 'predictions', value: given },
  });
  const change = (
    given: object = value(),
    ids = items,
    { by = owner, project = projectId } = {},
  ): Promise<Answer<ItemChangeView>> =>
    by.call('main', itemChangeApi.operations.changeItems, { params: { project_id: project }, body: body(given, ids) });
  const ended = async (begun: Answer<ItemChangeView>): Promise<ItemChangeView> => {
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    let now = begun.body;
    await expect
      .poll(
        async () => {
          now = (
            await owner.call<ItemChangeView>('main', itemChangeApi.operations.getItemChange, {
              params: { project_id: begun.body.project_id, change_id: begun.body.id },
            })
          ).body;
          return now.state;
        },
        { timeout: 60_000 },
      )
      .not.toBe('running');
    return now;
  };
  const at = (itemId: number) => ({ project_id: projectId, item_id: itemId });
  const stored = async (itemId: number): Promise<{ document: AnnotationDocument; revision: number }> =>
    (
      await owner.call<{ document: AnnotationDocument; revision: number }>(
        'main',
        annotationDocumentApi.operations.getAnnotation,
        { params: at(itemId) },
      )
    ).body;
  const objects = async (itemId: number): Promise<readonly Instance[]> => (await stored(itemId)).document.instances;
  const save = async (itemId: number, instances: readonly Instance[]): Promise<void> => {
    const { document, revision } = await stored(itemId);
    const saved = await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
      params: at(itemId),
      body: { op: newId(), base: revision, data: { ...document, instances } },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  };
  const connect = (port: number): void =>
    writeFileSync(
      join(folder, 'detector.json'),
      JSON.stringify({ url: `http://127.0.0.1:${port}/`, model: 'street-1', labels: ['car', 'dog'] }),
    );

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-detector-'));
    await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve));
    app = await openTestApp(kind, { plugins: PLUGINS, settings: { modelsFolder: folder, egressAllow: ['127.0.0.1'] } });
    team = await app.team('North');
    owner = team.owner;
    projectId = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Streets', type: 1 } })).body
      .id;
    const made = await owner.request<readonly { id: number }[]>('POST', `/classes?project_id=${projectId}`, {
      body: { classes: [{ name: 'Car', color: '#D7263D', type: 1, attribute_groups: [] }] },
    });
    car = made.body[0]!.id;
    const bytes = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#345' } })
      .jpeg()
      .toBuffer();
    const uploaded: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const path = `/api/v1/project/${projectId}/upload?name=${index}.jpg`;
      uploaded.push((await owner.request<{ item: { id: number } }>('PUT', path, { bytes })).body.item.id);
    }
    items = uploaded;
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app.close();
    await new Promise(resolve => service.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  }, DATABASE_TIMEOUT_MS);

  it('should name no detector and refuse to run one before it is connected', async () => {
    const detector = (): Promise<Answer<object>> => owner.call('main', detectionApi.operations.getDetector, {});
    expect((await detector()).body).toEqual({ detector: null });
    const refused = await change();
    expect(refused).toMatchObject({ status: 503, body: { code: 'MODEL_UNAVAILABLE' } });
    connect((service.address() as AddressInfo).port);
    expect((await detector()).body).toEqual({ detector: { model: 'street-1', labels: ['car', 'dog'] } });
  });

  it('should preview without asking, give images the boxes of chosen labels, and take them back as one step', async () => {
    const preview = await owner.call('main', itemChangeApi.operations.previewItemChange, {
      params: { project_id: projectId },
      body: body(value(), items),
    });
    expect(preview.body).toMatchObject({ total: 20, changes: 20, refused: [] });
    expect(asked).toEqual([]);

    const done = await ended(await change());
    expect(done).toMatchObject({ state: 'finished', changed: 20, undoable: true, refused: [] });
    expect(asked).toEqual([8, 8, 4]);
    expect([...widths]).toEqual([2048]);
    const found = await objects(items[3]!);
    expect(found.map(each => each['points'])).toEqual([
      { x1: 20, y1: 40, x2: 80, y2: 120 },
      { x1: 4000, y1: 1000, x2: WIDTH, y2: HEIGHT },
    ]);
    expect(found[0]).toMatchObject({ type: 'bbox', classId: car, creationType: 'Prediction', probability: 90 });

    const undone = await owner.call<ItemChangeView>('main', itemChangeApi.operations.undoItemChange, {
      params: { project_id: projectId, change_id: done.id },
    });
    expect(undone.body).toMatchObject({ changed: 20, since: 0 });
    expect(await objects(items[3]!)).toEqual([]);
  });

  it('should leave alone what people drew or changed when it runs again, and when that is undone', async () => {
    const [first, second] = items as [number, number];
    await ended(await change(value(), [first, second]));
    const [prediction, other] = (await objects(first)) as [Instance, Instance];
    const drawn = { ...prediction, id: newId(), creationType: 'Manual' as const };
    const corrected = { ...prediction, points: { x1: 1, y1: 1, x2: 9, y2: 9 }, updatedAt: new Date().toISOString() };
    await save(first, [drawn, corrected, other]);

    const again = await ended(await change(value({ confidence: 0.8 }), [first, second]));
    expect(again).toMatchObject({ changed: 2 });
    const now = await objects(first);
    expect(now.map(each => each.id)).toEqual([drawn.id, corrected.id, expect.any(String)]);
    expect(now[2]).toMatchObject({ creationType: 'Prediction', probability: 90 });

    await save(second, []);
    const undone = await owner.call<ItemChangeView>('main', itemChangeApi.operations.undoItemChange, {
      params: { project_id: projectId, change_id: again.id },
    });
    expect(undone.body).toMatchObject({ changed: 1, since: 1 });
    expect((await objects(first)).map(each => each.id)).toEqual([drawn.id, corrected.id, other.id]);
    expect(await objects(second)).toEqual([]);
  });

  it('should stop with the reason when the detector fails, and keep what was done', async () => {
    const before = asked.length;
    failing = 1;
    const stopped = await ended(await change(value(), items.slice(4, 10)));
    expect(stopped).toMatchObject({ state: 'stopped', changed: 0 });
    expect(stopped.message).toContain('The detection service at 127.0.0.1');
    expect(asked.length).toBe(before + 1);
    expect(await objects(items[4]!)).toEqual([]);
  });

  it('should skip an image that lies elsewhere, and say so', async () => {
    const { body: far } = await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Far', type: 1 } });
    const [made] = (
      await owner.request<readonly { id: number }[]>('POST', `/classes?project_id=${far.id}`, {
        body: { classes: [{ name: 'Car', color: '#D7263D', type: 1, attribute_groups: [] }] },
      })
    ).body;
    const images = [{ name: 'far.jpg', path: 'https://files.test/far' }];
    const outside = await owner.request<readonly { id: number }[]>('POST', '/image/ext-create', {
      body: { project_id: far.id, upload_state: 3, images, meta: {} },
    });
    const given = value({ classes: { car: made!.id } });
    const done = await ended(await change(given, [outside.body[0]!.id], { project: far.id }));
    expect(done).toMatchObject({ changed: 0, refused: [{ code: 'PICTURE_NOT_HELD', count: 1 }] });
  });

  it.each([{}, { car: 999_999 }])('should name the field of classes that have no boxes: %j', async classes => {
    const refused = await change(value({ classes }));
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('change.value.classes') } });
  });

  it('should be refused to people who may not upload', async () => {
    const ana = await team.join('ana');
    await owner.request('POST', `/api/v1/project/${projectId}/share/bulk`, {
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    expect((await change(value(), items, { by: ana })).status).toBe(403);
  });
});
