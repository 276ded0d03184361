import { afterAll, beforeAll, expect, it } from 'vitest';
import { annotationsApi } from '#plugins/annotate/annotation-api/common/index.ts';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import {
  annotationDocumentApi,
  isRecord,
  newId,
  recordsOf,
  withoutFields,
} from '#plugins/annotate/annotations/common/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import type { ExportRecord, ImportRecord } from '#plugins/exchange/exchange/common/index.ts';
import { exportApi, importApi } from '#plugins/exchange/exchange/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { regularPackets, undecodableVideo } from '#tests/support/video-file.ts';

const plugins = [
  'teams',
  'projects',
  'items',
  'classes',
  'editor',
  'skeletons',
  'editor-vector',
  'editor-video',
  'annotation-api',
  'categories',
  'item-fields',
  'form',
  'integrations',
  'exchange',
];
const key = (timestamp: number, x: number): object => ({
  timestamp,
  points: { x1: x, y1: 0, x2: x + 10, y2: 10 },
  attributes: [],
});

/** Returns a document without the fields that another project assigns again. */
const comparable = (document: JsonRecord): unknown =>
  recordsOf(document['instances']).map(({ meta, ...instance }) => ({
    ...instance,
    meta: withoutFields(
      isRecord(meta) ? meta : {},
      'classId',
      'creationType',
      'createdAt',
      'updatedAt',
      'createdBy',
      'updatedBy',
    ),
  }));

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins });
    team = await app.team('North');
    owner = team.owner;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const project = async (name: string): Promise<number> =>
    (await owner.call<{ id: number }>('main', projectsApi.operations.createProject, { body: { name, type: 3 } })).body
      .id;
  const upload = async (projectId: number, name: string): Promise<number> =>
    (
      await owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
        params: { project_id: projectId },
        query: { name },
        bytes: await undecodableVideo(regularPackets(60, 30)),
      })
    ).body.item.id;
  const download = async (projectId: number, itemId: number): Promise<JsonRecord> =>
    JSON.parse(
      (
        await owner.call<string>('assets', annotationsApi.operations.downloadOne, {
          params: { item_id: itemId },
          query: { team_id: team.id, project_id: projectId },
        })
      ).body,
    ) as JsonRecord;
  const done = async <T extends { status: number }>(read: () => Promise<T>, open: readonly number[]): Promise<T> => {
    let found = await read();
    await expect.poll(async () => open.includes((found = await read()).status)).toBe(false);
    return found;
  };

  it('should carry annotations of videos into another project without loss', async () => {
    const first = await project('First');
    await owner.request('POST', `/classes?project_id=${first}`, {
      body: {
        classes: [
          { name: 'Car', color: '#D7263D', type: 1, attribute_groups: [] },
          { name: 'Night', color: '#1B998B', type: 2, attribute_groups: [] },
        ],
      },
    });
    const item = await upload(first, 'drive.webm');
    const instances = [
      {
        id: 't1',
        type: 'bbox',
        className: 'Car',
        classId: 1,
        attributes: [],
        parameters: [
          { start: 0, end: 900_001, timestamps: [key(0, 1), key(400_001, 30), { ...key(900_001, 30), hold: true }] },
          { start: 1_200_000, end: 1_500_000, timestamps: [key(1_200_000, 5), key(1_500_000, 9)] },
        ],
      },
      {
        id: 't2',
        type: 'event',
        classId: -1,
        attributes: [],
        parameters: [
          {
            start: 100_000,
            end: 200_000,
            timestamps: [
              { timestamp: 100_000, attributes: [] },
              { timestamp: 200_000, attributes: [] },
            ],
          },
        ],
      },
      { id: 't3', type: 'tag', className: 'Night', classId: 2, attributes: [] },
    ];
    const comments = [
      {
        id: 'c1',
        x: 3,
        y: 4,
        start: 100_000,
        end: 100_000,
        resolved: false,
        correspondence: [{ text: 'Look', email: owner.email }],
      },
    ];
    const saved = await owner.call('main', annotationDocumentApi.operations.saveAnnotation, {
      params: { project_id: first, item_id: item },
      body: { op: newId(), base: 0, data: { metadata: { name: 'a' }, instances, tags: ['dry run'], comments } },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const begun = await owner.call<ExportRecord>('main', exportApi.operations.createExport, {
      params: { project_id: first },
      body: { include_project: true },
    });
    const made = await done(
      async () =>
        (
          await owner.call<ExportRecord>('main', exportApi.operations.getProjectExport, {
            params: { project_id: first, export_id: begun.body.id },
          })
        ).body,
      [1],
    );
    expect(made.status, JSON.stringify(made.error)).toBe(2);
    const { raw } = await app.request('GET', made.path!);

    const second = await project('Second');
    const copy = await upload(second, 'drive.webm');
    const sent = await owner.call<ImportRecord>('main', importApi.operations.uploadImport, {
      params: { project_id: second },
      query: { name: 'all.zip' },
      bytes: raw,
    });
    const params = { project_id: second, import_id: sent.body.id };
    const read = async (): Promise<ImportRecord> =>
      (await owner.call<ImportRecord>('main', importApi.operations.getImport, { params })).body;
    const looked = await done(read, [1]);
    expect(looked.status, JSON.stringify(looked.error)).toBe(2);
    await owner.call('main', importApi.operations.startImport, { params, body: {} });
    await done(read, [1, 3]);

    const [before, after] = [await download(first, item), await download(second, copy)];
    expect(recordsOf(after['instances'])).toHaveLength(4);
    expect(comparable(after)).toEqual(comparable(before));
    expect(after['tags']).toEqual(['dry run']);
  });
});
