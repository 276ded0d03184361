import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import { definePlugin } from '#core/kernel/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ItemChangeView } from '../../common/change-api.ts';
import { itemChangeApi } from '../../common/change-api.ts';
import { ItemsHooks } from '../items-hooks.ts';
import type { ItemTables } from '../items-tables.ts';
import { forgetChanges } from './change-records.ts';

const { changeItems, undoItemChange, getItemChange, listItemChanges } = itemChangeApi.operations;
type Changed = Answer<ItemChangeView & { readonly code: string; readonly error: string }>;

/** More than are changed at once, in more than two steps of the job. */
const MANY = 2600;

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let boss: TestPerson;
  let ana: TestPerson;
  let quinn: TestPerson;
  let project: number;
  let root: number;
  /** Called inside and after each step of a job. */
  let beforeWriting: (() => void) | undefined;
  let onStep: (() => void) | undefined;
  const watcher = defineServerHalf(definePlugin({ id: 'watcher', title: 'Watcher', requires: ['items'] }), {
    activate({ get, tap }) {
      tap(get(ItemsHooks).statusChanged, () => beforeWriting?.());
      tap(get(ItemsHooks).committed, () => onStep?.());
    },
  });

  const system = <T>(work: (trx: Kysely<ItemTables>) => Promise<T>): Promise<T> =>
    app.database.system<ItemTables>('a test').transaction(work);
  const add = (count: number, values: { readonly status?: number; readonly word?: string } = {}): Promise<number[]> =>
    system(async trx =>
      (
        await sql<{ id: number }>`
    insert into items.item (team_id, project_id, folder_id, name, annotation_status) select ${team.id}::int, ${project}::int, ${root}::int, ${values.word ?? 'photo'} || ' ' || lpad(n::text, 6, '0'), ${values.status ?? 1}::int
    from generate_series(1, ${count}::int) n returning id`.execute(trx)
      ).rows.map(row => row.id),
    );
  const change = (who: TestPerson, selection: object, kind: string, value?: unknown): Promise<Changed> =>
    who.call('main', changeItems, {
      params: { project_id: project },
      body: { selection, change: { kind, ...(value === undefined ? {} : { value }) } },
    });
  const undo = (who: TestPerson, id: number): Promise<Changed> =>
    who.call('main', undoItemChange, { params: { project_id: project, change_id: id } });
  const look = async (who: TestPerson, id: number): Promise<ItemChangeView> =>
    (await who.call<ItemChangeView>('main', getItemChange, { params: { project_id: project, change_id: id } })).body;
  const ended = async (who: TestPerson, { body }: Changed): Promise<ItemChangeView> => {
    expect(body.state).toBeDefined();
    await expect
      .poll(async () => (await look(who, body.id)).state, { timeout: 120_000, interval: 50 })
      .not.toBe('running');
    return look(who, body.id);
  };
  const numbers = (
    column: 'annotation_status' | 'approval_status' | 'is_pinned' | 'entropy_value' | 'deleted_by',
  ): Promise<Readonly<Record<string, number>>> =>
    system(async trx =>
      Object.fromEntries(
        (
          await sql<{ value: string; count: number }>`
    select coalesce(${sql.ref(column)}::text, 'none') as value, count(*)::int as count from items.item where project_id = ${project}::int group by 1`.execute(
            trx,
          )
        ).rows.map(row => [row.value, row.count]),
      ),
    );
  const assigned = (): Promise<readonly string[]> =>
    system(async trx =>
      (
        await sql<{
          line: string;
        }>`select user_role || ' ' || email || ' ' || count(*) as line from items.assignment where project_id = ${project}::int group by user_role, email order by 1`.execute(
          trx,
        )
      ).rows.map(row => row.line),
    );

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items'], halves: [watcher] });
    team = await app.team('North');
    ({ owner } = team);
    [boss, ana, quinn] = [
      await team.join('boss@north.test'),
      await team.join('ana@north.test'),
      await team.join('quinn@north.test'),
    ];
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  beforeEach(async () => {
    project = (
      await owner.request<{ id: number }>('POST', '/project', {
        body: { name: `Photos ${crypto.randomUUID()}`, type: 1 },
      })
    ).body.id;
    await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: {
        users: [
          [boss, 3],
          [ana, 1],
          [quinn, 2],
        ].map(([person, role]) => ({ user_id: (person as TestPerson).email, user_role: role })),
      },
    });
    root = await system(
      async trx =>
        (
          await sql<{ id: number }>`select id from items.folder where project_id = ${project}::int and is_root`.execute(
            trx,
          )
        ).rows[0]!.id,
    );
  }, DATABASE_TIMEOUT_MS);

  describe('a change of few items', () => {
    it('should leave alone an item that has left the status from which it was to be moved', async () => {
      const [id] = await add(1);
      const step = (to: number, from: readonly number[]): Promise<Changed> =>
        change(owner, { item_ids: [id!] }, 'status', { to, from });
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
      expect((await change(owner, { item_ids: [...ids.slice(0, 2), 2_000_000_000] }, 'status', 3)).body).toMatchObject({
        state: 'finished',
        job_id: null,
        changed: 2,
        same: 0,
        refused: [{ code: 'NOT_FOUND', count: 1 }],
        items: { success: ids.slice(0, 2), failed: [{ id: 2_000_000_000 }] },
      });
      expect((await change(owner, { filter: { name: 'PHOTO' }, except: [ids[4]] }, 'status', 3)).body).toMatchObject({
        state: 'finished',
        total: 4,
        changed: 2,
        same: 2,
      });
      expect(await numbers('annotation_status')).toEqual({ 1: 1, 3: 4 });
      expect((await change(owner, { filter: { status: [7] } }, 'pin', true)).body).toMatchObject({
        state: 'finished',
        total: 0,
        changed: 0,
        undoable: false,
      });
    });

    it('should be taken back at once, once', async () => {
      const ids = await add(3);
      const { body } = await change(owner, { item_ids: ids }, 'approval', 2);
      expect(body.undoable).toBe(true);
      expect((await undo(owner, body.id)).body).toMatchObject({
        undo_of: body.id,
        state: 'finished',
        changed: 3,
        undoable: false,
      });
      expect(await numbers('approval_status')).toEqual({ 0: 3 });
      expect(await look(owner, body.id)).toMatchObject({ undone: true, undoable: false });
      expect(await undo(owner, body.id)).toMatchObject({
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
      const { body } = await change(owner, { filter: {} }, what, value);
      expect(await numbers(column)).toEqual(after ?? { [owner.email]: 3 });
      expect((await undo(owner, body.id)).body).toMatchObject({ changed: 3, since: 0, refused: [] });
      expect(await numbers(column)).toEqual(before);
    });

    it('should leave alone what somebody changed since, and what is gone, and say how many', async () => {
      const ids = await add(4);
      const { body } = await change(owner, { item_ids: ids }, 'status', 2);
      await change(boss, { item_ids: [ids[0]] }, 'status', 5);
      await change(owner, { item_ids: [ids[1]] }, 'delete');
      expect((await undo(owner, body.id)).body).toMatchObject({
        changed: 2,
        since: 1,
        refused: [{ code: 'NOT_FOUND', count: 1 }],
        items: { success: ids.slice(2) },
      });
      expect(await numbers('annotation_status')).toEqual({ 1: 2, 2: 1, 5: 1 });
    });

    it('should give items back to whom they were assigned, unless that person has left', async () => {
      const ids = await add(2);
      await change(owner, { item_ids: ids }, 'assign', quinn.email);
      await change(owner, { item_ids: ids }, 'assign', ana.email);
      const { body } = await change(owner, { item_ids: ids }, 'unassign', null);
      expect(await assigned()).toEqual([]);
      await undo(owner, body.id);
      expect(await assigned()).toEqual([`1 ${ana.email} 2`, `2 ${quinn.email} 2`]);
      const other = await team.join(`ben.${project}@north.test`);
      await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
        body: { users: [{ user_id: other.email, user_role: 1 }] },
      });
      const handed = await change(owner, { item_ids: ids }, 'assign', other.email);
      expect(await assigned()).toEqual([`1 ${other.email} 2`, `2 ${quinn.email} 2`]);
      await owner.request('DELETE', `/project/${project}/share/bulk`, { body: { user_id: [ana.email] } });
      expect((await undo(owner, handed.body.id)).body).toMatchObject({
        changed: 0,
        refused: [{ code: 'ASSIGNMENT_REFUSED', count: 2 }],
      });
    });

    it('should divide items evenly among people of one role, and give them back to whom they were assigned', async () => {
      const ids = await add(5);
      const ben = await team.join(`ben.${project}@north.test`);
      await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
        body: { users: [{ user_id: ben.email, user_role: 1 }] },
      });
      await change(owner, { item_ids: ids.slice(0, 1) }, 'assign', ben.email);
      const { body } = await change(owner, { item_ids: ids }, 'split', { emails: [ana.email, ben.email] });
      expect(await assigned()).toEqual([`1 ${ana.email} 3`, `1 ${ben.email} 2`].toSorted());
      await undo(owner, body.id);
      expect(await assigned()).toEqual([`1 ${ben.email} 1`]);
      for (const [emails, code] of [
        [[ana.email, quinn.email], 'INVALID_FIELD'],
        [[ana.email, boss.email], 'ASSIGNMENT_REFUSED'],
        [[ana.email], 'INVALID_FIELD'],
      ] as const)
        expect((await change(owner, { item_ids: ids }, 'split', { emails })).body).toMatchObject({ code });
    });

    it('should not bring an item back over one that took its name', async () => {
      const ids = await add(2);
      const { body } = await change(owner, { item_ids: ids }, 'delete');
      await add(1);
      expect((await undo(owner, body.id)).body).toMatchObject({
        changed: 1,
        refused: [{ code: 'NAME_EXISTS', count: 1 }],
      });
    });
  });

  describe('a change of many items', () => {
    it(
      'should be made by a job to all that match a filter without those left out, and be taken back by another',
      async () => {
        const ids = await add(MANY);
        await add(10, { status: 2, word: 'other' });
        const begun = await change(owner, { filter: { status: [1] }, except: ids.slice(0, 100) }, 'status', 5);
        expect(begun.body).toMatchObject({
          state: 'running',
          total: MANY - 100,
          items: null,
          job_id: expect.any(String),
        });
        expect(await ended(owner, begun)).toMatchObject({
          state: 'finished',
          changed: MANY - 100,
          refused: [],
          undoable: true,
        });
        expect(await numbers('annotation_status')).toEqual({ 1: 100, 2: 10, 5: MANY - 100 });
        expect((await owner.call<{ data: ItemChangeView[] }>('main', listItemChanges, {})).body.data[0]).toMatchObject({
          id: begun.body.id,
          job_id: begun.body.job_id,
          undoable: true,
        });

        await change(boss, { item_ids: ids.slice(200, 210) }, 'status', 3);
        const back = await undo(owner, begun.body.id);
        expect(back.body).toMatchObject({ state: 'running', undo_of: begun.body.id, total: MANY - 100 });
        expect(await ended(owner, back)).toMatchObject({ changed: MANY - 110, since: 10 });
        expect(await numbers('annotation_status')).toEqual({ 1: MANY - 10, 2: 10, 3: 10 });
      },
      DATABASE_TIMEOUT_MS,
    );

    it(
      'should take ids too, also those in any order and twice',
      async () => {
        const ids = await add(700);
        const begun = await change(
          owner,
          { item_ids: [...ids.toReversed(), ...ids.slice(0, 5), 2_000_000_000] },
          'pin',
          true,
        );
        expect(await ended(owner, begun)).toMatchObject({
          total: 701,
          changed: 700,
          refused: [{ code: 'NOT_FOUND', count: 1 }],
        });
      },
      DATABASE_TIMEOUT_MS,
    );

    it(
      'should be restarted where it broke off, and do no item twice',
      async () => {
        await add(MANY);
        let steps = 0;
        beforeWriting = () => {
          steps += 1;
          if (steps === 2) throw new Fault('DATABASE_UNAVAILABLE', 'The database went away.', { status: 503 });
        };
        const begun = await change(owner, { filter: { status: [1] } }, 'status', 2);
        // An item that was changed twice would count as the same the second time.
        expect(await ended(owner, begun)).toMatchObject({ state: 'finished', changed: MANY, same: 0, refused: [] });
        beforeWriting = undefined;
        expect(steps).toBeGreaterThan(2);
        expect(await numbers('annotation_status')).toEqual({ 2: MANY });
      },
      DATABASE_TIMEOUT_MS,
    );

    it(
      'should stop when it is cancelled; what was done stays, and is taken back',
      async () => {
        await add(MANY * 4);
        const begun = await change(owner, { filter: {} }, 'approval', 2);
        const answers = await new Promise<readonly Answer[]>(resolve => {
          onStep = () => {
            onStep = undefined;
            resolve(
              Promise.all([
                undo(owner, begun.body.id),
                owner.request('POST', `/api/v1/jobs/${begun.body.job_id}/cancel`),
              ]) as Promise<readonly Answer[]>,
            );
          };
        });
        expect(answers).toMatchObject([{ status: 409, body: { code: 'CHANGE_NOT_UNDOABLE' } }, { status: 200 }]);
        const stopped = await ended(owner, begun);
        expect(stopped).toMatchObject({ state: 'stopped', message: 'The job was cancelled.', undoable: true });
        expect(stopped.changed).toBeLessThan(MANY * 4);
        expect((await numbers('approval_status'))['2']).toBe(stopped.changed);
        expect(await ended(owner, await undo(owner, begun.body.id))).toMatchObject({ changed: stopped.changed });
        expect(await numbers('approval_status')).toEqual({ 0: MANY * 4 });
      },
      DATABASE_TIMEOUT_MS,
    );
  });

  describe('rights', () => {
    it('should be those of the kind of change, for a filter as for ids', async () => {
      await add(600);
      for (const [who, what, value, status] of [
        [ana, 'delete', undefined, 403],
        [ana, 'pin', true, 403],
        [quinn, 'assign', ana.email, 403],
        [quinn, 'priority', 1, 403],
        [boss, 'delete', undefined, 403],
        [boss, 'pin', true, 200],
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
      await change(owner, { item_ids: ids.slice(0, 2) }, 'assign', quinn.email);
      expect((await change(quinn, { filter: {} }, 'approval', 2)).body).toMatchObject({ total: 2, changed: 2 });
      expect((await change(quinn, { item_ids: ids }, 'approval', 1)).body).toMatchObject({
        changed: 2,
        refused: [{ code: 'NOT_FOUND', count: 3 }],
      });
      expect(await numbers('approval_status')).toEqual({ 0: 3, 1: 2 });
    });

    it('should show nobody the changes of others, nor other teams the project', async () => {
      const ids = await add(1);
      const { body } = await change(owner, { item_ids: ids }, 'pin', true);
      expect((await undo(boss, body.id)).status).toBe(404);
      const { owner: stranger } = await app.team(`South${crypto.randomUUID().slice(0, 8)}`);
      expect((await change(stranger, { item_ids: ids }, 'pin', true)).status).toBe(404);
      expect((await undo(stranger, body.id)).status).toBe(404);
      expect((await stranger.call<{ count: number }>('main', listItemChanges, {})).body.count).toBe(0);
    });

    it('should be asked again when a change is taken back', async () => {
      const ids = await add(1);
      await change(owner, { item_ids: ids }, 'assign', quinn.email);
      const { body } = await change(quinn, { item_ids: ids }, 'pin', true);
      const { data } = (
        await owner.request<{ data: { id: number; email: string }[] }>('GET', `/api/v1/project/${project}/contributors`)
      ).body;
      expect(
        (
          await owner.request(
            'PUT',
            `/api/v1/project/${project}/contributors/${data.find(each => each.email === quinn.email)!.id}`,
            { body: { role: 1 } },
          )
        ).status,
      ).toBe(200);
      expect((await undo(quinn, body.id)).status).toBe(403);
    });
  });

  it.each([
    [{ item_ids: [1] }, { kind: 'colour', value: 1 }, 'change.kind'],
    [{ item_ids: [1] }, { kind: 'approval', value: 3 }, 'change.value'],
    [{ item_ids: [1] }, { kind: 'priority', value: 'high' }, 'change.value'],
    [{ item_ids: [1] }, { kind: 'assign', value: '' }, 'change.value'],
    [{ item_ids: [1] }, { kind: 'status', value: 77 }, 'status'],
    [{ item_ids: [] }, { kind: 'pin', value: true }, 'selection'],
    [{ filter: { colour: 'red' } }, { kind: 'pin', value: true }, 'selection'],
    [{ filter: { where: ['name||$nope||x'] } }, { kind: 'pin', value: true }, ''],
  ])('should refuse %j with %j', async (selection, asked, field) => {
    const answer = await change(owner, selection, asked.kind, asked.value);
    expect([answer.status, answer.body.error.includes(field)]).toEqual([400, true]);
  });

  it('should forget after seven days what was before', async () => {
    const ids = await add(2);
    const { body } = await change(owner, { item_ids: ids }, 'pin', true);
    await system(trx =>
      sql`update items.change set created_at = now() - interval '8 days' where id = ${body.id}::int`.execute(trx),
    );
    expect((await undo(owner, body.id)).status).toBe(409);
    expect(await system(trx => forgetChanges(trx))).toBe(false);
    expect((await undo(owner, body.id)).status).toBe(404);
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
});
