import { describe, expect, it } from 'vitest';
import { picture } from './item-calls.support.ts';
import type { ItemCalls } from './item-calls.support.ts';

/** Adds the tests of changes of several items by id. */
export function itemBulkChangeTests(calls: ItemCalls): void {
  const { bulk, upload, list } = calls;

  describe('bulk changes', () => {
    it('say for each item what became of it', async () => {
      const { data } = await list(calls.owner, calls.project, 'limit=2');
      const [first, second] = data.map(each => each.id) as [number, number];
      await bulk(calls.owner, calls.project, 'approval', { item_ids: [first], approval_status: 2 });
      expect(
        await bulk(calls.owner, calls.project, 'approval', { item_ids: [first, second, 999_999], approval_status: 2 }),
      ).toEqual({
        success: [second],
        skipped: [first],
        failed: [{ id: 999_999, code: 'NOT_FOUND', message: expect.any(String) }],
      });
    });

    it('refuse a status the project does not know', async () => {
      const { data } = await list(calls.owner, calls.project, 'limit=1');
      expect(
        (
          await calls.owner.request('POST', `/api/v1/project/${calls.project}/items/change`, {
            body: { selection: { item_ids: [data[0]!.id] }, change: { kind: 'status', value: 77 } },
          })
        ).body,
      ).toMatchObject({ code: 'INVALID_FIELD' });
    });

    it('do not restore over an item that took the name', async () => {
      const first = (await upload(calls.owner, calls.project, 'name.png', await picture(4, 4))).body.item.id;
      await bulk(calls.owner, calls.project, 'delete', { item_ids: [first] });
      await upload(calls.owner, calls.project, 'name.png', await picture(4, 4));
      expect((await bulk(calls.owner, calls.project, 'restore', { item_ids: [first] })).failed).toMatchObject([
        { id: first, code: 'NAME_EXISTS' },
      ]);
    });
  });
}
