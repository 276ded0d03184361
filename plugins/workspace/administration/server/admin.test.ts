import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineApi, success } from '#core/api/common/index.ts';
import { definePlugin } from '#core/kernel/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import type { AnyServerHalf } from '#core/kernel/server/index.ts';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { organizationApi } from '../common/organization-api.ts';
import type { OrganizationPlugin } from '../common/organization-api.ts';
import type { OrganizationDetail, OrganizationRow } from '../common/api.ts';
import { adminApi } from '../common/api.ts';
import type { InstalledPlugin } from '../common/plugins-api.ts';
import { adminPluginsApi } from '../common/plugins-api.ts';

const { listOrganizations, createOrganization, getOrganization, switchFeature, transferOrganization } =
  adminApi.operations;
const { listOrganizationPlugins, switchPlugin } = organizationApi.operations;

const pingApi = defineApi({
  service: 'main',
  operations: { ping: { method: 'GET', path: '/api/v1/ping', summary: 'Ping', access: 'team-member', reply: success } },
});
const ping = defineServerHalf(definePlugin({ id: 'ping', title: 'Ping' }), {
  activate: ({ implement }) => implement(pingApi, { ping: () => ({ success: true as const }) }),
});
const echo = defineServerHalf(definePlugin({ id: 'echo', title: 'Echo', requires: ['ping'], feature: 'explore' }), {
  activate: () => undefined,
});

eachDatabase(kind => {
  let app: TestApp;
  let root: TestPerson;
  let team: TestTeam;
  let other: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['administration'],
      halves: [ping, echo] as unknown as AnyServerHalf[],
      jobs: false,
    });
    root = (await app.team('Root', { superAdmin: true })).owner;
    team = await app.team('Alpha');
    other = await app.team('Beta');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  const organization = async (id: number): Promise<OrganizationDetail> =>
    (await root.call<OrganizationDetail>('main', getOrganization, { params: { organization_id: id } })).body;
  const pluginOf = async (id: number, plugin: string): Promise<OrganizationPlugin | undefined> =>
    (
      await root.call<{ data: OrganizationPlugin[] }>('main', listOrganizationPlugins, {
        params: { organization_id: id },
      })
    ).body.data.find(each => each.id === plugin);
  const choose = (id: number, plugin: string, choice: string, by = root) =>
    by.call('main', switchPlugin, { params: { organization_id: id, plugin }, body: { choice } });
  const pings = async (by: TestPerson): Promise<number> => (await by.call('main', pingApi.operations.ping)).status;

  it('should hand an organization to a member of its teams and nobody else, with an audit entry and tokens that go on', async () => {
    const gamma = await app.team('Gamma');
    const member = await gamma.join('mia@gamma.test');
    const hand = (from: string, to: string, by = root) =>
      by.call<{ code?: string; owner_email?: string }>('main', transferOrganization, {
        params: { organization_id: gamma.organizationId },
        body: { from, to },
      });
    const token = await app.app.services.sdkTokens.generate(gamma.id, gamma.owner.row.id);
    const manages = async (who: TestPerson): Promise<number> =>
      (await who.call('main', listOrganizationPlugins, { params: { organization_id: gamma.organizationId } })).status;
    expect((await hand(gamma.owner.email, member.email, gamma.owner)).status).toBe(403);
    expect(await hand(gamma.owner.email, other.owner.email)).toMatchObject({
      status: 422,
      body: { code: 'NOT_MEMBER' },
    });
    expect((await hand(gamma.owner.email, 'nobody@gamma.test')).status).toBe(404);
    expect([await manages(gamma.owner), await manages(member)]).toEqual([200, 403]);
    expect(await hand(gamma.owner.email, member.email)).toMatchObject({
      status: 200,
      body: { owner_email: member.email },
    });
    expect([await manages(gamma.owner), await manages(member)]).toEqual([403, 200]);
    expect((await hand(gamma.owner.email, member.email)).status).toBe(409);
    const headers = { authorization: token, authtype: 'sdk' };
    expect((await app.request('GET', `/user/ME?team_id=${gamma.id}`, { headers })).status).toBe(200);
    const { rows } = await app.database.system('a test').transaction(trx =>
      sql<{ email: string; outcome: string }>`select email, outcome from audit.entry
          where organization_id = ${gamma.organizationId} and action = 'organization.transferred'`.execute(trx),
    );
    expect(rows.filter(each => each.outcome === 'done')).toEqual([{ email: root.email, outcome: 'done' }]);
  });

  it('should be for super-admins only', async () => {
    for (const by of [team.owner, await team.join('admin@alpha.test', 7)]) {
      expect((await by.call('main', listOrganizations)).status).toBe(403);
      expect(
        (await by.call('main', getOrganization, { params: { organization_id: team.organizationId } })).status,
      ).toBe(403);
      expect(
        (
          await by.call('main', switchFeature, {
            params: { organization_id: team.organizationId, feature: 'sdk' },
            body: { on: false },
          })
        ).status,
      ).toBe(403);
      expect(
        (await by.call('main', createOrganization, { body: { name: 'X', owner_email: 'x@x.test', team_name: 'X' } }))
          .status,
      ).toBe(403);
    }
    expect((await app.request('GET', '/super-admin/organizations')).status).toBe(401);
  });

  it('should list organizations with their numbers', async () => {
    const { body } = await root.call<{ data: OrganizationRow[]; count: number }>('main', listOrganizations, {
      query: { name: 'beta' },
    });
    expect(body).toMatchObject({
      count: 1,
      data: [
        { id: other.organizationId, name: 'Beta organization', owner_email: other.owner.email, teams: 1, members: 1 },
      ],
    });
  });

  it('should list what is installed, what each contributes, and its state', async () => {
    await choose(team.organizationId, 'echo', 'off');
    await pings(other.owner);
    const list = (
      await root.call<{ data: InstalledPlugin[]; refused: unknown[] }>(
        'main',
        adminPluginsApi.operations.listInstalledPlugins,
      )
    ).body;
    await choose(team.organizationId, 'echo', 'default');
    expect(list.refused).toEqual([]);
    expect(list.data.find(each => each.id === 'ping')).toMatchObject({
      version: 'test',
      folder: null,
      requiredBy: ['echo'],
      enabled: true,
      reason: null,
      faultCount: 0,
      lastUse: expect.stringMatching(/^\d{4}-/),
      operations: [{ name: 'ping', method: 'GET', path: '/api/v1/ping', summary: 'Ping', access: 'team-member' }],
    });
    expect(list.data.find(each => each.id === 'echo')).toMatchObject({
      requires: ['ping'],
      choices: { on: 0, off: 1 },
    });
    expect(list.data.find(each => each.id === 'administration')).toMatchObject({
      locked: true,
      routes: expect.arrayContaining([expect.objectContaining({ path: '/admin/plugins' })]),
    });
    expect((await team.owner.call('main', adminPluginsApi.operations.listInstalledPlugins)).status).toBe(403);
  });

  it('should switch features, and the plugins that need them', async () => {
    const set = (on: boolean) =>
      root.call<OrganizationDetail>('main', switchFeature, {
        params: { organization_id: team.organizationId, feature: 'explore' },
        body: { on },
      });
    expect((await set(false)).body.features).toContainEqual({ name: 'explore', on: false });
    expect(await pluginOf(team.organizationId, 'echo')).toMatchObject({
      enabled: false,
      reason: 'Needs the feature “explore”',
    });
    await set(true);
    expect(await pluginOf(team.organizationId, 'echo')).toMatchObject({ enabled: true });
  });

  it('should refuse unknown features', async () => {
    expect(
      (
        await root.call('main', switchFeature, {
          params: { organization_id: team.organizationId, feature: 'flying' },
          body: { on: true },
        })
      ).status,
    ).toBe(400);
  });

  it('should make an organization with its first team and, when needed, the owner’s account', async () => {
    const create = (body: object) =>
      root.call<{ organization_id: number; team_id: number; password: string | null; code?: string }>(
        'main',
        createOrganization,
        { body },
      );
    const made = await create({ name: 'Gamma', owner_email: 'New@gamma.test', team_name: 'First' });
    expect(made.status).toBe(201);
    expect(made.body.password).toMatch(/^[\w-]{16}$/);
    expect(await organization(made.body.organization_id)).toMatchObject({
      name: 'Gamma',
      owner_email: 'new@gamma.test',
      team_list: [{ id: made.body.team_id, name: 'First' }],
    });
    expect((await create({ name: 'gamma', owner_email: 'other@gamma.test', team_name: 'First' })).body.code).toBe(
      'NAME_EXISTS',
    );
    expect(await app.app.services.people.byEmail('other@gamma.test')).toBeUndefined();
    expect(
      (await create({ name: 'Delta', owner_email: 'new@gamma.test', team_name: 'First' })).body.password,
    ).toBeNull();
    expect((await create({ name: 'Epsilon', owner_email: 'no address', team_name: 'First' })).status).toBe(400);
  });
});
