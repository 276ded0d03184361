import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { MIGRATION_PROGRESS } from '../common/migration-progress.ts';
import type { WorkflowImpact, WorkflowUsage } from '../common/change-api.ts';
import { lockItemStatuses } from './team-workflows-lock.ts';

const WM = '/services/work-management/api/v1';
interface Row {
  readonly id: number;
  readonly value: number;
  readonly name: string;
  readonly version: string;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let [ana, pat, admin]: TestPerson[] = [];
  let stranger: TestPerson;
  let [review, done]: Row[] = [];
  let expert: Row;
  let count = 0;
  const make = async <T = Row>(path: string, body: object): Promise<T> =>
    (await team.owner.request<T>('POST', path, { body })).body;
  const file = (...statuses: string[]) => ({
    roles: ['Annotator'],
    statuses,
    start_status: statuses[0],
    allowed_resources_to_roles: { Annotator: { view_items: { statuses } } },
    transitions: statuses
      .slice(1)
      .map(to => ({ name: `to ${to}`, from: statuses[0], to, allowed_roles: ['Annotator'] })),
  });
  const submit = (config: object): Promise<Row> =>
    make('/api/v1/workflows/submit', { name: `Flow ${(count += 1)}`, raw_config: config });
  const change = (id: number, body: object, who: TestPerson = team.owner) =>
    who.request<Row & { code?: string; details?: Record<string, unknown> }>('PATCH', `${WM}/workflows/${id}`, { body });

  /** A project with items in the statuses given; the last item is deleted. */
  const fill = async (workflow: number, ...codes: number[]): Promise<{ id: number; items: number[] }> => {
    const project = await make<{ id: number; folder_id: number }>('/project', {
      name: `P${(count += 1)}`,
      type: 1,
      workflow_id: workflow,
    });
    await team.owner.request('POST', `/api/v1/project/${project.id}/share/bulk`, {
      body: {
        users: [
          { user_id: ana!.email, user_role: 1 },
          { user_id: pat!.email, user_role: 3 },
        ],
      },
    });
    const items = await app.database.tenant<{ 'items.item': Record<string, never> }>(team.id).transaction(async trx => {
      const ids: number[] = [];
      for (const [at, status] of codes.entries())
        ids.push(
          (
            (await trx
              .insertInto('items.item')
              .values({
                team_id: team.id,
                project_id: project.id,
                folder_id: project.folder_id,
                name: `${at}.jpg`,
                annotation_status: status,
                deleted_at: at === codes.length - 1 ? new Date() : null,
              } as never)
              .returning('id' as never)
              .executeTakeFirstOrThrow()) as { id: number }
          ).id,
        );
      return ids;
    });
    return { id: project.id, items };
  };
  const statusesOf = (project: number): Promise<number[]> =>
    app.database
      .tenant<{ 'items.item': { id: number; project_id: number; annotation_status: number } }>(team.id)
      .transaction(async trx =>
        (
          await trx
            .selectFrom('items.item')
            .select('annotation_status')
            .where('project_id', '=', project)
            .orderBy('id')
            .execute()
        ).map(each => each.annotation_status),
      );

  beforeAll(async () => {
    app = await openTestApp(kind, { jobs: false });
    team = await app.team('North');
    ana = await team.join('ana@x.org');
    pat = await team.join('pat@x.org');
    admin = await team.join('admin@x.org', 7);
    stranger = (await app.team('South')).owner;
    [review, done] = [await make(`${WM}/statuses`, { name: 'Review' }), await make(`${WM}/statuses`, { name: 'Done' })];
    expert = await make(`${WM}/roles`, { name: 'Expert', rolePermissions: [] });
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  describe('a workflow that projects have', () => {
    it('should preview how many items of each project are in which status, and who loses the role', async () => {
      const flow = await submit({ ...file('NotStarted', 'Review', 'Done'), roles: ['Annotator', 'Expert'] });
      const first = await fill(flow.id, 1, review!.value, review!.value, 1);
      const second = await fill(flow.id, done!.value, done!.value);
      await team.owner.request('POST', `/api/v1/project/${second.id}/share/bulk`, {
        body: { users: [{ user_id: admin!.email, user_role: expert.id }] },
      });
      const { body } = await team.owner.request<WorkflowImpact>('POST', `/api/v1/workflow/${flow.id}/preview`, {
        body: { raw_config: file('NotStarted', 'Done') },
      });
      expect(body.projects.map(({ id, items, statuses, roles }) => ({ id, items, statuses, roles }))).toEqual([
        {
          id: first.id,
          items: 3,
          statuses: [
            { value: 1, name: 'NotStarted', items: 1, kept: true },
            { value: review!.value, name: 'Review', items: 2, kept: false },
          ],
          roles: [],
        },
        {
          id: second.id,
          items: 1,
          statuses: [{ value: done!.value, name: 'Done', items: 1, kept: true }],
          roles: [{ id: expert.id, name: 'Expert', people: 1, groups: 0 }],
        },
      ]);
      expect(body.version).toBe(flow.version);
    });

    it('should carry the items of a status that goes to the one that was chosen, deleted ones to the start, and note it in the history', async () => {
      const flow = await submit(file('NotStarted', 'Review', 'Done'));
      const { id, items } = await fill(flow.id, 1, review!.value, review!.value, review!.value);
      expect(await change(flow.id, { raw_config: file('NotStarted', 'Done') })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', details: { statuses: [{ name: 'Review', items: 2 }] } },
      });
      expect(await statusesOf(id), 'nothing happened').toEqual([1, review!.value, review!.value, review!.value]);
      const moves = [{ from: review!.value, to: done!.value }];
      expect(
        (
          await change(flow.id, {
            raw_config: file('NotStarted', 'Done'),
            status_moves: moves,
            expected_version: flow.version,
          })
        ).status,
      ).toBe(200);
      expect(await statusesOf(id)).toEqual([1, done!.value, done!.value, done!.value]);
      const history = await app.database
        .tenant<{ 'explore.history': { item_id: number; from_status: number; to_status: number } }>(team.id)
        .transaction(trx =>
          trx
            .selectFrom('explore.history')
            .select(['from_status', 'to_status'])
            .where('item_id', '=', items[1]!)
            .execute(),
        );
      expect(history).toEqual([{ from_status: review!.value, to_status: done!.value }]);
      // The same once more is no error, though its version is old by now.
      expect(
        (
          await change(flow.id, {
            raw_config: file('NotStarted', 'Done'),
            status_moves: moves,
            expected_version: flow.version,
          })
        ).status,
      ).toBe(200);
    });

    it('should refuse a target the workflow does not have, by its place', async () => {
      const flow = await submit(file('NotStarted', 'Review', 'Done'));
      await fill(flow.id, review!.value, 1);
      expect(
        await change(flow.id, {
          raw_config: file('NotStarted', 'Done'),
          status_moves: [{ from: review!.value, to: 4 }],
        }),
      ).toMatchObject({ status: 400, body: { details: { issues: [{ field: 'status_moves.0.to' }] } } });
    });

    it('should refuse a change of a version that is not the newest', async () => {
      const flow = await submit(file('NotStarted', 'Done'));
      expect(
        (await change(flow.id, { raw_config: file('NotStarted', 'Review'), expected_version: flow.version })).status,
      ).toBe(200);
      expect(await change(flow.id, { raw_config: file('NotStarted'), expected_version: flow.version })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', details: { version: expect.any(String) } },
      });
    });

    it('should not lose an item that is moved into a status at the moment it goes', async () => {
      const flow = await submit(file('NotStarted', 'Review', 'Done'));
      const { id, items } = await fill(flow.id, ...Array.from({ length: 13 }, () => 1));
      const moves = [{ from: review!.value, to: done!.value }];
      const racing = items
        .slice(0, 12)
        .map(item =>
          pat!.request('POST', `/api/v1/project/${id}/items/change`, {
            body: { selection: { item_ids: [item] }, change: { kind: 'status', value: review!.value } },
          }),
        );
      const answers = await Promise.all([
        change(flow.id, { raw_config: file('NotStarted', 'Done'), status_moves: moves }),
        ...racing,
      ]);
      expect(answers[0]!.status).toBe(200);
      // Every one was moved before, or refused because the status is gone or the workflow in change.
      for (const { status } of answers.slice(1)) expect([200, 400, 409, 503]).toContain(status);
      expect(await statusesOf(id)).not.toContain(review!.value);
    });

    it('should answer 503, to be tried again, to a change of status while it is being changed', async () => {
      if (kind === 'pglite') return;
      const flow = await submit(file('NotStarted', 'Review', 'Done'));
      const { id, items } = await fill(flow.id, 1, 1);
      const body = { selection: { item_ids: [items[0]] }, change: { kind: 'status', value: review!.value } };
      let end = (): void => undefined;
      let changing: Promise<void> | undefined;
      const ended = new Promise<void>(resolve => {
        end = resolve;
      });
      await new Promise<void>(taken => {
        changing = app.database.tenant(team.id).transaction(async trx => {
          await lockItemStatuses(trx, [id]);
          taken();
          await ended;
        });
      });
      expect(await pat!.request('POST', `/api/v1/project/${id}/items/change`, { body })).toMatchObject({
        status: 503,
        body: { code: 'WORKFLOW_CHANGING' },
      });
      end();
      await changing;
      expect((await pat!.request('POST', `/api/v1/project/${id}/items/change`, { body })).body).toMatchObject({
        items: { success: [items[0]] },
      });
    });
  });

  describe('another workflow for a project', () => {
    it('should be previewed, carry items over at once, and be the same when it is asked for again', async () => {
      const flow = await submit(file('NotStarted', 'Done'));
      const { id } = await fill(1, 1, 3, 5, 5);
      const preview = (
        await pat!.request<WorkflowImpact>('GET', `/api/v1/project/${id}/workflow/preview?workflow_id=${flow.id}`)
      ).body;
      expect(preview.projects[0]!.statuses.map(({ value, items, kept }) => [value, items, kept])).toEqual([
        [1, 1, true],
        [3, 1, false],
        [5, 1, false],
      ]);
      const put = (body: object, who: TestPerson = pat!) =>
        who.request('PUT', `/api/v1/project/${id}/workflow`, { body });
      expect(await put({ workflow_id: flow.id, status_moves: [{ from: 3, to: 1 }] })).toMatchObject({
        status: 409,
        body: { error: 'Items are in Completed. Move them on before the status goes.' },
      });
      const whole = {
        workflow_id: flow.id,
        status_moves: [
          { from: 3, to: 1 },
          { from: 5, to: done!.value },
        ],
      };
      expect(await put(whole)).toMatchObject({ status: 200, body: { workflow_id: flow.id, moved: 2 } });
      expect(await statusesOf(id)).toEqual([1, 1, done!.value, done!.value]);
      expect((await ana!.request('GET', `/api/v1/project/${id}/workflow`)).body).toMatchObject({ id: flow.id });
      expect(await put(whole)).toMatchObject({ status: 200, body: { moved: 0 } });
      expect(await put({ workflow_id: 9999 })).toMatchObject({ status: 400, body: { code: 'INVALID_FIELD' } });
    });

    it('should send who changes it how many items have moved so far', async () => {
      const flow = await submit(file('NotStarted', 'Done'));
      const { id } = await fill(1, 3, 3);
      await app.database.tenant(team.id).transaction(trx =>
        sql`insert into items.item (team_id, project_id, folder_id, name, annotation_status)
        select team_id, project_id, folder_id, 'more ' || number || '.jpg', 3 from items.item, generate_series(1, 2499) as number where project_id = ${id} and name = '0.jpg'`.execute(
          trx,
        ),
      );
      const messages = vi.spyOn(app.app.services.hub, 'send');
      const put = () =>
        pat!.request('PUT', `/api/v1/project/${id}/workflow`, {
          body: { workflow_id: flow.id, status_moves: [{ from: 3, to: done!.value }] },
        });
      const reached = () => messages.mock.calls.filter(([, message]) => message.type === MIGRATION_PROGRESS);
      try {
        expect(await put()).toMatchObject({ status: 200, body: { moved: 2500 } });
        // One of the first part is deleted: it moves as well, and is not counted.
        expect(reached().map(([, message]) => message)).toEqual(
          [1999, 2500].map(count => ({ type: MIGRATION_PROGRESS, done: count, total: 2500 })),
        );
        const [match] = reached()[0]!;
        expect([
          match(pat!.row.id, team.id),
          match(team.owner.row.id, team.id),
          match(pat!.row.id, team.id + 1),
        ]).toEqual([true, false, false]);
        expect(new Set(await statusesOf(id))).toEqual(new Set([done!.value]));
      } finally {
        messages.mockRestore();
      }
    });

    it('should wait for jobs of the project', async () => {
      const { id } = await fill(1, 1, 1);
      await app.app.services.jobs.enqueue(undefined, {
        teamId: team.id,
        plugin: 'items',
        name: 'copy',
        subject: { project_id: id },
      });
      expect(await pat!.request('PUT', `/api/v1/project/${id}/workflow`, { body: { workflow_id: 2 } })).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('A job works on this project') },
      });
    });
  });

  describe('statuses and roles in use', () => {
    it('should be listed with who uses them', async () => {
      const mine = await make(`${WM}/statuses`, { name: 'Counted' });
      const flow = await submit(file('NotStarted', 'Counted'));
      const { id } = await fill(flow.id, mine.value, mine.value, 1);
      const usage = (await team.owner.request<WorkflowUsage>('GET', '/api/v1/workflow-usage')).body;
      expect(usage.statuses.find(each => each.id === mine.id)).toMatchObject({
        workflows: [{ id: flow.id }],
        items: 2,
      });
      expect(usage.workflows.find(each => each.id === flow.id)!.projects.map(each => each.id)).toEqual([id]);
      expect(usage.roles.find(each => each.id === 1)!.workflows.length).toBeGreaterThan(2);
    });

    it('should take a new name along in every workflow, without touching items', async () => {
      const mine = await make(`${WM}/statuses`, { name: 'Before' });
      const role = await make(`${WM}/roles`, { name: 'Helper', rolePermissions: [] });
      const flow = await submit({ ...file('NotStarted', 'Before'), roles: ['Annotator', 'Helper'] });
      const { id } = await fill(flow.id, mine.value, 1);
      expect(
        await team.owner.request('PATCH', `${WM}/statuses/${mine.id}`, { body: { name: 'After', icon_id: 3 } }),
      ).toMatchObject({ status: 200, body: { name: 'After', icon_id: 3, value: mine.value } });
      expect((await team.owner.request('PATCH', `${WM}/roles/${role.id}`, { body: { name: 'Senior' } })).status).toBe(
        200,
      );
      const stored = (
        await team.owner.request<{
          raw_config: { statuses: string[]; roles: string[]; transitions: { to: string }[] };
        }>('GET', `${WM}/workflows/${flow.id}`)
      ).body.raw_config;
      expect([stored.statuses, stored.roles, stored.transitions[0]!.to]).toEqual([
        ['NotStarted', 'After'],
        ['Annotator', 'Senior'],
        'After',
      ]);
      expect(
        (
          await ana!.request<{ statuses: { value: number; name: string }[] }>('GET', `/api/v1/project/${id}/workflow`)
        ).body.statuses.find(each => each.value === mine.value)!.name,
      ).toBe('After');
      expect(await statusesOf(id)).toEqual([mine.value, 1]);
      expect(await team.owner.request('PATCH', `${WM}/statuses/${mine.id}`, { body: { name: 'done' } })).toMatchObject({
        status: 409,
        body: { code: 'NAME_EXISTS' },
      });
    });
  });

  it('should let only admins of the team change workflows, admins of a project choose its own, and others know of nothing', async () => {
    const flow = await submit(file('NotStarted', 'Done'));
    const { id } = await fill(flow.id, 1, 1);
    const calls: readonly [string, string, object?][] = [
      ['PATCH', `${WM}/workflows/${flow.id}`, { description: 'd' }],
      ['POST', `/api/v1/workflow/${flow.id}/preview`, { raw_config: file('NotStarted') }],
      ['PATCH', `${WM}/statuses/${review!.id}`, { description: 'd' }],
      ['PATCH', `${WM}/roles/${expert.id}`, { description: 'd' }],
      ['GET', `/api/v1/project/${id}/workflow/preview?workflow_id=2`],
      ['PUT', `/api/v1/project/${id}/workflow`, { workflow_id: flow.id }],
    ];
    const answers = async (who: TestPerson): Promise<number[]> => {
      const all: number[] = [];
      for (const [method, path, body] of calls)
        all.push((await who.request(method, path, body === undefined ? {} : { body })).status);
      return all;
    };
    expect(await answers(ana!), 'annotator').toEqual([403, 403, 403, 403, 403, 403]);
    expect(await answers(pat!), 'project admin').toEqual([403, 403, 403, 403, 200, 200]);
    expect(await answers(admin!), 'team admin').toEqual([200, 200, 200, 200, 200, 200]);
    expect(await answers(team.owner), 'owner').toEqual([200, 200, 200, 200, 200, 200]);
    expect(await answers(stranger), 'another team').toEqual([404, 404, 404, 404, 404, 404]);
  });
});
