import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { projectsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ProjectWork, WaitingPerson } from '../common/api.ts';
import { myWorkApi } from '../common/api.ts';

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let owner: TestPerson;
  let ana: TestPerson;
  let quinn: TestPerson;
  let project: number;
  let items: readonly number[];

  const work = async (person: TestPerson, projectId?: number): Promise<readonly ProjectWork[]> =>
    (
      await person.call<{ data: readonly ProjectWork[] }>('main', myWorkApi.operations.listMyWork, {
        query: projectId === undefined ? {} : { project_id: projectId },
      })
    ).body.data;
  const move = (ids: readonly number[], status: number): Promise<unknown> =>
    app.database
      .system('a test')
      .transaction(trx =>
        sql`update items.item set annotation_status = ${status}::int where id = any(${[...ids]}::int[])`.execute(trx),
      );
  const assign = async (ids: readonly number[], person: TestPerson): Promise<void> => {
    const answer = await owner.request('POST', `/api/v1/project/${project}/items/change`, {
      body: { selection: { item_ids: ids }, change: { kind: 'assign', value: person.email } },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };

  const setDueDate = async (value: string): Promise<number> =>
    (
      await owner.call('main', projectsApi.operations.updateSettings, {
        params: { project_id: project },
        body: { settings: [{ attribute: 'DueDate', value }] },
      })
    ).status;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: [
        'teams',
        'projects',
        'items',
        'classes',
        'categories',
        'workflow',
        'annotations',
        'editor',
        'review',
      ].concat(['task-requests', 'agreement', 'my-work']),
    });
    team = await app.team('North');
    ({ owner } = team);
    ana = await team.join('ana@north.test');
    quinn = await team.join('quinn@north.test');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  beforeEach(async () => {
    project = (
      await owner.call<{ id: number }>('main', projectsApi.operations.createProject, {
        body: { name: `Birds ${crypto.randomUUID()}`, type: 1 },
      })
    ).body.id;
    await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: {
        users: [
          { user_id: ana.email, user_role: 1 },
          { user_id: quinn.email, user_role: 2 },
        ],
      },
    });
    items = await app.database.system('a test').transaction(async trx => {
      const { rows } = await sql<{ id: number }>`insert into items.item (team_id, project_id, folder_id, name)
        select ${team.id}::int, ${project}::int, (select id from items.folder where project_id = ${project}::int and is_root), name
        from unnest(array['a.png', 'b.png', 'c.png', 'd.png']) as given (name) order by name returning id`.execute(trx);
      return rows.map(row => row.id);
    });
  });

  describe('the work of a person', () => {
    it('should begin with what was returned, then what is begun, then what is new', async () => {
      await assign(items.slice(0, 3), ana);
      expect((await work(ana, project))[0]).toMatchObject({ waiting: 3, next_item_id: items[0] });
      await move([items[1]!], 2);
      expect((await work(ana, project))[0]).toMatchObject({ in_progress: 1, next_item_id: items[1] });
      await move([items[2]!], 4);
      const [own] = await work(ana, project);
      expect(own).toMatchObject({ returned: 1, in_progress: 1, waiting: 3, next_item_id: items[2] });
      expect(own!.statuses.map(each => [each.name, each.items])).toEqual([
        ['Returned', 1],
        ['In progress', 1],
        ['Not started', 1],
      ]);
    });

    it('should open what has the highest priority first, then count by the numbers in names', async () => {
      const write = (change: string): Promise<unknown> =>
        app.database.system('a test').transaction(trx => sql.raw(change).execute(trx));
      await write(`update items.item set name = 'Frame 10' where id = ${items[0]}`);
      await write(`update items.item set name = 'frame 9' where id = ${items[1]}`);
      await assign(items.slice(0, 3), ana);
      expect((await work(ana, project))[0]).toMatchObject({ next_item_id: items[2] });
      await move([items[2]!], 5);
      expect((await work(ana, project))[0]).toMatchObject({ next_item_id: items[1] });
      await write(`update items.item set entropy_value = 3 where id = ${items[0]}`);
      expect((await work(ana, project))[0]).toMatchObject({ next_item_id: items[0] });
    });

    it('should count the statuses of the own role', async () => {
      await assign(items, quinn);
      await move(items.slice(0, 2), 3);
      expect((await work(quinn, project))[0]).toMatchObject({ role: 2, waiting: 2, next_item_id: items[0] });
      await move(items, 5);
      expect((await work(quinn, project))[0]).toMatchObject({ waiting: 0, next_item_id: null });
    });

    it('should be the own copies where several people annotate each item, until they are submitted', async () => {
      await owner.request('PUT', `/api/v1/project/${project}/agreement/rule`, { body: { people: 2 } });
      await owner.request('POST', `/api/v1/project/${project}/agreement/works`, {
        body: { item_ids: [items[3]], emails: [ana.email] },
      });
      expect((await work(ana, project))[0]).toMatchObject({ waiting: 1, next_item_id: items[3] });
      await ana.request('POST', `/api/v1/project/${project}/item/${items[3]}/agreement/own/submit`);
      expect((await work(ana, project))[0]).toMatchObject({ waiting: 0, next_item_id: null });
    });

    it('should say where more can be requested', async () => {
      expect((await work(ana, project))[0]).toMatchObject({ can_request: false });
      await owner.call('main', projectsApi.operations.updateSettings, {
        params: { project_id: project },
        body: { settings: [{ attribute: 'ImageAutoAssignEnable', value: 1 }] },
      });
      expect((await work(ana, project))[0]).toMatchObject({ can_request: true });
      await owner.call('main', projectsApi.operations.updateProject, {
        params: { project_id: project },
        body: { status: 4 },
      });
      expect((await work(ana, project))[0]).toMatchObject({ can_request: false });
    });

    it('should say until when it is to be done, where a day is set', async () => {
      expect((await work(ana, project))[0]).toMatchObject({ due_on: null });
      expect(await setDueDate('2026-12-24')).toBe(200);
      expect((await work(ana, project))[0]).toMatchObject({ due_on: '2026-12-24' });
      expect(await setDueDate('2026-02-30')).toBe(400);
      expect(await setDueDate('')).toBe(200);
      expect((await work(ana, project))[0]).toMatchObject({ due_on: null });
    });

    it('should leave out projects that the person manages, and not know those of others', async () => {
      expect(await work(owner, project)).toEqual([]);
      const stranger = (await app.team(`South ${kind}`)).owner;
      const query = { project_id: project };
      expect((await stranger.call('main', myWorkApi.operations.listMyWork, { query })).status).toBe(404);
    });
  });

  it('should say whom items wait for, to those who manage the project only', async () => {
    await assign(items.slice(0, 3), ana);
    await assign(items.slice(1, 2), quinn);
    await move([items[1]!], 3);
    await move([items[2]!, items[3]!], 4);
    const comments = [{ id: 'c', correspondence: [{ text: 'Why?' }] }];
    await app.database.system('a test').transaction(trx =>
      sql`insert into annotations.annotation (team_id, project_id, item_id, revision, document, instance_count, size, updated_by)
        values (${team.id}::int, ${project}::int, ${items[3]}::int, 1, ${JSON.stringify({ comments })}::jsonb, 0, 10, 'ana@north.test')`.execute(
        trx,
      ),
    );
    const waiting = (
      person: TestPerson,
    ): Promise<{ status: number; body: { due_on: string | null; data: readonly WaitingPerson[] } }> =>
      person.call('main', myWorkApi.operations.listWaiting, { params: { project_id: project } });
    const answer = await waiting(owner);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.data).toMatchObject([
      { email: ana.email, returned: { items: 1, statuses: [4] }, untouched: { items: 1 }, open_comments: 0 },
      { email: quinn.email, returned: { items: 0 }, untouched: { items: 1, statuses: [3] } },
      { email: null, name: null, returned: { items: 1 }, untouched: { items: 0 }, open_comments: 1 },
    ]);
    const where = encodeURIComponent('open_comments||$gt||0');
    const listed = await owner.request<{ ids: readonly number[] }>(
      'GET',
      `/api/v1/project/${project}/item-ids?assignee=none&where=${where}`,
    );
    expect(listed.body.ids).toEqual([items[3]]);
    expect((await waiting(ana)).status).toBe(403);
    expect(answer.body.due_on).toBeNull();
    await setDueDate('2026-12-24');
    expect((await waiting(owner)).body.due_on).toBe('2026-12-24');
  });
});
