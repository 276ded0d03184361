import { describe, expect, it } from 'vitest';
import { eachDatabase } from '#tests/support/database.ts';
import { foldersApi, itemsApi } from '#plugins/workspace/items/common/index.ts';
import type { ItemTables } from '#plugins/workspace/items/server/items-tables.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import type { ExportRecord } from '../common/export-api.ts';
import {
  transferProjects,
  createExport,
  getProjectExport,
  listProjectExports,
  cancelExport,
  deleteProjectExport,
  uploadImport,
} from './transfer-projects.support.ts';
import { clientExportTests } from './client-exports.support.ts';
import { cocoTransferTests } from './coco-transfer.support.ts';
import { archiveImportTests } from './archive-imports.support.ts';

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
  const projects = transferProjects(kind);
  const { exported, project, finished, filesOf, imported, archiveOf, filled } = projects;

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
        await projects.owner.call<{ data: { id: number; name: string }[] }>('main', foldersApi.operations.listFolders, {
          query: { project_id: id },
        })
      ).body.data.find(each => each.name === 'night')!;
      const paths = async (body: object): Promise<string[]> =>
        [...(await filesOf(await exported(id, body))).keys()].filter(path => /\.jpg/.test(path)).sort();
      expect(await paths({ folder_ids: [night.id] })).toEqual(['night/b.jpg.json', 'night/c.jpg.json']);
      expect(await paths({ statuses: [1] })).toEqual(['night/c.jpg.json']);
      expect(await paths({ only_pinned: true })).toEqual([]);
      const withPictures = await filesOf(await exported(id, { folder_ids: [night.id], include_originals: true }));
      expect(withPictures.get('night/b.jpg')?.equals(projects.photo)).toBe(true);
      const items = (
        await projects.owner.call<{ data: { id: number; name: string }[] }>('main', itemsApi.operations.listItems, {
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
        await projects.owner.call<{ data: ExportRecord[]; count: number }>('main', listProjectExports, {
          params: { project_id: id },
        })
      ).body;
      expect(listed.data.map(each => each.id)).toEqual([two.id, one.id]);
    });

    it('should be deleted with its archive', async () => {
      const id = await project();
      const made = await exported(id);
      expect(
        (await projects.owner.call('main', deleteProjectExport, { params: { project_id: id, export_id: made.id } }))
          .body,
      ).toEqual({ success: true });
      expect((await projects.app.request('GET', made.path!)).status).toBe(404);
      expect(
        (await projects.owner.call('main', getProjectExport, { params: { project_id: id, export_id: made.id } }))
          .status,
      ).toBe(404);
    });

    it('should stop when it is canceled, and leave nothing to download', async () => {
      const id = await project();
      await projects.app.database.tenant<ItemTables>(projects.team.id).transaction(async trx => {
        const { id: root } = await trx
          .selectFrom('items.folder')
          .select('id')
          .where('project_id', '=', id)
          .executeTakeFirstOrThrow();
        for (let start = 0; start < 2000; start += 1000) {
          await trx
            .insertInto('items.item')
            .values(
              Array.from({ length: 1000 }, (_, index) => ({
                team_id: projects.team.id,
                project_id: id,
                folder_id: root,
                name: `${start + index}.jpg`,
              })),
            )
            .execute();
        }
      });
      const begun = await projects.owner.call<ExportRecord>('main', createExport, {
        params: { project_id: id },
        body: {},
      });
      const params = { project_id: id, export_id: begun.body.id };
      await projects.owner.call('main', cancelExport, { params });
      const stopped = await finished(
        async () => (await projects.owner.call<ExportRecord>('main', getProjectExport, { params })).body,
        [1],
      );
      expect(stopped).toMatchObject({ status: 3, download: null, size: null, error: { code: 'CANCELED' } });
    });

    it('should stay as it is when it is canceled too late', async () => {
      const id = await project();
      const made = await exported(id);
      expect(
        (
          await projects.owner.call<ExportRecord>('main', cancelExport, {
            params: { project_id: id, export_id: made.id },
          })
        ).body.status,
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
      const answer = await projects.owner.call<{ code: string; error: string }>('main', createExport, {
        params: { project_id: id },
        body,
      });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain(text);
    });

    it('should be no matter for annotators, and not be there for other teams', async () => {
      const id = await project();
      const ana = await projects.team.join(`ana${++projects.names}@alpha.test`);
      const other = (await projects.app.team(`Beta${++projects.names}`)).owner;
      await projects.owner.call('main', contributorsApi.operations.shareProject, {
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

  clientExportTests(projects);
  cocoTransferTests(projects);
  archiveImportTests(projects);
});
