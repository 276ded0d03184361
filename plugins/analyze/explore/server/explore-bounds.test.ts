import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { permissionGroups } from '#core/permissions/common/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import type { ChangePreview, ItemChangeView } from '#plugins/workspace/items/common/index.ts';
import { AT_ONCE, itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import { bareItems } from '#tests/support/annotated-items.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { ScriptClient } from '#tests/support/script-client.ts';
import { scriptClient, scriptProject } from '#tests/support/script-client.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { firstWithin } from './explore-sync.ts';
import { endedByTimeout } from './query-faults.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let project: number;
  let count = 0;
  const explore = <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    query: Record<string, string | number | boolean> = {},
  ): Promise<Answer<T>> =>
    script.call<T>('explore', method, `/api/v1/${path}`, {
      query: { project_id: project, ...query },
      ...(body === undefined ? {} : { body }),
    });
  const found = async (query: string): Promise<string[]> => {
    const { status, body } = await explore<Named[]>('POST', 'items/search', { query });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.map(each => each.name);
  };
  const fresh = async (...names: string[]): Promise<readonly number[]> => {
    project = await scriptProject(script, `Bounds ${(count += 1)}`);
    return bareItems(app, team, project, names);
  };
  const upload = async (item: number, name: string, instances: readonly object[]): Promise<void> => {
    const answer = await script.call('assets', 'PUT', `/api/v4/items/${item}/annotations/upload`, {
      query: { project_id: project, overwrite: true },
      body: { metadata: { name }, instances },
    });
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  };
  const switched = async (on: boolean): Promise<void> => {
    await app.app.services.organizations.setSwitch(team.organizationId, 'explore', on ? undefined : 'off', {
      id: team.owner.row.id,
      operator: false,
    });
    app.app.gate.forget();
  };
  const points = (many: number): object[] =>
    Array.from({ length: many }, (_, at) => ({ type: 'point', className: 'Car', x: at, y: 1 }));

  beforeAll(async () => {
    app = await openTestApp(kind);
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  it('finds what was changed and deleted while it was switched off', async () => {
    const [changed, deleted, kept] = await fresh('changed', 'deleted', 'kept');
    for (const [id, name] of [
      [changed, 'changed'],
      [deleted, 'deleted'],
      [kept, 'kept'],
    ] as const)
      await upload(id!, name, points(1));
    expect(await found('instanceCount() = 1')).toEqual(['changed', 'deleted', 'kept']);
    await switched(false);
    await upload(changed!, 'changed', points(2));
    expect(
      (
        await script.call('main', 'POST', '/annotations/remove', {
          query: { project_id: project },
          body: { image_names: ['deleted'] },
        })
      ).status,
    ).toBe(200);
    await switched(true);
    expect(await found('instanceCount() = 1')).toEqual(['kept']);
    expect(await found('instanceCount() = 2')).toEqual(['changed']);
    expect((await explore('POST', 'project/sync')).body).toMatchObject({ state: 'ready' });
  });

  it('refuses to change more than 5000 items by query, and changes none', async () => {
    await fresh(...Array.from({ length: 5001 }, (_, at) => `i${at}`));
    const change = (query: string) => explore('POST', 'items/update', { query, change: { is_pinned: true } });
    expect(await change('')).toMatchObject({
      status: 422,
      body: { code: 'TOO_MANY_ITEMS', error: expect.stringContaining('5001') },
    });
    expect(await found('pinned = true')).toEqual([]);
    expect((await change('metadata(name = i7)')).status).toBe(200);
    expect(await found('pinned = true')).toEqual(['i7']);
  });

  it('answers queries over documents with numbers no column holds', async () => {
    const [id] = await fresh('odd');
    await upload(id!, 'odd', [
      { type: 'bbox', className: 'Car', groupId: 1e15, points: { x1: 0, y1: 0, x2: 1e300, y2: 1e300 } },
      { type: 'bbox', className: 'Car', points: { x1: 0, y1: 0, x2: 1e9, y2: 1e-300 } },
    ]);
    for (const query of [
      'instance(aspectRatio > 1)',
      'instance(area > 5)',
      'instance(groupId = 7)',
      'instance(attributes.name = x)',
      'overlaps({width > 0}, {x < 5})',
      'overlaps({width > 0}, {height >= 0}, 0.5)',
      'instance(selfIntersecting = true)',
      'instance(duration > 1)',
    ]) {
      expect(await explore('POST', 'items/search', { query }), query).toMatchObject({ status: 200 });
    }
  });

  it('counts of a subset what the caller sees, and names to them no folders and no people that they are not shown', async () => {
    const [mine, other] = await fresh('mine', 'other');
    await script.call('main', 'POST', '/folder', { query: { project_id: project }, body: { name: 'Secret' } });
    const [subset] = (await explore<Named[]>('POST', 'subsets', { names: ['Both'] })).body;
    await explore('POST', 'subsets/change', { action: 'ATTACH', item_ids: [mine, other] }, { subset_id: subset!.id });
    const ana: TestPerson = await team.join(`ana${count}${kind}@x.io`);
    const params = { project_id: project };
    await team.owner.call('main', contributorsApi.operations.shareProject, {
      params,
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    await team.owner.call('main', itemChangeApi.operations.changeItems, {
      params,
      body: { selection: { item_ids: [mine!] }, change: { kind: 'assign', value: ana.email } },
    });
    const rights = permissionGroups
      .flatMap(each => each.permissions.map(permission => ({ ...permission, label: each.label })))
      .filter(each => each.label === 'projectUser' && /explore/i.test(each.name));
    await app.database
      .tenant(team.id)
      .transaction(trx =>
        sql`update projects.contributor set permissions = ${rights.map(each => each.id)}::int[] where email = ${ana.email}`.execute(
          trx,
        ),
      );
    const list = async (person: TestPerson): Promise<unknown> =>
      (
        await person.request<{ data: { itemsCount: number }[] }>(
          'GET',
          `/services/explore/api/v1/subsets?project_id=${project}`,
        )
      ).body.data.map(each => each.itemsCount);
    expect([await list(team.owner), await list(ana)]).toEqual([[2], [1]]);
    const fields = async (person: TestPerson): Promise<string> =>
      JSON.stringify(
        (await person.request('GET', `/services/explore/api/v1/items/metadata?project_id=${project}`)).body,
      );
    expect(await fields(team.owner)).toContain('Secret');
    expect(await fields(ana)).not.toContain('Secret');
  });

  it('should add items to a subset and remove them as changes with a preview, a job and an undo', async () => {
    const ids = await fresh(...Array.from({ length: AT_ONCE + 1 }, (_, at) => `street ${at}`));
    const [subset] = (await explore<Named[]>('POST', 'subsets', { names: ['Streets'] })).body;
    const call = <T = ItemChangeView>(path: string, body: object, by = team.owner): Promise<Answer<T>> =>
      by.request<T>('POST', `/api/v1/project/${project}/items/${path}`, { body });
    const asked = (mode: string, item_ids: readonly number[], subset_id = subset!.id): object => ({
      selection: { item_ids },
      change: { kind: 'subset', value: { subset_id, mode } },
    });
    const some = ids.slice(0, 2);
    const added = await call('change', asked('add', some));
    expect(added.body).toMatchObject({ changed: 2, undoable: true, value: { mode: 'add', name: 'Streets' } });
    expect((await call<ChangePreview>('change/preview', asked('add', ids))).body).toMatchObject({
      changes: AT_ONCE - 1,
      same: 2,
      refused: [],
    });
    const { body: begun } = await call('change', asked('add', ids));
    expect(begun).toMatchObject({ state: 'running', total: AT_ONCE + 1 });
    const changePath = `/api/v1/project/${project}/items/changes/${begun.id}`;
    await expect
      .poll(async () => (await team.owner.request<ItemChangeView>('GET', changePath)).body, { timeout: 60_000 })
      .toMatchObject({ state: 'finished', changed: AT_ONCE - 1, same: 2 });
    const removed = await call('change', asked('remove', [ids[0]!, ids[1]!]));
    expect(await found('NOT inSubset(Streets)')).toEqual(['street 0', 'street 1']);
    expect((await call(`changes/${removed.body.id}/undo`, {})).body).toMatchObject({ changed: 2 });
    expect(await found('NOT inSubset(Streets)')).toEqual([]);

    expect(await call('change', asked('add', some, 2_000_000_000))).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('change.value.subset_id') },
    });
    const ana = await team.join(`annotator${kind}@x.io`);
    await team.owner.call('main', contributorsApi.operations.shareProject, {
      params: { project_id: project },
      body: { users: [{ user_id: ana.email, user_role: 1 }] },
    });
    expect(await call('change', asked('add', some), ana)).toMatchObject({ status: 403 });
    await explore('DELETE', `subsets/${subset!.id}`);
    expect(await call(`changes/${added.body.id}/undo`, {})).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('should delete a subset that was created for items when their addition is undone, unless it has others', async () => {
    const [first, second, third] = await fresh('first', 'second', 'third');
    const names = async (): Promise<string[]> =>
      (await explore<{ data: Named[] }>('GET', 'subsets')).body.data.map(each => each.name);
    const change = (
      item_ids: readonly number[],
      subset_id: number,
      created?: boolean,
    ): Promise<Answer<ItemChangeView>> =>
      team.owner.request<ItemChangeView>('POST', `/api/v1/project/${project}/items/change`, {
        body: { selection: { item_ids }, change: { kind: 'subset', value: { subset_id, mode: 'add', created } } },
      });
    const undo = ({ body }: Answer<ItemChangeView>): Promise<Answer<ItemChangeView>> =>
      team.owner.request('POST', `/api/v1/project/${project}/items/changes/${body.id}/undo`, { body: {} });
    const [alone, shared, older] = (
      await explore<Named[]>('POST', 'subsets', { names: ['Alone', 'Shared', 'Older'] })
    ).body.map(each => each.id);

    expect((await undo(await change([first!, second!], alone!, true))).body).toMatchObject({ changed: 2 });
    expect(await names()).toEqual(['Shared', 'Older']);
    const created = await change([first!, second!], shared!, true);
    await change([third!], shared!);
    expect((await undo(created)).body).toMatchObject({ changed: 2 });
    await undo(await change([first!], older!));
    expect(await names()).toEqual(['Shared', 'Older']);
    expect(await found('inSubset(Shared)')).toEqual(['third']);
  });

  it('lets the database end what takes too long', async () => {
    const slow = app.database.tenant(team.id).transaction(async trx => {
      await sql`set local statement_timeout = '50ms'`.execute(trx);
      // The embedded database has no clock that interrupts it; it takes the setting all the same.
      if (kind === 'postgres') await sql`select pg_sleep(5)`.execute(trx);
    });
    if (kind === 'postgres') expect(endedByTimeout(await slow.catch((error: unknown) => error))).toBe(true);
    else await slow;
  });
});

it('reads so many documents at a time as fit, and one that fits nowhere alone', () => {
  const rows = [5, 3, 4, 1].map((size, at) => ({ item_id: at + 1, size }));
  expect(firstWithin(rows, 8)).toEqual([1, 2]);
  expect(firstWithin(rows, 100)).toEqual([1, 2, 3, 4]);
  expect(firstWithin(rows, 2)).toEqual([1]);
});
