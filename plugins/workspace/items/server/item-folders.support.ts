import { describe, expect, it } from 'vitest';
import type { Folder } from '../common/item.ts';
import { picture } from './item-calls.support.ts';
import type { ItemCalls } from './item-calls.support.ts';

/** Adds the tests of folders. */
export function itemFolderTests(calls: ItemCalls): void {
  const { list, bulk, upload } = calls;

  describe('folders', () => {
    it('list the root first, refuse or count up a taken name, and rename', async () => {
      const made = await calls.owner.request<Folder>('POST', `/folder?project_id=${calls.project}`, {
        body: { name: 'Night' },
      });
      expect(
        (
          await calls.owner.request('POST', `/folder?project_id=${calls.project}&exact=true`, {
            body: { name: 'night' },
          })
        ).body,
      ).toMatchObject({ code: 'NAME_EXISTS', error: 'A folder with this name already exists.' });
      expect(
        (await calls.owner.request('POST', `/folder?project_id=${calls.project}`, { body: { name: 'Night' } })).body,
      ).toMatchObject({ name: 'Night (2)' });
      await calls.owner.request('PUT', `/folder/${made.body.id}?project_id=${calls.project}`, {
        body: { name: 'Dusk', status: 2 },
      });
      const { data } = (await calls.owner.request<{ data: Folder[] }>('GET', `/folders?project_id=${calls.project}`))
        .body;
      expect(data.map(each => [each.name, each.status])).toEqual([
        ['root', null],
        ['Dusk', 2],
        ['Night (2)', 1],
      ]);
    });

    it.each(['root', 'a/b', '', 'x'.repeat(201)])('refuse the name %j', async name => {
      expect(
        (await calls.owner.request('POST', `/folder?project_id=${calls.project}&exact=true`, { body: { name } })).body,
      ).toMatchObject({ code: 'INVALID_FIELD' });
    });

    it('are deleted with their items and come back with those, not with what was deleted before', async () => {
      const folder = (
        await calls.owner.request<Folder>('POST', `/folder?project_id=${calls.project}`, {
          body: { name: 'Short-lived' },
        })
      ).body.id;
      const [gone, kept] = await Promise.all(
        ['1.png', '2.png'].map(
          async name =>
            (await upload(calls.owner, calls.project, name, await picture(4, 4), `&folder_id=${folder}`)).body.item.id,
        ),
      );
      await bulk(calls.owner, calls.project, 'delete', { item_ids: [gone!] });
      expect((await calls.owner.request('DELETE', `/api/v1/project/${calls.project}/folder/${folder}`)).status).toBe(
        200,
      );
      expect((await calls.owner.request('GET', `/api/v1/project/${calls.project}/item/${kept}`)).status).toBe(404);
      await calls.owner.request('POST', `/api/v1/project/${calls.project}/folder/${folder}/restore`, { body: {} });
      expect((await list(calls.owner, calls.project, `folder_id=${folder}`)).data.map(each => each.id)).toEqual([kept]);
    });
  });
}
