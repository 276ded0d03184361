import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { HistoryEntry } from '../common/api.ts';
import { itemPageApi } from '../common/api.ts';

eachDatabase(kind => {
  let app: TestApp;
  let owner: TestPerson;
  let ana: TestPerson;
  let quinn: TestPerson;
  let outsider: TestPerson;
  let stranger: TestPerson;
  let project: number;
  let items: readonly { readonly id: number }[];

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: [
        'teams',
        'projects',
        'items',
        'classes',
        'editor',
        'skeletons',
        'editor-vector',
        'review',
        'item-details',
      ],
    });
    const team = await app.team('North');
    owner = team.owner;
    ana = await team.join('ana@north.test');
    quinn = await team.join('quinn@north.test');
    outsider = await team.join('outsider@north.test');
    stranger = (await app.team('South')).owner;
    const made = (
      await owner.request<{ id: number; folder_id: number; team_id: number }>('POST', '/project', {
        body: { name: 'P', type: 1 },
      })
    ).body;
    project = made.id;
    await owner.request('POST', `/api/v1/project/${project}/share/bulk`, {
      body: {
        users: [
          { user_id: ana.email, user_role: 1 },
          { user_id: quinn.email, user_role: 2 },
        ],
      },
    });
    items = (
      await owner.request<{ id: number }[]>('POST', '/image/ext-create', {
        body: {
          project_id: project,
          folder_id: made.folder_id,
          team_id: made.team_id,
          upload_state: 3,
          images: ['a.png', 'b.png'].map(name => ({ name, path: `https://files.test/${name}` })),
          meta: {},
        },
      })
    ).body;
    const change = (kind: string, value: unknown): Promise<Answer> =>
      owner.request('POST', `/api/v1/project/${project}/items/change`, {
        body: { selection: { item_ids: items.map(each => each.id) }, change: { kind, value } },
      });
    await change('assign', ana.email);
    await change('assign', quinn.email);
    await change('status', 2);
    await change('approval', 2);
    await change('unassign', quinn.email);
    await change('pin', true);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const history = (
    by: TestPerson,
    item: number,
    query: object = {},
  ): Promise<Answer<{ data: HistoryEntry[]; count: number }>> =>
    by.call('main', itemPageApi.operations.getItemHistory, {
      params: { project_id: project, item_id: item },
      query: query as never,
    });

  it('should list what happened, by whom, newest first, and nothing that is no event', async () => {
    const { body } = await history(owner, items[1]!.id);
    expect(body.count).toBe(5);
    expect(body.data.map(each => [each.kind, each.before, each.after, each.role, each.by])).toEqual([
      ['unassigned', quinn.email, null, 2, owner.email],
      ['approval', '0', '2', null, owner.email],
      ['status', '1', '2', null, owner.email],
      ['assigned', null, quinn.email, 2, owner.email],
      ['assigned', null, ana.email, 1, owner.email],
    ]);
    expect((await history(owner, items[1]!.id, { offset: 1, limit: 2 })).body.data.map(each => each.kind)).toEqual([
      'approval',
      'status',
    ]);
  });

  it('should not name people whom an annotator does not see', async () => {
    const { status, body } = await history(ana, items[0]!.id);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain(quinn.email);
    expect(body.data.at(-1)).toMatchObject({ kind: 'assigned', after: ana.email, by: null });
  });

  it('should be unknown to who is not in the project, to another team, and for items of another project', async () => {
    expect((await history(outsider, items[0]!.id)).status).toBe(404);
    expect((await history(stranger, items[0]!.id)).status).toBe(404);
    const other = (await owner.request<{ id: number }>('POST', '/project', { body: { name: 'Other', type: 1 } })).body
      .id;
    expect(
      (
        await owner.call('main', itemPageApi.operations.getItemHistory, {
          params: { project_id: other, item_id: items[0]!.id },
          query: {} as never,
        })
      ).status,
    ).toBe(404);
  });
});
