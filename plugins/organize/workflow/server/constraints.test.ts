import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BulkResult } from '#core/api/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';

/** Codes of the system's statuses. */
const [NOT_STARTED, IN_PROGRESS] = [1, 2];

/** Rules of transitions that depend on what an item holds. */
eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let ana: TestPerson;
  let count = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, { jobs: false });
    team = await app.team('North');
    ana = (await team.join('ana@x.org'))!;
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  /** A project whose only transition has the rule, and a pinned item of it. */
  const place = async (
    rule: object,
  ): Promise<{
    move: (who: TestPerson) => Promise<BulkResult>;
    constraints: (who: TestPerson) => Promise<object | undefined>;
    save: (data: object) => Promise<void>;
  }> => {
    const name = `Rules ${(count += 1)}`;
    const flow = await team.owner.request<{ id: number }>('POST', '/api/v1/workflows/submit', {
      body: {
        name,
        raw_config: {
          roles: ['Annotator'],
          statuses: ['NotStarted', 'InProgress'],
          start_status: 'NotStarted',
          allowed_resources_to_roles: { Annotator: { view_items: { statuses: ['NotStarted', 'InProgress'] } } },
          transitions: [
            {
              name: 'begin',
              from: 'NotStarted',
              to: 'InProgress',
              allowed_roles: ['Annotator'],
              constraint: { rules: [rule] },
            },
          ],
        },
      },
    });
    expect(flow.status).toBe(201);
    const project = (
      await team.owner.request<{ id: number; folder_id: number }>('POST', '/project', {
        body: { name, type: 1, workflow_id: flow.body.id },
      })
    ).body;
    await team.owner.request('POST', `/api/v1/project/${project.id}/share/bulk`, {
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    const item = await app.database.tenant<{ 'items.item': { id: number } }>(team.id).transaction(
      async trx =>
        (
          await trx
            .insertInto('items.item')
            .values({
              team_id: team.id,
              project_id: project.id,
              folder_id: project.folder_id,
              name: 'a.jpg',
              is_pinned: true,
              annotation_status: NOT_STARTED,
              width: 100,
              height: 100,
            } as never)
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
    );
    const at = `/api/v1/project/${project.id}`;
    return {
      move: async who =>
        (
          await who
            .request<{ items: BulkResult }>('POST', `${at}/items/change`, {
              body: { selection: { item_ids: [item] }, change: { kind: 'status', value: IN_PROGRESS } },
            })
            .then(answer => (answer.status === 200 ? answer : Promise.reject(new Error(JSON.stringify(answer.body)))))
        ).body.items,
      constraints: async who =>
        (await who.request<{ status: { constraints?: object } }>('GET', `${at}/item/${item}/editor`)).body.status
          .constraints,
      async save(data) {
        const opened = await team.owner.request<{ revision: number; document: object }>(
          'GET',
          `${at}/item/${item}/editor`,
        );
        const saved = await team.owner.request('PUT', `${at}/item/${item}/annotation`, {
          body: { op: crypto.randomUUID(), base: opened.body.revision, data: { ...opened.body.document, ...data } },
        });
        expect(saved.status, JSON.stringify(saved.body)).toBe(200);
        // The owner's first edit may have begun the item.
        await app.database
          .tenant<{ 'items.item': { id: number; annotation_status: number } }>(team.id)
          .transaction(trx =>
            trx.updateTable('items.item').set({ annotation_status: NOT_STARTED }).where('id', '=', item).execute(),
          );
      },
    };
  };
  const box = (id: string): object => ({
    id,
    type: 'bbox',
    classId: -1,
    attributes: [],
    points: { x1: 1, y1: 1, x2: 9, y2: 8 },
  });
  const thread = (resolved: boolean): object => ({
    id: 'c1',
    x: 5,
    y: 5,
    resolved,
    correspondence: [{ text: 'Look here', email: 'ana@x.org' }],
  });

  it('should hold an item back until it has the number of objects', async () => {
    const { move, constraints, save } = await place({ kind: 'min_instances', n: 2 });
    expect(await constraints(ana)).toEqual({ [IN_PROGRESS]: ['min_instances'] });
    expect(await constraints(team.owner)).toBeUndefined();
    expect((await move(ana)).failed).toEqual([
      {
        id: expect.any(Number),
        code: 'CONSTRAINT_FAILED',
        message: 'Finish these before moving the item: The item needs at least 2 objects and has 0',
      },
    ]);
    await save({ instances: [box('one')] });
    expect((await move(ana)).failed[0]!.message).toContain('has 1');
    await save({ instances: [box('one'), box('two')] });
    expect(await move(ana)).toMatchObject({ success: [expect.any(Number)], failed: [] });
  });

  it('should hold an item back until all its comments are resolved', async () => {
    const { move, save } = await place({ kind: 'all_comments_resolved' });
    await save({ comments: [thread(false)] });
    expect((await move(ana)).failed[0]!.message).toBe(
      'Finish these before moving the item: A comment is not resolved: “Look here”',
    );
    await save({ comments: [thread(true)] });
    expect(await move(ana)).toMatchObject({ success: [expect.any(Number)], failed: [] });
  });

  it('should hold an item back until it matches the query', async () => {
    const { move, save } = await place({ kind: 'expression', query: 'instanceCount() >= 1 AND pinned = true' });
    expect((await move(ana)).failed[0]!.message).toBe(
      'Finish these before moving the item: The item does not match “instanceCount() >= 1 AND pinned = true”',
    );
    await save({ instances: [box('one')] });
    expect(await move(ana)).toMatchObject({ success: [expect.any(Number)], failed: [] });
  });

  it('should hold an item back while the rule names what the project does not have', async () => {
    const { move } = await place({ kind: 'expression', query: 'metadata(status = Shipped)' });
    expect((await move(ana)).failed[0]!.message).toContain('The rule “metadata(status = Shipped)” cannot be checked');
  });

  it('should let those pass who set statuses directly', async () => {
    const { move } = await place({ kind: 'min_instances', n: 5 });
    expect(await move(team.owner)).toMatchObject({ success: [expect.any(Number)], failed: [] });
  });

  it('should hold an item back while the feature that checks the rule is switched off', async () => {
    const { move } = await place({ kind: 'expression', query: 'pinned = true' });
    const choose = (choice: string): Promise<{ status: number }> =>
      team.owner.request('PUT', `/api/v1/organizations/${team.organizationId}/plugins/explore`, { body: { choice } });
    expect((await choose('off')).status).toBe(200);
    expect((await move(ana)).failed[0]!.message).toContain(
      'cannot be checked, because the feature it needs is switched off',
    );
    await choose('on');
    expect(await move(ana)).toMatchObject({ success: [expect.any(Number)], failed: [] });
  });
});
