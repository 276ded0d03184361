import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { ScriptClient } from '#tests/support/script-client.ts';
import { scriptClient, scriptProject } from '#tests/support/script-client.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ExportRecord } from '../common/export-api.ts';
import { exportApi } from '../common/export-api.ts';
import type { ImportRecord } from '../common/import-api.ts';
import { importApi } from '../common/import-api.ts';
import { fromBufferPromise, readAll } from '#tests/support/zip-reading.ts';

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

interface ListedItem {
  readonly id: number;
  readonly name: string;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let count = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins });
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const done = async <T extends { status: number }>(read: () => Promise<T>, open: readonly number[]): Promise<T> => {
    for (let tries = 0; tries < 600; tries++) {
      const found = await read();
      if (!open.includes(found.status)) return found;
      await new Promise(resolve => setTimeout(resolve, 25));
    }
    throw new Error('The job did not end.');
  };
  const sorted = async (): Promise<number> => {
    const id = await scriptProject(script, `Forms ${(count += 1)}`, 8);
    await script.call('main', 'PUT', `/project/${id}/settings`, {
      body: { settings: [{ attribute: 'CategorizeItems', value: 2 }] },
    });
    return id;
  };
  const archive = async (project_id: number): Promise<Buffer> => {
    const begun = await team.owner.call<ExportRecord>('main', exportApi.operations.createExport, {
      params: { project_id },
      body: {},
    });
    const made = await done(
      async () =>
        (
          await team.owner.call<ExportRecord>('main', exportApi.operations.getProjectExport, {
            params: { project_id, export_id: begun.body.id },
          })
        ).body,
      [1],
    );
    expect(made.status, JSON.stringify(made.error)).toBe(2);
    return (await app.request('GET', made.path!)).raw;
  };
  const imported = async (project_id: number, bytes: Buffer): Promise<ImportRecord> => {
    const sent = await team.owner.call<ImportRecord>('main', importApi.operations.uploadImport, {
      params: { project_id },
      query: { name: 'forms.zip' },
      bytes,
    });
    const params = { project_id, import_id: sent.body.id };
    const read = async (): Promise<ImportRecord> =>
      (await team.owner.call<ImportRecord>('main', importApi.operations.getImport, { params })).body;
    const looked = await done(read, [1]);
    expect(looked.status, JSON.stringify(looked.error)).toBe(2);
    await team.owner.call('main', importApi.operations.startImport, { params, body: {} });
    return done(read, [1, 3]);
  };
  const items = async (bytes: Buffer): Promise<unknown> =>
    (JSON.parse((await readAll(await fromBufferPromise(bytes))).get('project.json')!.toString()) as { items: unknown })
      .items;

  describe('an archive of a whole project', () => {
    it('should carry addresses, statuses, approval, pins, priorities, categories and custom metadata into another project', async () => {
      const first = await sorted();
      const { body: folder } = await script.call<{ id: number }>('main', 'POST', '/folder', {
        query: { project_id: first },
        body: { name: 'batch', project_id: first },
      });
      const names = ['one/a', 'two', 'three'];
      await script.call('main', 'POST', '/image/ext-create', {
        body: {
          project_id: first,
          folder_id: folder.id,
          upload_state: 3,
          images: names.map(name => ({ name, path: `https://files.test/${encodeURIComponent(name)}.json` })),
          meta: {},
        },
      });
      const ids = new Map(
        (
          await script.call<{ data: ListedItem[] }>('items', 'POST', '/api/v1/items/search', {
            body: { query: { limit: 2000, offset: 0, search: {} } },
            context: { project_id: first },
          })
        ).body.data.map(each => [each.name, each.id]),
      );
      const at = { query: { project_id: first, folder_id: folder.id } };
      await script.call('main', 'PUT', '/image/updateAnnotationStatusBulk', {
        query: { project_id: first },
        body: { folder_id: folder.id, annotation_status: 5, image_names: ['two'] },
      });
      await script.call('main', 'POST', '/items/bulk/change', {
        ...at,
        body: { item_names: ['one/a'], change_actions: { APPROVAL_STATUS: 2 } },
      });
      await script.call('main', 'PUT', `/image/${ids.get('three')}`, {
        query: { project_id: first },
        body: { is_pinned: 1 },
      });
      await script.call('main', 'POST', '/images/updateEntropy', {
        ...at,
        body: { image_entropies: [{ name: 'two', entropy_value: 0.5 }] },
      });
      const made = await script.call<{ data: { id: number }[] }>('work-management', 'POST', '/api/v1/categories/bulk', {
        query: { project_id: first },
        body: { bulk: [{ name: 'Shoes' }, { name: 'Bags' }] },
        context: { project_id: first },
      });
      await script.call('main', 'POST', '/items/bulk/setcategory', {
        ...at,
        body: { bulk: [{ item_id: ids.get('two'), categories: made.body.data.map(each => each.id) }] },
      });
      await script.call('explore', 'POST', '/api/v1/custom/metadata/schema', {
        query: { project_id: first },
        body: { data: { weight: { type: 'number' } } },
      });
      await script.call('explore', 'POST', '/api/v1/custom/metadata/item', {
        ...at,
        body: { data: { three: { weight: 2.5 } } },
      });
      const before = await archive(first);
      expect(await items(before)).toMatchObject([
        { folder: 'batch', name: 'one/a', url: 'https://files.test/one%2Fa.json', approvalStatus: 2 },
        { name: 'three', pinned: true, customMetadata: { weight: 2.5 } },
        { name: 'two', status: 'Completed', category: 'Shoes', categories: ['Shoes', 'Bags'], priority: 0.5 },
      ]);

      const second = await sorted();
      const { result } = await imported(second, before);
      expect(result).toMatchObject({ itemsCreated: 3, failedCount: 0, warnings: [] });
      const after = await archive(second);
      expect(await items(after)).toEqual(await items(before));
      expect((await imported(second, after)).result).toMatchObject({
        itemsCreated: 0,
        created: 0,
        replaced: 0,
        failedCount: 0,
      });
    });
  });
});
