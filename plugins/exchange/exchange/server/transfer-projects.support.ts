import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { classInput } from '#plugins/workspace/classes/common/index.ts';
import { foldersApi, itemsApi } from '#plugins/workspace/items/common/index.ts';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import type { ExportRecord } from '../common/export-api.ts';
import { exportApi } from '../common/export-api.ts';
import type { ImportRecord } from '../common/import-api.ts';
import { importApi } from '../common/import-api.ts';
import { ZipWriter } from '#core/data/server/index.ts';
import { fromBufferPromise, readAll } from '#tests/support/zip-reading.ts';

export const { createExport, getProjectExport, listProjectExports, cancelExport, deleteProjectExport } =
  exportApi.operations;

export const { uploadImport, getImport, startImport } = importApi.operations;

const plugins = [
  'teams',
  'projects',
  'items',
  'classes',
  'editor',
  'skeletons',
  'editor-vector',
  'annotation-api',
  'categories',
  'item-fields',
  'form',
  'integrations',
  'exchange',
  'form-rows',
];

const at = new Date('2026-11-20T03:52:10Z');

/** Makes projects with items, and exports and imports them by jobs that are waited for. */
export function transferProjects(kind: DatabaseKind) {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let names = 0;
  let photo: Buffer;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins });
    team = await app.team('Alpha');
    owner = team.owner;
    photo = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#467' } })
      .jpeg()
      .toBuffer();
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  const project = async (by = owner): Promise<number> => {
    const answer = await by.call<{ id: number }>('main', projectsApi.operations.createProject, {
      body: { name: `Street ${++names}`, type: 1 },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.id;
  };
  const folder = async (projectId: number, name: string): Promise<number> =>
    (
      await owner.call<{ id: number }>('main', foldersApi.operations.createFolder, {
        query: { project_id: projectId },
        body: { name },
      })
    ).body.id;
  const upload = async (projectId: number, name: string, folderId?: number): Promise<number> => {
    const answer = await owner.call<{ item: { id: number } }>('main', itemsApi.operations.uploadItem, {
      params: { project_id: projectId },
      query: { name, ...(folderId === undefined ? {} : { folder_id: folderId }) },
      bytes: photo,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.item.id;
  };
  const finished = async <T extends { status: number }>(
    read: () => Promise<T>,
    open: readonly number[],
  ): Promise<T> => {
    for (let tries = 0; tries < 600; tries++) {
      const found = await read();
      if (!open.includes(found.status)) return found;
      await new Promise(done => setTimeout(done, 25));
    }
    throw new Error('The job did not end.');
  };
  const exported = async (projectId: number, body: object = {}): Promise<ExportRecord> => {
    const begun = await owner.call<ExportRecord>('main', createExport, { params: { project_id: projectId }, body });
    expect(begun.status, JSON.stringify(begun.body)).toBe(202);
    return finished(
      async () =>
        (
          await owner.call<ExportRecord>('main', getProjectExport, {
            params: { project_id: projectId, export_id: begun.body.id },
          })
        ).body,
      [1],
    );
  };
  const archiveOf = async (record: ExportRecord): Promise<Buffer> => {
    expect(record.status, JSON.stringify(record.error)).toBe(2);
    const answer = await app.request('GET', record.path!);
    expect(answer.status).toBe(200);
    return answer.raw;
  };
  const filesOf = async (record: ExportRecord): Promise<Map<string, Buffer>> =>
    readAll(await fromBufferPromise(await archiveOf(record)));
  const checked = async (projectId: number, name: string, bytes: Buffer): Promise<ImportRecord> => {
    const sent = await owner.call<ImportRecord>('main', uploadImport, {
      params: { project_id: projectId },
      query: { name },
      bytes,
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(202);
    return finished(
      async () =>
        (
          await owner.call<ImportRecord>('main', getImport, {
            params: { project_id: projectId, import_id: sent.body.id },
          })
        ).body,
      [1, 3],
    );
  };
  const imported = async (
    projectId: number,
    name: string,
    bytes: Buffer,
    choices: object = {},
  ): Promise<ImportRecord> => {
    const looked = await checked(projectId, name, bytes);
    expect(looked.status, JSON.stringify(looked.error)).toBe(2);
    const params = { project_id: projectId, import_id: looked.id };
    const begun = await owner.call<ImportRecord>('main', startImport, { params, body: choices });
    expect(begun.status, JSON.stringify(begun.body)).toBe(202);
    return finished(async () => (await owner.call<ImportRecord>('main', getImport, { params })).body, [1, 3]);
  };
  const zip = async (files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
    const writer = new ZipWriter(new AbortController().signal);
    const chunks: Buffer[] = [];
    const reading = (async () => {
      for await (const chunk of writer.stream) chunks.push(chunk as Buffer);
    })();
    for (const [path, content] of Object.entries(files)) await writer.add(path, content, at);
    await writer.end();
    await reading;
    return Buffer.concat(chunks);
  };

  const classesFile = JSON.stringify([
    {
      ...classInput.parse({
        name: 'Car',
        color: '#E4542B',
        attribute_groups: [
          { name: 'State', group_type: 'radio', attributes: [{ name: 'Parked' }, { name: 'Moving' }] },
          { name: 'Doors', group_type: 'numeric' },
        ],
      }),
      type: 'object',
    },
    { ...classInput.parse({ name: 'Weather', color: '#1C7ED6', type: 2 }), type: 'tag' },
  ]);
  const document = (name: string): object => ({
    metadata: { name, width: 320, height: 200, status: 'QualityCheck' },
    instances: [
      {
        type: 'bbox',
        className: 'Car',
        points: { x1: 10.25, y1: 20, x2: 60.5, y2: 80.75 },
        attributes: [
          { groupName: 'State', name: 'Moving' },
          { groupName: 'Doors', name: 4 },
        ],
        probability: 100,
        creationType: 'Manual',
        trackingId: 'abc',
      },
      { type: 'polygon', className: 'Car', points: [100, 10, 150.12, 12.34, 140, 90], exclude: [], attributes: [] },
      { type: 'polyline', className: 'Car', points: [1, 1, 50, 60], attributes: [] },
      { type: 'tag', className: 'Weather', attributes: [] },
    ],
    tags: ['wet'],
    comments: [{ x: 5, y: 6, resolved: false, correspondence: [{ text: 'Please check', email: 'a@b.test' }] }],
  });
  /** A project with two folders and three items, two of them annotated. */
  const filled = async (): Promise<number> => {
    const id = await project();
    const night = await folder(id, 'night');
    await upload(id, 'a.jpg');
    await upload(id, 'b.jpg', night);
    await upload(id, 'c.jpg', night);
    const done = await imported(
      id,
      'start.zip',
      await zip({
        'classes/classes.json': classesFile,
        'a.jpg.json': JSON.stringify(document('a.jpg')),
        'night/b.jpg.json': JSON.stringify(document('b.jpg')),
      }),
    );
    expect(done.result).toMatchObject({ created: 2, classesCreated: 2, failedCount: 0 });
    return id;
  };

  return {
    get app() {
      return app;
    },
    get team() {
      return team;
    },
    get owner() {
      return owner;
    },
    get names() {
      return names;
    },
    set names(value) {
      names = value;
    },
    get photo() {
      return photo;
    },
    project,
    upload,
    finished,
    exported,
    archiveOf,
    filesOf,
    checked,
    imported,
    zip,
    classesFile,
    document,
    filled,
  };
}

export type TransferProjects = ReturnType<typeof transferProjects>;
