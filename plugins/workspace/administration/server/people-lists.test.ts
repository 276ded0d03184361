import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { adminApi } from '../common/api.ts';
import { installationApi, organizationPeopleApi } from '../common/people-api.ts';

const { describeOrganization, listOrganizationMembers, renameOrganization } = organizationPeopleApi.operations;
const { listInstallationJobs, listUsers } = installationApi.operations;

eachDatabase(kind => {
  let app: TestApp;
  let root: TestPerson;
  let team: TestTeam;
  let other: TestTeam;
  let ana: TestPerson;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['administration'], jobs: false });
    root = (await app.team('Root', { superAdmin: true })).owner;
    team = await app.team('Alpha');
    other = await app.team('Beta');
    ana = await team.join('ana@alpha.test', 7);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  it('should describe an organization and its people to its owner and to super-admins only', async () => {
    const params = { organization_id: team.organizationId };
    for (const person of [team.owner, root]) {
      const described = await person.call('main', describeOrganization, { params });
      expect(described.status, JSON.stringify(described.body)).toBe(200);
      expect(described.body).toMatchObject({
        owner_email: team.owner.email,
        members: 2,
        teams: [{ id: team.id, name: 'Alpha team', members: 2 }],
      });
    }
    const found = await team.owner.call('main', listOrganizationMembers, { params, query: { search: 'ana@' } });
    expect(found.body).toMatchObject({
      count: 1,
      data: [{ email: ana.email, teams: [{ id: team.id }], pending: false, viewable_id: null }],
    });
    for (const person of [ana, other.owner])
      for (const operation of [describeOrganization, listOrganizationMembers])
        expect([403, 404]).toContain(
          (await person.call('main', operation as typeof describeOrganization, { params })).status,
        );
  });

  it('should rename an organization for its owner and for super-admins only, with an audit entry', async () => {
    const params = { organization_id: other.organizationId };
    const rename = (by: TestPerson, name: string) =>
      by.call<{ name?: string; code?: string }>('main', renameOrganization, { params, body: { name } });
    const admin = await other.join('admin@beta.test', 7);
    expect([(await rename(admin, 'Gamma')).status, (await rename(ana, 'Gamma')).status]).toEqual([403, 404]);
    expect(await rename(other.owner, '  Gamma ')).toMatchObject({ status: 200, body: { name: 'Gamma' } });
    expect(await rename(root, 'Delta')).toMatchObject({ status: 200, body: { name: 'Delta' } });
    expect(await rename(other.owner, 'ALPHA organization')).toMatchObject({
      status: 409,
      body: { code: 'NAME_EXISTS' },
    });
    expect((await rename(other.owner, ' ')).status).toBe(400);
    expect(
      (await other.owner.call('main', describeOrganization, { params })).body,
      'a refused name changes nothing',
    ).toMatchObject({ name: 'Delta' });
    const { rows } = await app.database.system('a test').transaction(trx =>
      sql<{ email: string; details: object }>`select email, details from audit.entry
        where organization_id = ${other.organizationId} and action = 'organization.renamed' and outcome = 'done'
        order by id`.execute(trx),
    );
    expect(rows).toMatchObject([
      { email: other.owner.email, details: { from: 'Beta organization', to: 'Gamma' } },
      { email: root.email, details: { from: 'Gamma', to: 'Delta' } },
    ]);
  });

  it('should name accounts to view as to super-admins only, and none of other super-admins', async () => {
    const params = { organization_id: team.organizationId };
    const names = async (by: TestPerson, of = params): Promise<readonly (number | null)[]> => [
      (await by.call<{ owner_viewable_id: number | null }>('main', describeOrganization, { params: of })).body
        .owner_viewable_id,
      ...(
        await by.call<{ data: readonly { viewable_id: number | null }[] }>('main', listOrganizationMembers, {
          params: of,
        })
      ).body.data.map(each => each.viewable_id),
    ];
    expect(await names(root)).toEqual([team.owner.row.id, ana.row.id, team.owner.row.id]);
    expect(await names(team.owner)).toEqual([null, null, null]);
    const own = (
      await root.call<{ data: readonly { id: number; name: string }[] }>('main', adminApi.operations.listOrganizations)
    ).body.data.find(each => each.name === 'Root organization')!;
    expect(await names(root, { organization_id: own.id })).toEqual([null, null]);
  });

  it('should list accounts by a part of their address, whatever signs it holds, and jobs, to super-admins only', async () => {
    const found = await root.call('main', listUsers, { query: { search: 'ana@alpha' } });
    expect(found.body, JSON.stringify(found.body)).toMatchObject({
      count: 1,
      data: [{ email: ana.email, teams: 1, super_admin: false, closed: false }],
    });
    expect((await root.call('main', listUsers, { query: { search: '%' } })).body).toMatchObject({ count: 0 });
    expect((await root.call('main', listInstallationJobs, { query: { state: 'FAILED' } })).body).toEqual({
      data: [],
      count: 0,
    });
    for (const operation of [listUsers, listInstallationJobs])
      expect((await team.owner.call('main', operation as typeof listUsers)).status).toBe(403);
  });

  it('should close an account, open it again and reset its second step, but never that of a super-admin', async () => {
    const { closeUser, reopenUser, resetSecondStep } = installationApi.operations;
    const params = { person_id: ana.row.id };
    const signsIn = async (): Promise<number> =>
      (
        await app.request('POST', '/services/auth/sign-in', {
          body: { email: ana.email, password: 'correct horse' },
          headers: { 'x-requested-with': 'loupe-auth' },
        })
      ).status;
    expect((await root.call('main', closeUser, { params })).status).toBe(200);
    expect([await signsIn(), (await ana.request('GET', '/user/ME')).status]).toEqual([401, 401]);
    expect((await root.call('main', reopenUser, { params })).status).toBe(200);
    expect(await signsIn()).toBe(200);
    await app.app.services.people.setPreferredMfa(ana.row.id, 'TOTP');
    const listed = await root.call<{ data: { second_step: boolean }[] }>('main', listUsers, {
      query: { search: ana.email },
    });
    expect([listed.body.data[0]!.second_step, await signsIn()]).toEqual([true, 401]);
    expect((await root.call('main', resetSecondStep, { params })).status).toBe(200);
    expect(await signsIn()).toBe(200);
    for (const operation of [closeUser, reopenUser, resetSecondStep]) {
      expect((await root.call('main', operation, { params: { person_id: root.row.id } })).status).toBe(409);
      expect((await team.owner.call('main', operation, { params })).status).toBe(403);
    }
  });
});
