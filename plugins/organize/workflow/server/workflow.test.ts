import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkResult } from '#core/api/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TestApp, TestPerson } from '#tests/support/test-app.ts';
import { Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { systemStatuses } from '../common/system-workflows.ts';
import type { SystemStatusName } from '../common/system-workflows.ts';

const names = Object.keys(systemStatuses) as SystemStatusName[];

// Rows are the status an item is in, columns where to: A annotator, Q reviewer, D annotator with direct completion.
const table: Readonly<Record<SystemStatusName, Partial<Record<SystemStatusName, string>>>> = {
  NotStarted: { InProgress: 'A', QualityCheck: 'A', Completed: 'D', Skipped: 'A' },
  InProgress: { QualityCheck: 'A', Completed: 'D', Skipped: 'A', NotStarted: 'A' },
  Returned: { InProgress: 'A', QualityCheck: 'A', Completed: 'D', Skipped: 'A', NotStarted: 'A' },
  Skipped: { InProgress: 'A' },
  QualityCheck: { Returned: 'Q', Completed: 'Q', Skipped: 'Q' },
  Completed: { QualityCheck: 'Q' },
};

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let ana: TestPerson;
  let quinn: TestPerson;
  let teamId: number;
  const projects: { system: number; direct: number } = { system: 0, direct: 0 };
  const items: { system: number; direct: number } = { system: 0, direct: 0 };

  const put = async (which: 'system' | 'direct', status: number): Promise<void> => {
    await app.database
      .tenant<{ 'items.item': { id: number; annotation_status: number } }>(teamId)
      .transaction(trx =>
        trx.updateTable('items.item').set({ annotation_status: status }).where('id', '=', items[which]).execute(),
      );
  };
  const move = async (who: TestPerson, which: 'system' | 'direct', to: number): Promise<BulkResult> =>
    (
      await who.request<{ items: BulkResult }>('POST', `/api/v1/project/${projects[which]}/items/change`, {
        body: { selection: { item_ids: [items[which]] }, change: { kind: 'status', value: to } },
      })
    ).body.items;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'projects', 'items', 'workflow'], jobs: false });
    const team = await app.team('Flow');
    teamId = team.id;
    owner = team.owner;
    ana = await team.join('ana@flow.test');
    quinn = await team.join('quinn@flow.test');
    for (const [which, workflow] of [
      ['system', 1],
      ['direct', 2],
    ] as const) {
      const project = (
        await owner.request<{ id: number; folder_id: number }>('POST', '/project', {
          body: { name: `By ${which}`, type: 1, workflow_id: workflow },
        })
      ).body;
      projects[which] = project.id;
      await owner.request('POST', `/api/v1/project/${project.id}/share/bulk`, {
        body: {
          users: [
            { user_id: ana.email, user_role: 1 },
            { user_id: quinn.email, user_role: 2 },
          ],
        },
      });
      await app.database
        .tenant<{
          'items.item': {
            id: number;
            team_id: number;
            project_id: number;
            folder_id: number;
            name: string;
            is_pinned: boolean;
          };
        }>(teamId)
        .transaction(async trx => {
          const row = await trx
            .insertInto('items.item')
            .values({
              team_id: teamId,
              project_id: project.id,
              folder_id: project.folder_id,
              name: 'a.jpg',
              is_pinned: true,
            } as never)
            .returning('id')
            .executeTakeFirstOrThrow();
          items[which] = row.id;
        });
    }
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close(), DATABASE_TIMEOUT_MS);

  describe('status changes', () => {
    it.each(names.flatMap(from => names.filter(to => to !== from).map(to => [from, to] as const)))(
      'from %s to %s are for the roles of the table alone',
      async (from, to) => {
        const who = table[from][to];
        for (const [person, which, allowed] of [
          [ana, 'system', who === 'A'],
          [quinn, 'system', who === 'Q'],
          [ana, 'direct', who === 'A' || who === 'D'],
          [owner, 'system', true],
        ] as const) {
          await put(which, systemStatuses[from]);
          const result = await move(person, which, systemStatuses[to]);
          expect([person.email, which, result.success.length === 1]).toEqual([person.email, which, allowed]);
          if (!allowed) expect(result.failed[0]).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
        }
      },
    );

    it('to where the item is already are skipped', async () => {
      await put('system', 2);
      expect(await move(owner, 'system', 2)).toEqual({ success: [], failed: [], skipped: [items.system] });
    });

    it('name the step in the words of the catalogue', async () => {
      await put('system', 1);
      expect((await move(ana, 'system', 5)).failed[0]!.message).toBe(
        "This item can't go from Not started to Completed.",
      );
    });

    it('wait for constraints of the transition; who applies statuses directly does not', async () => {
      const hooks = app.app.plugins.service('items', ItemsHooks);
      const tap = hooks.constraining
        .for('required_attributes')
        .tap('items', (_context, found) => [
          ...(found ?? []),
          { message: 'Car 1: State is required', where: 'instance-1' },
        ]);
      await put('system', 2);
      const refused = await move(ana, 'system', 3);
      const skipped = await move(ana, 'system', 6);
      await put('system', 2);
      const forced = await move(owner, 'system', 3);
      tap.dispose();
      expect(refused.failed[0]).toEqual({
        id: items.system,
        code: 'CONSTRAINT_FAILED',
        message: 'Finish these before moving the item: Car 1: State is required',
      });
      expect([skipped.success, forced.success]).toEqual([[items.system], [items.system]]);
    });
  });

  describe('visibility', () => {
    it.each([
      [1, true, false],
      [2, true, false],
      [3, false, true],
      [4, true, false],
      [5, false, false],
      [6, false, false],
    ])('of an assigned item in status %i: annotator %s, reviewer %s', async (status, annotator, reviewer) => {
      const path = `/api/v1/project/${projects.system}/item/${items.system}`;
      await put('system', status);
      await owner.request('POST', `/api/v1/project/${projects.system}/items/change`, {
        body: { selection: { item_ids: [items.system] }, change: { kind: 'pin', value: false } },
      });
      for (const email of [ana.email, quinn.email])
        await owner.request('POST', `/api/v1/project/${projects.system}/items/change`, {
          body: { selection: { item_ids: [items.system] }, change: { kind: 'assign', value: email } },
        });
      expect([
        (await ana.request('GET', path)).status === 200,
        (await quinn.request('GET', path)).status === 200,
      ]).toEqual([annotator, reviewer]);
      await owner.request('POST', `/api/v1/project/${projects.system}/items/change`, {
        body: { selection: { item_ids: [items.system] }, change: { kind: 'pin', value: true } },
      });
      expect([(await ana.request('GET', path)).status, (await quinn.request('GET', path)).status]).toEqual([200, 200]);
    });
  });

  describe('the first saved edit', () => {
    it.each([
      [1, 2],
      [4, 2],
      [2, 2],
      [3, 3],
    ])('leads an item of an annotator from status %i to %i', async (from, to) => {
      await put('system', from);
      const context = app.app.services.contexts.make({
        requestId: 'test',
        credential: 'session',
        user: { id: ana.row.id, email: ana.email, firstName: '', lastName: '', superAdmin: false },
        team: (await app.app.services.teams.membership(
          { id: ana.row.id, email: ana.email, firstName: '', lastName: '', superAdmin: false },
          teamId,
        ))!,
        scope: {},
        address: '',
        log: {
          debug() {},
          info() {},
          warn() {},
          error() {},
          child() {
            return this;
          },
        },
        signal: new AbortController().signal,
        enablement: await app.app.gate.enablement(undefined),
      });
      const service = app.app.plugins.service('items', Items);
      const row = await service.get(context, items.system, projects.system);
      expect(await service.started(context, row)).toBe(to);
      expect((await service.get(context, items.system, projects.system)).annotation_status).toBe(to);
    });
  });

  describe('the calls of the public client', () => {
    const scoped = (project: number): { headers: Record<string, string> } => ({
      headers: { 'x-entity-context': btoa(JSON.stringify({ team_id: teamId, project_id: project })) },
    });

    it('list the system workflow first, by its description', async () => {
      const { body } = await owner.request<{
        data: { id: number; name: string; type: string; description: string }[];
        count: number;
      }>('GET', '/services/work-management/api/v1/workflows?&offset=0');
      expect(body.data[0]).toMatchObject({
        id: 1,
        name: 'System workflow',
        type: 'system',
        description: 'This workflow is generated by the system, and prevents annotators from completing items.',
      });
      const filtered = await owner.request<{ data: { id: number }[] }>(
        'GET',
        `/services/work-management/api/v1/workflows?filter=${encodeURIComponent('id||$eq||2')}`,
      );
      expect(filtered.body.data.map(each => each.id)).toEqual([2]);
    });

    it('should name statuses by value and roles by name', async () => {
      const statuses = (
        await owner.request<{ data: { value: number; status: { name: string } }[] }>(
          'GET',
          '/services/work-management/api/v1/workflows/1/workflowstatuses?join=status',
          scoped(projects.system),
        )
      ).body.data;
      expect(statuses.map(each => [each.status.name, each.value])).toEqual(Object.entries(systemStatuses));
      const roles = (
        await owner.request<{ data: { role_id: number; role: { name: string } }[] }>(
          'GET',
          '/services/work-management/api/v1/workflows/1/workflowroles?join=role',
          scoped(projects.system),
        )
      ).body.data;
      expect(roles.map(each => [each.role_id, each.role.name])).toEqual([
        [1, 'Annotator'],
        [2, 'QA'],
        [3, 'Admin'],
      ]);
    });

    it('give transitions of the caller’s own role', async () => {
      const read = async (who: TestPerson): Promise<number[][]> =>
        (
          await who.request<{ data: { role_ids: number[] }[] }>(
            'GET',
            '/services/work-management/api/v1/workflows/1/workflowtransitions',
            scoped(projects.system),
          )
        ).body.data.map(each => each.role_ids);
      expect(new Set((await read(ana)).flat())).toEqual(new Set([1]));
      expect(new Set((await read(quinn)).flat())).toEqual(new Set([2]));
    });

    it('say where items may go, by project', async () => {
      const { body } = await ana.request<{ available: Record<string, number[]> }>(
        'GET',
        `/api/v1/project/${projects.direct}/workflow`,
      );
      expect(body.available['2']).toEqual(expect.arrayContaining([1, 3, 5, 6]));
      expect((await owner.request('GET', '/services/work-management/api/v1/workflows/99')).status).toBe(404);
    });

    it('refuse a project with a workflow that is not there', async () => {
      expect(
        (await owner.request('POST', '/project', { body: { name: 'No such flow', type: 1, workflow_id: 99 } })).body,
      ).toMatchObject({ code: 'INVALID_FIELD' });
    });
  });
});
