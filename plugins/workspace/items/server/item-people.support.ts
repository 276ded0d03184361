import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '#tests/support/test-app.ts';
import { picture } from './item-calls.support.ts';
import type { ItemCalls } from './item-calls.support.ts';

/** Adds the tests of what people see and may do with items. */
export function itemPeopleTests(calls: ItemCalls): void {
  const { list, bulk, upload, newProject } = calls;

  describe('people', () => {
    let ana: TestPerson;
    let quinn: TestPerson;
    let shared: number;
    let items: number[];

    beforeAll(async () => {
      ana = await calls.team.join('ana@alpha.test');
      quinn = await calls.team.join('quinn@alpha.test');
      shared = await newProject('Shared');
      await calls.owner.request('POST', `/api/v1/project/${shared}/share/bulk`, {
        body: {
          users: [
            { user_id: ana.email, user_role: 1 },
            { user_id: quinn.email, user_role: 2 },
          ],
        },
      });
      items = [];
      for (const name of ['1.png', '2.png', '3.png'])
        items.push((await upload(calls.owner, shared, name, await picture(4, 4))).body.item.id);
    });

    it('see only what is assigned to them or pinned; everything else is not found', async () => {
      expect((await list(ana, shared)).count).toBe(0);
      expect(await bulk(calls.owner, shared, 'assign', { item_ids: items.slice(0, 1), email: ana.email })).toEqual({
        success: [items[0]],
        failed: [],
        skipped: [],
      });
      await bulk(calls.owner, shared, 'pin', { item_ids: items.slice(1, 2), pinned: true });
      expect((await list(ana, shared)).data.map(each => each.id)).toEqual([items[0], items[1]]);
      expect((await list(calls.owner, shared, 'pinned=1')).data.map(each => each.id)).toEqual([items[1]]);
      expect((await ana.request('GET', `/api/v1/project/${shared}/item/${items[2]}`)).status).toBe(404);
      expect((await ana.request('GET', `/api/v1/project/${shared}/item/${items[2]}/asset`)).status).toBe(404);
    });

    it('are one per role on an item: a second annotator replaces the first, a reviewer is added', async () => {
      await bulk(calls.owner, shared, 'assign', { item_ids: [items[0]!], email: quinn.email });
      expect((await list(calls.owner, shared)).data[0]!.assignments.map(each => each.user_id)).toEqual([
        ana.email,
        quinn.email,
      ]);
      // Annotators see their own role only, reviewers every one.
      const assigneesSeenBy = async (person: TestPerson): Promise<readonly string[]> =>
        (await list(person, shared)).data.find(each => each.id === items[0])!.assignments.map(each => each.user_id);
      expect([await assigneesSeenBy(ana), await assigneesSeenBy(quinn)]).toEqual([
        [ana.email],
        [ana.email, quinn.email],
      ]);
      const alone = async (person: TestPerson): Promise<unknown> =>
        (await person.request<{ assignments: unknown }>('GET', `/api/v1/project/${shared}/item/${items[0]}`)).body
          .assignments;
      expect([await alone(ana), await alone(quinn)]).toEqual([
        [{ user_id: ana.email, user_role: 1 }],
        [
          { user_id: ana.email, user_role: 1 },
          { user_id: quinn.email, user_role: 2 },
        ],
      ]);
      expect((await bulk(calls.owner, shared, 'assign', { item_ids: [items[0]!], email: ana.email })).skipped).toEqual([
        items[0],
      ]);
      await bulk(calls.owner, shared, 'unassign', { item_ids: [items[0]!], email: quinn.email });
      expect((await list(calls.owner, shared)).data[0]!.assignments).toEqual([{ user_id: ana.email, user_role: 1 }]);
    });

    it('who are paused or not in the project cannot be assigned, in the words of the public client', async () => {
      const answer = await calls.owner.request<{ error: string }>(
        'PUT',
        `/images/editAssignment/?project_id=${shared}`,
        { body: { image_names: ['1.png'], folder_name: 'root', assign_user_id: 'nobody@alpha.test' } },
      );
      expect([answer.status, answer.body.error]).toEqual([
        400,
        'The user does not have the required permissions for this assignment.',
      ]);
    });

    it('with a thousand of two thousand items get their list, also before the database has counted its rows', async () => {
      const many = await newProject('Many');
      await calls.owner.request('POST', `/api/v1/project/${many}/share/bulk`, {
        body: { users: [{ user_id: quinn.email, user_role: 2 }] },
      });
      const root = (await calls.owner.request<{ folder_id: number }>('GET', `/api/v1/project/${many}`)).body.folder_id;
      await calls.app.database.tenant(calls.team.id).transaction(async trx => {
        await sql`insert into items.item (team_id, project_id, folder_id, name) select ${calls.team.id}::int, ${many}::int, ${root}::int, 'img_' || n from generate_series(1, 2000) n`.execute(
          trx,
        );
        await sql`insert into items.assignment (team_id, project_id, item_id, email, user_role) select team_id, project_id, id, ${quinn.email}, 2 from items.item where project_id = ${many} and id % 2 = 0`.execute(
          trx,
        );
      });
      expect((await list(quinn, many, 'limit=100')).count).toBe(1000);
      expect((await quinn.request<{ total: number }>('GET', `/api/v1/project/${many}/item-counts`)).body.total).toBe(
        1000,
      );
    });

    it('without the rights of an admin neither delete, assign, upload nor set a status', async () => {
      for (const change of [
        { kind: 'delete' },
        { kind: 'assign', value: ana.email },
        { kind: 'pin', value: true },
        { kind: 'approval', value: 2 },
        { kind: 'priority', value: 1 },
      ]) {
        expect([
          change,
          (
            await ana.request('POST', `/api/v1/project/${shared}/items/change`, {
              body: { selection: { item_ids: items }, change },
            })
          ).status,
        ]).toEqual([change, 403]);
      }
      expect((await upload(ana, shared, 'x.png', await picture(4, 4))).status).toBe(403);
      // Without a workflow only those who may set any status move items.
      expect((await bulk(ana, shared, 'status', { item_ids: [items[0]!], status: 2 })).failed).toMatchObject([
        { id: items[0], code: 'TRANSITION_NOT_ALLOWED' },
      ]);
    });

    it('lose their items when they leave the project', async () => {
      await calls.owner.request('DELETE', `/project/${shared}/share/bulk`, { body: { user_id: [ana.email] } });
      expect((await list(calls.owner, shared)).data[0]!.assignments).toEqual([]);
    });

    it('of another team find nothing', async () => {
      const other = await calls.app.team(`Beta${calls.kind}`);
      for (const path of [
        `/api/v1/project/${shared}/items`,
        `/api/v1/project/${shared}/item/${items[0]}`,
        `/folders?project_id=${shared}`,
      ])
        expect((await other.owner.request('GET', path)).status).toBe(404);
    });
  });
}
