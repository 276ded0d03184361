import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eachDatabase } from '#tests/support/database.ts';
import { forgetChanges } from './change-records.ts';
import { changedItems, listItemChanges } from './changed-items.support.ts';
import type { Changed } from './changed-items.support.ts';
import { bulkChangeJobTests } from './bulk-change-jobs.support.ts';

eachDatabase(kind => {
  const changed = changedItems(kind);
  const { undo, look, numbers, change, add, assigned, system } = changed;

  describe('a change of few items', () => {
    it('should leave alone an item that has left the status from which it was to be moved', async () => {
      const [id] = await add(1);
      const step = (to: number, from: readonly number[]): Promise<Changed> =>
        change(changed.owner, { item_ids: [id!] }, 'status', { to, from });
      expect((await step(3, [1, 2])).body).toMatchObject({ changed: 1, refused: [] });
      // The same call again finds it done.
      expect((await step(3, [1, 2])).body).toMatchObject({ changed: 0, same: 1, refused: [] });
      expect((await step(5, [1, 2])).body).toMatchObject({
        changed: 0,
        refused: [{ code: 'STATUS_CHANGED', message: expect.stringContaining('Quality check') }],
      });
      expect(await numbers('annotation_status')).toEqual({ 3: 1 });
      expect((await step(5, [])).status).toBe(400);
    });

    it('should be made before the answer, by ids or by what matches a filter, without those that are left out', async () => {
      const ids = await add(5);
      expect(
        (await change(changed.owner, { item_ids: [...ids.slice(0, 2), 2_000_000_000] }, 'status', 3)).body,
      ).toMatchObject({
        state: 'finished',
        job_id: null,
        changed: 2,
        same: 0,
        refused: [{ code: 'NOT_FOUND', count: 1 }],
        items: { success: ids.slice(0, 2), failed: [{ id: 2_000_000_000 }] },
      });
      expect(
        (await change(changed.owner, { filter: { name: 'PHOTO' }, except: [ids[4]] }, 'status', 3)).body,
      ).toMatchObject({ state: 'finished', total: 4, changed: 2, same: 2 });
      expect(await numbers('annotation_status')).toEqual({ 1: 1, 3: 4 });
      expect((await change(changed.owner, { filter: { status: [7] } }, 'pin', true)).body).toMatchObject({
        state: 'finished',
        total: 0,
        changed: 0,
        undoable: false,
      });
    });

    it('should be taken back at once, once', async () => {
      const ids = await add(3);
      const { body } = await change(changed.owner, { item_ids: ids }, 'approval', 2);
      expect(body.undoable).toBe(true);
      expect((await undo(changed.owner, body.id)).body).toMatchObject({
        undo_of: body.id,
        state: 'finished',
        changed: 3,
        undoable: false,
      });
      expect(await numbers('approval_status')).toEqual({ 0: 3 });
      expect(await look(changed.owner, body.id)).toMatchObject({ undone: true, undoable: false });
      expect(await undo(changed.owner, body.id)).toMatchObject({
        status: 409,
        body: { code: 'CHANGE_NOT_UNDOABLE', error: 'This change was undone already.' },
      });
    });
  });

  describe('taking back', () => {
    it.each([
      ['status', 4, 'annotation_status', { 4: 3 }, { 1: 3 }],
      ['pin', true, 'is_pinned', { true: 3 }, { false: 3 }],
      ['priority', 0.5, 'entropy_value', { 0.5: 3 }, { none: 3 }],
      ['delete', undefined, 'deleted_by', undefined, { none: 3 }],
    ] as const)('should bring back what was before a change of %s', async (what, value, column, after, before) => {
      await add(3);
      const { body } = await change(changed.owner, { filter: {} }, what, value);
      expect(await numbers(column)).toEqual(after ?? { [changed.owner.email]: 3 });
      expect((await undo(changed.owner, body.id)).body).toMatchObject({ changed: 3, since: 0, refused: [] });
      expect(await numbers(column)).toEqual(before);
    });

    it('should leave alone what somebody changed since, and what is gone, and say how many', async () => {
      const ids = await add(4);
      const { body } = await change(changed.owner, { item_ids: ids }, 'status', 2);
      await change(changed.boss, { item_ids: [ids[0]] }, 'status', 5);
      await change(changed.owner, { item_ids: [ids[1]] }, 'delete');
      expect((await undo(changed.owner, body.id)).body).toMatchObject({
        changed: 2,
        since: 1,
        refused: [{ code: 'NOT_FOUND', count: 1 }],
        items: { success: ids.slice(2) },
      });
      expect(await numbers('annotation_status')).toEqual({ 1: 2, 2: 1, 5: 1 });
    });

    it('should give items back to whom they were assigned, unless that person has left', async () => {
      const ids = await add(2);
      await change(changed.owner, { item_ids: ids }, 'assign', changed.quinn.email);
      await change(changed.owner, { item_ids: ids }, 'assign', changed.ana.email);
      const { body } = await change(changed.owner, { item_ids: ids }, 'unassign', null);
      expect(await assigned()).toEqual([]);
      await undo(changed.owner, body.id);
      expect(await assigned()).toEqual([`1 ${changed.ana.email} 2`, `2 ${changed.quinn.email} 2`]);
      const other = await changed.team.join(`ben.${changed.project}@north.test`);
      await changed.owner.request('POST', `/api/v1/project/${changed.project}/share/bulk`, {
        body: { users: [{ user_id: other.email, user_role: 1 }] },
      });
      const handed = await change(changed.owner, { item_ids: ids }, 'assign', other.email);
      expect(await assigned()).toEqual([`1 ${other.email} 2`, `2 ${changed.quinn.email} 2`]);
      await changed.owner.request('DELETE', `/project/${changed.project}/share/bulk`, {
        body: { user_id: [changed.ana.email] },
      });
      expect((await undo(changed.owner, handed.body.id)).body).toMatchObject({
        changed: 0,
        refused: [{ code: 'ASSIGNMENT_REFUSED', count: 2 }],
      });
    });

    it('should divide items evenly among people of one role, and give them back to whom they were assigned', async () => {
      const ids = await add(5);
      const ben = await changed.team.join(`ben.${changed.project}@north.test`);
      await changed.owner.request('POST', `/api/v1/project/${changed.project}/share/bulk`, {
        body: { users: [{ user_id: ben.email, user_role: 1 }] },
      });
      await change(changed.owner, { item_ids: ids.slice(0, 1) }, 'assign', ben.email);
      const { body } = await change(changed.owner, { item_ids: ids }, 'split', {
        emails: [changed.ana.email, ben.email],
      });
      expect(await assigned()).toEqual([`1 ${changed.ana.email} 3`, `1 ${ben.email} 2`].toSorted());
      await undo(changed.owner, body.id);
      expect(await assigned()).toEqual([`1 ${ben.email} 1`]);
      for (const [emails, code] of [
        [[changed.ana.email, changed.quinn.email], 'INVALID_FIELD'],
        [[changed.ana.email, changed.boss.email], 'ASSIGNMENT_REFUSED'],
        [[changed.ana.email], 'INVALID_FIELD'],
      ] as const)
        expect((await change(changed.owner, { item_ids: ids }, 'split', { emails })).body).toMatchObject({ code });
    });

    it('should not bring an item back over one that took its name', async () => {
      const ids = await add(2);
      const { body } = await change(changed.owner, { item_ids: ids }, 'delete');
      await add(1);
      expect((await undo(changed.owner, body.id)).body).toMatchObject({
        changed: 1,
        refused: [{ code: 'NAME_EXISTS', count: 1 }],
      });
    });
  });

  describe('rights', () => {
    it('should be those of the kind of change, for a filter as for ids', async () => {
      await add(600);
      for (const [who, what, value, status] of [
        [changed.ana, 'delete', undefined, 403],
        [changed.ana, 'pin', true, 403],
        [changed.quinn, 'assign', changed.ana.email, 403],
        [changed.quinn, 'priority', 1, 403],
        [changed.boss, 'delete', undefined, 403],
        [changed.boss, 'pin', true, 200],
      ] as const) {
        expect([who.email, what, (await change(who, { filter: {} }, what, value)).status]).toEqual([
          who.email,
          what,
          status,
        ]);
      }
      expect(await numbers('deleted_by')).toEqual({ none: 600 });
    });

    it('should leave items alone that the caller does not see', async () => {
      const ids = await add(5);
      await change(changed.owner, { item_ids: ids.slice(0, 2) }, 'assign', changed.quinn.email);
      expect((await change(changed.quinn, { filter: {} }, 'approval', 2)).body).toMatchObject({ total: 2, changed: 2 });
      expect((await change(changed.quinn, { item_ids: ids }, 'approval', 1)).body).toMatchObject({
        changed: 2,
        refused: [{ code: 'NOT_FOUND', count: 3 }],
      });
      expect(await numbers('approval_status')).toEqual({ 0: 3, 1: 2 });
    });

    it('should show nobody the changes of others, nor other teams the project', async () => {
      const ids = await add(1);
      const { body } = await change(changed.owner, { item_ids: ids }, 'pin', true);
      expect((await undo(changed.boss, body.id)).status).toBe(404);
      const { owner: stranger } = await changed.app.team(`South${crypto.randomUUID().slice(0, 8)}`);
      expect((await change(stranger, { item_ids: ids }, 'pin', true)).status).toBe(404);
      expect((await undo(stranger, body.id)).status).toBe(404);
      expect((await stranger.call<{ count: number }>('main', listItemChanges, {})).body.count).toBe(0);
    });

    it('should be asked again when a change is taken back', async () => {
      const ids = await add(1);
      await change(changed.owner, { item_ids: ids }, 'assign', changed.quinn.email);
      const { body } = await change(changed.quinn, { item_ids: ids }, 'pin', true);
      const { data } = (
        await changed.owner.request<{ data: { id: number; email: string }[] }>(
          'GET',
          `/api/v1/project/${changed.project}/contributors`,
        )
      ).body;
      expect(
        (
          await changed.owner.request(
            'PUT',
            `/api/v1/project/${changed.project}/contributors/${data.find(each => each.email === changed.quinn.email)!.id}`,
            { body: { role: 1 } },
          )
        ).status,
      ).toBe(200);
      expect((await undo(changed.quinn, body.id)).status).toBe(403);
    });
  });

  it.each([
    [{ item_ids: [1] }, { kind: 'colour', value: 1 }, 'change.kind'],
    [{ item_ids: [1] }, { kind: 'approval', value: 3 }, 'change.value'],
    [{ item_ids: [1] }, { kind: 'priority', value: 'high' }, 'change.value'],
    [{ item_ids: [1] }, { kind: 'priority', value: -1 }, 'from 0 to 1000000'],
    [{ item_ids: [1] }, { kind: 'assign', value: '' }, 'change.value'],
    [{ item_ids: [1] }, { kind: 'status', value: 77 }, 'status'],
    [{ item_ids: [] }, { kind: 'pin', value: true }, 'selection'],
    [{ filter: { colour: 'red' } }, { kind: 'pin', value: true }, 'selection'],
    [{ filter: { where: ['name||$nope||x'] } }, { kind: 'pin', value: true }, ''],
  ])('should refuse %j with %j', async (selection, asked, field) => {
    const answer = await change(changed.owner, selection, asked.kind, asked.value);
    expect([answer.status, answer.body.error.includes(field)]).toEqual([400, true]);
  });

  it('should forget after seven days what was before', async () => {
    const ids = await add(2);
    const { body } = await change(changed.owner, { item_ids: ids }, 'pin', true);
    await system(trx =>
      sql`update items.change set created_at = now() - interval '8 days' where id = ${body.id}::int`.execute(trx),
    );
    expect((await undo(changed.owner, body.id)).status).toBe(409);
    expect(await system(trx => forgetChanges(trx))).toBe(false);
    expect((await undo(changed.owner, body.id)).status).toBe(404);
    expect(
      await system(
        async trx =>
          (
            await sql<{
              count: number;
            }>`select count(*)::int as count from items.former where change_id = ${body.id}::int`.execute(trx)
          ).rows[0]!.count,
      ),
    ).toBe(0);
  });

  bulkChangeJobTests(changed);
});
