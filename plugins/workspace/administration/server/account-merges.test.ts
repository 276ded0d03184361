import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { MergePreview } from '../common/people-api.ts';
import { installationApi } from '../common/people-api.ts';

const { listUsers, mergeUser, previewMerge, reopenUser } = installationApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let root: TestPerson;
  let north: TestTeam;
  let south: TestTeam;
  let work: TestPerson;
  let home: TestPerson;

  const merge = (from: TestPerson, into: TestPerson, by = root): Promise<{ status: number; body: object }> =>
    by.call('main', mergeUser, { params: { person_id: from.row.id }, body: { into_id: into.row.id } });
  const preview = async (from: TestPerson, into: TestPerson): Promise<MergePreview> =>
    (
      await root.call<MergePreview>('main', previewMerge, {
        params: { person_id: from.row.id },
        query: { into_id: into.row.id },
      })
    ).body;
  const rows = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> =>
    (await app.database.system<unknown>('look at a merge').transaction(trx => query.execute(trx))).rows;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['administration', 'audit', 'teams', 'projects', 'items', 'provisioning'],
      jobs: false,
    });
    root = (await app.team('Root', { superAdmin: true })).owner;
    north = await app.team('North');
    south = await app.team('South');
    home = south.owner;
    work = await north.join('ana@work.test');
    await app.app.services.members.add(north.id, home.row, 7);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  it('should move what an account owns, holds and works on to another one, and close it for good', async () => {
    const project = (await north.owner.request<{ id: number }>('POST', '/project', { body: { name: 'Cars', type: 8 } }))
      .body.id;
    const [item] = (
      await north.owner.request<{ id: number }[]>('POST', '/image/ext-create', {
        body: { project_id: project, upload_state: 3, images: [{ name: 'a', path: 'custom_llm' }], meta: {} },
      })
    ).body;
    await north.owner.call('main', contributorsApi.operations.shareProject, {
      params: { project_id: project },
      body: { users: [{ user_id: home.email, user_role: 1 }] },
    });
    const assigned = await north.owner.request('POST', `/api/v1/project/${project}/items/change`, {
      body: { selection: { item_ids: [item!.id] }, change: { kind: 'assign', value: home.email } },
    });
    expect(assigned.body).toMatchObject({ changed: 1 });

    const shown = await preview(home, work);
    expect(shown).toMatchObject({
      moved: expect.arrayContaining([
        { title: 'owned organizations', count: 1 },
        { title: 'owned teams', count: 1 },
        { title: 'team memberships', count: 1 },
        { title: 'shared projects', count: 1 },
        { title: 'assigned items', count: 1 },
      ]) as object,
      dropped: [{ title: 'team memberships', count: 1 }],
      refused: [],
      roles: [{ team: 'North team', from: 7, into: 4 }],
    });
    expect(await merge(home, work, north.owner)).toMatchObject({ status: 403 });
    expect(await merge(home, work)).toMatchObject({ status: 200 });
    // Sent again, it changes nothing.
    expect(await merge(home, work)).toMatchObject({ status: 200 });

    expect((await home.request('GET', '/user/ME')).status).toBe(401);
    const teams = await work.request<{ data: { id: number; user_role: number }[] }>('GET', '/api/v1/teams');
    expect(teams.body.data.map(each => [each.id, each.user_role]).toSorted()).toEqual(
      [
        [north.id, 4],
        [south.id, 15],
      ].toSorted(),
    );
    expect(await rows(sql`select email from items.assignment where item_id = ${item!.id}`)).toEqual([
      { email: work.email },
    ]);
    expect(await app.app.services.people.byEmail(home.email)).toMatchObject({ id: work.row.id });
    const listed = await root.call<{ data: object[] }>('main', listUsers, { query: { search: home.email } });
    expect(listed.body.data).toMatchObject([{ id: home.row.id, closed: true, merged_into: work.email }]);
    expect((await root.call('main', reopenUser, { params: { person_id: home.row.id } })).body).toMatchObject({
      code: 'ACCOUNT_MERGED',
    });
    const recorded = await rows<{ organization_id: number | null }>(
      sql`select organization_id from audit.entry where action = 'administration.mergeUser' and details ->> 'into' is not null`,
    );
    expect(recorded).toHaveLength(3);
  });

  it('should name the present address of who worked under the name of a merged account', async () => {
    const seen = await north.owner.request<{ addresses: object }>(
      'GET',
      `/api/v1/team/${north.id}?include_addresses=true`,
    );
    expect(seen.body.addresses).toEqual({ [home.email]: work.email });
  });

  it('should refuse accounts of super-admins, closed and unproven ones, and those that one directory keeps', async () => {
    const [first, second] = [await north.join('bo@work.test'), await north.join('bo@home.test')];
    for (const [from, into, code] of [
      [root, first, 'ACCOUNT_PROTECTED'],
      [first, root, 'ACCOUNT_PROTECTED'],
      [first, first, 'INVALID_FIELD'],
      [first, home, 'ACCOUNT_MERGED'],
      [home, first, 'ACCOUNT_MERGED'],
    ] as const)
      expect(await merge(from, into), code).toMatchObject({ body: { code } });
    await app.app.services.people.disable(second.row.id);
    expect(await merge(first, second)).toMatchObject({ status: 409, body: { code: 'ACCOUNT_UNFIT' } });
    await app.app.services.people.enable(second.row.id);
    for (const { row } of [first, second])
      await rows(sql`insert into provisioning.account
        (id, organization_id, person_id, user_name, active, attributes, created_at, updated_at)
        values (gen_random_uuid(), ${north.organizationId}, ${row.id}, ${row.email}, true, '{}', now(), now())`);
    expect(await merge(first, second)).toMatchObject({ status: 409, body: { code: 'MERGE_REFUSED' } });
    expect((await preview(first, second)).refused).toEqual([{ title: 'accounts of the same directory', count: 1 }]);
    expect((await first.request('GET', '/user/ME')).status).toBe(200);
  });
});
