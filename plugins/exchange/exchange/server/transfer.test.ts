import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { classInput } from '#plugins/workspace/classes/common/index.ts';
import { foldersApi, itemsApi } from '#plugins/workspace/items/common/index.ts';
import type { ItemTables } from '#plugins/workspace/items/server/items-tables.ts';
import { contributorsApi, projectsApi } from '#plugins/workspace/projects/common/index.ts';
import type { ExportRecord } from '../common/export-api.ts';
import { exportApi, wireExportApi } from '../common/export-api.ts';
import type { ImportRecord } from '../common/import-api.ts';
import { importApi } from '../common/import-api.ts';
import { ZipWriter } from '#core/data/server/index.ts';
import { fromBufferPromise, readAll } from '#tests/support/zip-reading.ts';

const { createExport, getProjectExport, listProjectExports, cancelExport, deleteProjectExport } = exportApi.operations;
const { uploadImport, getImport, startImport } = importApi.operations;

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
const emails = /"[^"@]+@[^"@]+"/g;

/** Document fields that another server, project or moment assigns again. */
function canonical(json: string): unknown {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(
      ([key]) =>
        ![
          'projectId',
          'project_id',
          'classId',
          'class_id',
          'group_id',
          'lastAction',
          'updatedAt',
          'createdAt',
          'exportedAt',
        ].includes(key),
    );
    return Object.fromEntries(
      entries
        .filter(([key, each]) => !(key === 'id' && typeof each === 'number'))
        .map(([key, each]) => [key, key === 'groupId' && 'groupName' in value ? 0 : strip(each)])
        .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    );
  };
  return strip(JSON.parse(json.replaceAll(emails, '"x@y"')));
}

eachDatabase(kind => {
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

  describe('an export in the own format', () => {
    it('should hold classes, project and one file for every item', async () => {
      const id = await filled();
      const files = await filesOf(await exported(id));
      expect([...files.keys()].sort()).toEqual([
        'a.jpg.json',
        'classes/classes.json',
        'night/b.jpg.json',
        'night/c.jpg.json',
        'project.json',
      ]);
      const a = JSON.parse(files.get('a.jpg.json')!.toString()) as {
        instances: { className: string }[];
        tags: string[];
        comments: unknown[];
        metadata: object;
      };
      expect(a.instances.map(each => each.className)).toEqual(['Car', 'Car', 'Car', 'Weather']);
      expect(a).toMatchObject({ tags: ['wet'], metadata: { name: 'a.jpg', status: 'InProgress' } });
      expect(JSON.parse(files.get('project.json')!.toString())).toMatchObject({
        formatVersion: '1.0',
        type: 1,
        folders: [{ name: 'night' }],
        items: [
          { folder: '', name: 'a.jpg' },
          { folder: 'night', name: 'b.jpg' },
          { folder: 'night', name: 'c.jpg' },
        ],
      });
    });

    it('should hold what was asked for: a folder, statuses, a selection, pinned ones, the pictures', async () => {
      const id = await filled();
      const night = (
        await owner.call<{ data: { id: number; name: string }[] }>('main', foldersApi.operations.listFolders, {
          query: { project_id: id },
        })
      ).body.data.find(each => each.name === 'night')!;
      const paths = async (body: object): Promise<string[]> =>
        [...(await filesOf(await exported(id, body))).keys()].filter(path => /\.jpg/.test(path)).sort();
      expect(await paths({ folder_ids: [night.id] })).toEqual(['night/b.jpg.json', 'night/c.jpg.json']);
      expect(await paths({ statuses: [1] })).toEqual(['night/c.jpg.json']);
      expect(await paths({ only_pinned: true })).toEqual([]);
      const withPictures = await filesOf(await exported(id, { folder_ids: [night.id], include_originals: true }));
      expect(withPictures.get('night/b.jpg')?.equals(photo)).toBe(true);
      const items = (
        await owner.call<{ data: { id: number; name: string }[] }>('main', itemsApi.operations.listItems, {
          params: { project_id: id },
        })
      ).body.data;
      expect(await paths({ item_ids: [items.find(each => each.name === 'a.jpg')!.id] })).toEqual(['a.jpg.json']);
    });

    it('should come back as the same project, except for ids, users and times', async () => {
      const id = await filled();
      const first = await exported(id, { include_originals: true });
      const archive = await archiveOf(first);
      const second = await project();
      const done = await imported(second, 'street.zip', archive);
      expect(done.result).toMatchObject({
        created: 2,
        skipped: 1,
        itemsCreated: 3,
        classesCreated: 2,
        failedCount: 0,
        failed: [],
        warnings: [],
      });
      const before = await filesOf(first);
      const after = await filesOf(await exported(second, { include_originals: true }));
      expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
      for (const [path, bytes] of before) {
        if (path.endsWith('.jpg')) expect(after.get(path)!.equals(bytes), path).toBe(true);
        else if (path !== 'project.json')
          expect(JSON.stringify(canonical(after.get(path)!.toString())), path).toBe(
            JSON.stringify(canonical(bytes.toString())),
          );
      }
      const again = await imported(second, 'street.zip', archive);
      expect(again.result).toMatchObject({
        created: 0,
        replaced: 0,
        skipped: 3,
        itemsCreated: 0,
        classesCreated: 0,
        failedCount: 0,
      });
      const third = await filesOf(await exported(second));
      expect(canonical(third.get('a.jpg.json')!.toString())).toEqual(canonical(before.get('a.jpg.json')!.toString()));
    });

    it('should be named after project and time, each with a name of its own', async () => {
      const id = await project();
      const [one, two] = [await exported(id), await exported(id)];
      expect(one.name).toMatch(/^Street \d+_[A-Z][a-z]{2}_\d\d_\d{4}_\d\d_\d\d\.zip$/);
      expect(two.name).not.toBe(one.name);
      const listed = (
        await owner.call<{ data: ExportRecord[]; count: number }>('main', listProjectExports, {
          params: { project_id: id },
        })
      ).body;
      expect(listed.data.map(each => each.id)).toEqual([two.id, one.id]);
    });

    it('should be deleted with its archive', async () => {
      const id = await project();
      const made = await exported(id);
      expect(
        (await owner.call('main', deleteProjectExport, { params: { project_id: id, export_id: made.id } })).body,
      ).toEqual({ success: true });
      expect((await app.request('GET', made.path!)).status).toBe(404);
      expect(
        (await owner.call('main', getProjectExport, { params: { project_id: id, export_id: made.id } })).status,
      ).toBe(404);
    });

    it('should stop when it is canceled, and leave nothing to download', async () => {
      const id = await project();
      await app.database.tenant<ItemTables>(team.id).transaction(async trx => {
        const { id: root } = await trx
          .selectFrom('items.folder')
          .select('id')
          .where('project_id', '=', id)
          .executeTakeFirstOrThrow();
        for (let start = 0; start < 5000; start += 1000) {
          await trx
            .insertInto('items.item')
            .values(
              Array.from({ length: 1000 }, (_, index) => ({
                team_id: team.id,
                project_id: id,
                folder_id: root,
                name: `${start + index}.jpg`,
              })),
            )
            .execute();
        }
      });
      const begun = await owner.call<ExportRecord>('main', createExport, { params: { project_id: id }, body: {} });
      const params = { project_id: id, export_id: begun.body.id };
      await owner.call('main', cancelExport, { params });
      const stopped = await finished(
        async () => (await owner.call<ExportRecord>('main', getProjectExport, { params })).body,
        [1],
      );
      expect(stopped).toMatchObject({ status: 3, download: null, size: null, error: { code: 'CANCELED' } });
    });

    it('should stay as it is when it is canceled too late', async () => {
      const id = await project();
      const made = await exported(id);
      expect(
        (await owner.call<ExportRecord>('main', cancelExport, { params: { project_id: id, export_id: made.id } })).body
          .status,
      ).toBe(2);
    });
  });

  describe('an export that cannot be', () => {
    it.each([
      [{ format: 'csv' }, 'format'],
      [{ folder_ids: [999_999] }, 'Folder(s) 999999 does not exist'],
      [{ item_ids: [] }, 'item_ids'],
      [{ nonsense: 1 }, 'nonsense'],
    ])('should be refused as %j, naming what is wrong', async (body, text) => {
      const id = await project();
      const answer = await owner.call<{ code: string; error: string }>('main', createExport, {
        params: { project_id: id },
        body,
      });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain(text);
    });

    it('should be no matter for annotators, and not be there for other teams', async () => {
      const id = await project();
      const ana = await team.join(`ana${++names}@alpha.test`);
      const other = (await app.team(`Beta${++names}`)).owner;
      await owner.call('main', contributorsApi.operations.shareProject, {
        params: { project_id: id },
        body: { users: [{ user_id: ana.email, user_role: 1 }] },
      });
      const made = await exported(id);
      for (const [person, status] of [
        [ana, 403],
        [other, 404],
      ] as const) {
        expect((await person.call('main', createExport, { params: { project_id: id }, body: {} })).status).toBe(status);
        expect(
          (await person.call('main', getProjectExport, { params: { project_id: id, export_id: made.id } })).status,
        ).toBe(status);
        expect(
          (
            await person.call('main', uploadImport, {
              params: { project_id: id },
              query: { name: 'a.json' },
              bytes: Buffer.from('{}'),
            })
          ).status,
        ).toBe(status);
      }
    });
  });

  describe('the calls of the public client', () => {
    const { prepareExport, listExports, getExport, deleteExport } = wireExportApi.operations;

    it('should prepare, be polled, be listed bare and be deleted', async () => {
      const id = await filled();
      const begun = await owner.call<ExportRecord>('main', prepareExport, {
        query: { project_id: id },
        body: { fuse: 0, is_pinned: 0, coco: 0, time: 'Nov 20 2026 03:52', folder_names: ['night'] },
      });
      expect(begun.status, JSON.stringify(begun.body)).toBe(200);
      const done = await finished(
        async () =>
          (
            await owner.call<ExportRecord>('main', getExport, {
              params: { export_id: begun.body.id },
              query: { project_id: id },
            })
          ).body,
        [1],
      );
      expect(done.status).toBe(2);
      expect(done.download).toMatch(/^http:\/\/localhost\//);
      expect([...(await filesOf(done)).keys()]).toContain('night/b.jpg.json');
      expect(
        (await owner.call<ExportRecord[]>('main', listExports, { query: { project_id: id } })).body.map(
          each => each.id,
        ),
      ).toEqual([done.id]);
      expect(
        (await owner.call('main', deleteExport, { params: { export_id: done.id }, query: { project_id: id } })).body,
      ).toEqual({ success: true });
    });

    it('should say which folder is not there and which format is not for this project', async () => {
      const id = await project();
      const refused = async (body: object): Promise<string> =>
        (await owner.call<{ error: string }>('main', prepareExport, { query: { project_id: id }, body })).body.error;
      expect(await refused({ folder_names: ['x', 'y'] })).toBe('Folder(s) x, y does not exist');
      expect(await refused({ export_format: 3 })).toBe('CSV format is not supported for this project.');
    });
  });

  describe('COCO', () => {
    it('should carry boxes and polygons to the hundredth of a pixel, and say what it cannot carry', async () => {
      const id = await filled();
      const made = await exported(id, { format: 'coco', include_originals: true });
      expect(made.report).toEqual(
        expect.arrayContaining([
          '2 polylines were dropped',
          '2 tag instances were dropped',
          '2 instances lost trackingId',
        ]),
      );
      const files = await filesOf(made);
      expect([...files.keys()]).toEqual(
        expect.arrayContaining(['annotations/instances.json', 'images/a.jpg', 'images/night/b.jpg', 'report.txt']),
      );

      const second = await project();
      const looked = await checked(second, 'coco.zip', await archiveOf(made));
      expect(looked.report).toMatchObject({
        kind: 'coco-archive',
        documents: 3,
        matched: 0,
        creatable: 3,
        missing: 0,
        classes: [{ name: 'Car', match: null }],
        newFolders: ['night'],
      });
      const done = await imported(second, 'coco.zip', await archiveOf(made));
      expect(done.result).toMatchObject({ itemsCreated: 3, classesCreated: 1, created: 2, skipped: 1, failedCount: 0 });
      const back = JSON.parse((await filesOf(await exported(second))).get('night/b.jpg.json')!.toString()) as {
        instances: { type: string; points: Record<string, number> | number[]; creationType: string }[];
      };
      const [box, polygon] = back.instances;
      expect(box).toMatchObject({ type: 'bbox', creationType: 'Preannotation' });
      const corners = box!.points as Record<string, number>;
      for (const [key, value] of Object.entries({ x1: 10.25, y1: 20, x2: 60.5, y2: 80.75 }))
        expect(Math.abs(corners[key]! - value)).toBeLessThanOrEqual(0.01);
      for (const [index, value] of [100, 10, 150.12, 12.34, 140, 90].entries())
        expect(Math.abs((polygon!.points as number[])[index]! - value)).toBeLessThanOrEqual(0.01);
    });

    it('should report images that are not in the project, and import the rest', async () => {
      const id = await project();
      await upload(id, 'here.jpg');
      const coco = {
        images: [
          { id: 1, file_name: 'here.jpg', width: 320, height: 200 },
          { id: 2, file_name: 'gone.jpg', width: 10, height: 10 },
        ],
        categories: [{ id: 1, name: 'Dog' }],
        annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [10, 10, 20, 20], iscrowd: 0 }],
      };
      const bytes = Buffer.from(JSON.stringify(coco));
      const looked = await checked(id, 'instances.json', bytes);
      expect(looked.report).toMatchObject({
        kind: 'coco',
        documents: 2,
        matched: 1,
        missing: 1,
        classes: [{ name: 'Dog', match: null }],
        findings: [{ path: 'gone.jpg', message: 'image gone.jpg was not found' }],
      });
      const done = await imported(id, 'instances.json', bytes);
      expect(done.result).toMatchObject({ created: 1, classesCreated: 1, failedCount: 1 });
    });
  });

  describe('an import', () => {
    it('should first say what it would do, and change nothing', async () => {
      const id = await filled();
      const looked = await checked(
        id,
        'more.zip',
        await zip({
          'classes/classes.json': classesFile,
          'a.jpg.json': JSON.stringify(document('a.jpg')),
          'night/zzz.jpg.json': JSON.stringify(document('zzz.jpg')),
          'night/c.jpg.json': '{ broken',
        }),
      );
      expect(looked).toMatchObject({
        status: 2,
        report: {
          kind: 'archive',
          documents: 3,
          matched: 2,
          annotated: 1,
          missing: 1,
          classes: [{ match: 'Car' }, { match: 'Weather' }],
        },
      });
      const messages = looked.report!.findings.map(each => each.message).join('\n');
      expect(messages).toContain('There is no item zzz.jpg in the folder night.');
      expect(messages).toContain('night/c.jpg.json is not valid JSON');
    });

    it('should keep annotations that are there, or replace them, as asked', async () => {
      const id = await filled();
      const other = JSON.stringify({ metadata: { name: 'a.jpg' }, instances: [] });
      expect((await imported(id, 'a.jpg.json', Buffer.from(other), { conflicts: 'skip' })).result).toMatchObject({
        skipped: 1,
        replaced: 0,
      });
      expect((await imported(id, 'a.jpg.json', Buffer.from(other), { conflicts: 'replace' })).result).toMatchObject({
        skipped: 0,
        replaced: 1,
      });
      const files = await filesOf(await exported(id));
      expect(JSON.parse(files.get('a.jpg.json')!.toString())).toMatchObject({ instances: [] });
    });

    it('should keep what is good and name what is not', async () => {
      const id = await filled();
      const bad = JSON.stringify({
        metadata: { name: 'a.jpg' },
        instances: [{ type: 'bbox', className: 'Car', points: { x1: 'ten' } }],
      });
      const done = await imported(
        id,
        'mixed.zip',
        await zip({ 'a.jpg.json': bad, 'night/c.jpg.json': JSON.stringify(document('c.jpg')) }),
        { conflicts: 'replace' },
      );
      expect(done.result).toMatchObject({ created: 1, failedCount: 1, failed: [{ path: 'a.jpg.json' }] });
      expect(done.result!.failed[0]!.message).toContain('instances[0]');
    });

    it('should stop before the import when two documents mean one item, naming both', async () => {
      const id = await filled();
      const looked = await checked(
        id,
        'twice.zip',
        await zip({
          'a.jpg.json': JSON.stringify(document('a.jpg')),
          'a.jpg___objects.json': JSON.stringify(document('a.jpg')),
        }),
      );
      expect(looked).toMatchObject({ status: 6, error: { code: 'IMPORT_CONFLICT' } });
      expect(looked.error!.message).toContain('a.jpg.json and a.jpg___objects.json both mean the item a.jpg');
    });

    it('should not be started twice', async () => {
      const id = await filled();
      const done = await imported(id, 'a.jpg.json', Buffer.from(JSON.stringify(document('a.jpg'))));
      expect(
        (await owner.call('main', startImport, { params: { project_id: id, import_id: done.id }, body: {} })).status,
      ).toBe(409);
    });

    it.each([
      ['../evil.json', 'leads out of the archive'],
      ['/etc/passwd.json', 'is an absolute path'],
      ['a\\b.json', 'contains a backslash'],
      ['C:/a.json', 'is an absolute path'],
    ])('should refuse an archive with %s by its name', async (path, reason) => {
      const id = await project();
      // The writer refuses such names: a harmless one of the same length is changed in the bytes.
      const harmless = 'x'.repeat(path.length);
      const evil = Buffer.from(
        (await zip({ [harmless]: '{}' })).toString('latin1').replaceAll(harmless, path),
        'latin1',
      );
      const looked = await checked(id, 'evil.zip', evil);
      expect(looked.status).toBe(6);
      expect(looked.error).toMatchObject({ code: 'ARCHIVE_REFUSED' });
      expect(looked.error!.message).toContain(path);
      expect(looked.error!.message).toContain(reason);
    });

    it('should refuse links, files packed beyond belief, damaged archives, and files of no known kind', async () => {
      const id = await project();
      const link = await zip({ 'link.json': '/etc/passwd' });
      // The mode of the only entry of the directory: a symbolic link.
      link.writeUInt32LE((0o120_777 << 16) >>> 0, link.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 38);
      expect((await checked(id, 'link.zip', link)).error?.message).toContain('link.json is a link');
      expect(
        (await checked(id, 'bomb.zip', await zip({ 'bomb.json': Buffer.alloc(40 * 1024 * 1024) }))).error?.message,
      ).toContain('bomb.json unpacks to more than');
      const whole = await zip({ 'a.json': '{}' });
      expect((await checked(id, 'half.zip', whole.subarray(0, whole.length - 10))).error?.message).toContain(
        'It is damaged',
      );
      expect((await checked(id, 'zeros.json', Buffer.alloc(20))).error?.message).toContain(
        'zeros.json is not valid JSON',
      );
      expect((await checked(id, 'note.txt', Buffer.from('hello'))).error?.message).toContain(
        'note.txt is not valid JSON',
      );
      expect((await checked(id, 'other.json', Buffer.from('{"a":1}'))).error).toMatchObject({ code: 'IMPORT_UNKNOWN' });
    });
  });
});
