import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { ScriptClient } from '#tests/support/script-client.ts';
import { scriptClient, scriptProject } from '#tests/support/script-client.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { TransferClient, transferPlugins } from './import.support.ts';
import type { ImportRecord } from '../common/import-api.ts';
import { fromBufferPromise, readAll } from '#tests/support/zip-reading.ts';

interface ListedItem {
  readonly id: number;
  readonly name: string;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let transfer: TransferClient;
  let script: ScriptClient;
  let count = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: [...transferPlugins, 'form-rows'] });
    team = await app.team('North');
    transfer = new TransferClient(app, team);
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const sorted = async (): Promise<number> => {
    const id = await scriptProject(script, `Forms ${(count += 1)}`, 8);
    await script.call('main', 'PUT', `/project/${id}/settings`, {
      body: { settings: [{ attribute: 'CategorizeItems', value: 2 }] },
    });
    return id;
  };
  const imported = async (projectId: number, bytes: Buffer): Promise<ImportRecord> => {
    const report = await transfer.preview(projectId, 'forms.zip', bytes);
    expect(report.status, JSON.stringify(report.error)).toBe(2);
    return transfer.start(projectId, report.id);
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
      const before = (await transfer.exported(first)).bytes;
      expect(await items(before)).toMatchObject([
        { folder: 'batch', name: 'one/a', url: 'https://files.test/one%2Fa.json', approvalStatus: 2 },
        { name: 'three', pinned: true, customMetadata: { weight: 2.5 } },
        { name: 'two', status: 'Completed', category: 'Shoes', categories: ['Shoes', 'Bags'], priority: 0.5 },
      ]);

      const second = await sorted();
      const { result } = await imported(second, before);
      expect(result).toMatchObject({ itemsCreated: 3, failedCount: 0, warnings: [] });
      const after = (await transfer.exported(second)).bytes;
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
