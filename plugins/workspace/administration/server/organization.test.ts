import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineApi, id, success, z } from '#core/api/common/index.ts';
import { definePlugin } from '#core/kernel/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import type { AnyServerHalf } from '#core/kernel/server/index.ts';
import { anyDatabase, DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { OrganizationPlugin, OrganizationPlugins, SwitchPreview } from '../common/organization-api.ts';
import { organizationApi } from '../common/organization-api.ts';

const { listOrganizationPlugins, previewSwitch, switchPlugin } = organizationApi.operations;

const pingApi = defineApi({
  service: 'main',
  operations: {
    ping: { method: 'GET', path: '/api/v1/ping', summary: 'Ping', access: 'team-member', reply: success },
    fail: { method: 'GET', path: '/api/v1/fail', summary: 'Fails', access: 'team-member', reply: success },
    owned: {
      method: 'GET',
      path: '/api/v1/organizations/:organization_id/ping',
      summary: 'Ping of an organization',
      access: 'ManageOrganization',
      params: z.strictObject({ organization_id: id }),
      query: z.strictObject({ fail: z.string().optional() }),
      reply: success,
    },
  },
});
const ping = defineServerHalf(definePlugin({ id: 'ping', title: 'Ping' }), {
  activate({ hooks, implement, tap }) {
    implement(pingApi, {
      ping: () => ({ success: true as const }),
      fail: (_, context) => {
        throw new Error(`broken for ${context.team.name}`);
      },
      owned: ({ query }) => {
        if (query.fail !== undefined) throw new Error(query.fail);
        return { success: true as const };
      },
    });
    tap(hooks.jobFinished, job => {
      throw new Error(`broken after ${job.id}`);
    });
    tap(hooks.committed, () => {
      throw new Error('broken after a commit');
    });
  },
});
const echo = defineServerHalf(definePlugin({ id: 'echo', title: 'Echo', requires: ['ping'] }), {
  activate: () => undefined,
});
const left = defineServerHalf(definePlugin({ id: 'left', title: 'Left' }), { activate: () => undefined });

eachDatabase(kind => {
  let app: TestApp;
  let root: TestPerson;
  let team: TestTeam;
  let other: TestTeam;
  let admin: TestPerson;
  let member: TestPerson;

  beforeAll(async () => {
    app = await openTestApp(kind, {
      plugins: ['administration'],
      halves: [ping, echo, left] as unknown as AnyServerHalf[],
      jobs: false,
      settings: { pluginsOff: new Set(['left']) },
    });
    root = (await app.team('Root', { superAdmin: true })).owner;
    team = await app.team('Alpha');
    other = await app.team('Beta');
    admin = await team.join('admin@alpha.test', 7);
    member = await team.join('member@alpha.test');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  const list = (id: number, by: TestPerson): Promise<Answer<OrganizationPlugins>> =>
    by.call<OrganizationPlugins>('main', listOrganizationPlugins, { params: { organization_id: id } });
  const ownerOf = (id: number): TestPerson => (id === team.organizationId ? team.owner : other.owner);
  const pluginOf = async (id: number, plugin: string, by = ownerOf(id)): Promise<OrganizationPlugin | undefined> =>
    (await list(id, by)).body.data.find(each => each.id === plugin);
  const choose = (id: number, plugin: string, choice: string, by = ownerOf(id)) =>
    by.call<OrganizationPlugins & { code?: string; error?: string }>('main', switchPlugin, {
      params: { organization_id: id, plugin },
      body: { choice },
    });
  const pings = async (by: TestPerson): Promise<number> => (await by.call('main', pingApi.operations.ping)).status;

  it('should be for the owner of the organization and for super-admins, and not exist for others', async () => {
    const asked = async (by: TestPerson, id: number): Promise<readonly number[]> => [
      (await list(id, by)).status,
      (await choose(id, 'ping', 'default', by)).status,
      (
        await by.call('main', previewSwitch, {
          params: { organization_id: id, plugin: 'ping' },
          query: { choice: 'off' },
        })
      ).status,
    ];
    expect(await asked(team.owner, team.organizationId)).toEqual([200, 200, 200]);
    expect(await asked(root, team.organizationId)).toEqual([200, 200, 200]);
    for (const by of [admin, member]) expect(await asked(by, team.organizationId)).toEqual([403, 403, 403]);
    for (const by of [admin, member, team.owner])
      expect(await asked(by, other.organizationId)).toEqual([404, 404, 404]);
    expect(await asked(team.owner, 999_999)).toEqual([404, 404, 404]);
    expect((await app.request('GET', `/api/v1/organizations/${team.organizationId}/plugins`)).status).toBe(401);
  });

  it('should be offered to who may, and to nobody else', async () => {
    const may = async (by: TestPerson): Promise<boolean> =>
      (
        await by.request<{ accesses: { actions: string[] } }>('GET', `/api/v1/team/${team.id}?include_accesses=true`)
      ).body.accesses.actions.includes('ManageOrganization');
    expect([await may(team.owner), await may(admin), await may(member)]).toEqual([true, false, false]);
  });

  it('should not let an SDK token reach another organization of its owner', async () => {
    const { organizations, teams, sdkTokens } = app.app.services;
    const second = await organizations.create('Second', team.owner.row.id);
    await teams.create(second.id, 'Second team', team.owner.row);
    const token = await sdkTokens.generate(team.id, team.owner.row.id);
    const ask = async (id: number): Promise<number> =>
      (
        await app.request('GET', `/api/v1/organizations/${id}/plugins`, {
          headers: { authorization: token, authtype: 'sdk' },
        })
      ).status;
    expect([await ask(team.organizationId), await ask(second.id)]).toEqual([200, 404]);
  });

  it('should describe what each plugin is, adds and needs', async () => {
    await pings(team.owner);
    expect(await pluginOf(team.organizationId, 'ping')).toMatchObject({
      version: 'test',
      outside: false,
      locked: false,
      requires: [],
      requiredBy: ['echo'],
      choice: 'default',
      enabled: true,
      reason: null,
      switchable: true,
      lastUse: expect.stringMatching(/^\d{4}-/),
      operations: [{ name: 'ping', path: '/api/v1/ping' }, { name: 'fail' }, { name: 'owned' }],
    });
    expect(await pluginOf(team.organizationId, 'administration')).toMatchObject({
      locked: true,
      switchable: false,
      routes: expect.arrayContaining([expect.objectContaining({ path: '/org/:organizationId/plugins' })]),
    });
  });

  it('should report an organization’s own use and faults only, and no stack', async () => {
    expect((await other.owner.call('main', pingApi.operations.fail)).status).toBe(500);
    const own = (await pluginOf(other.organizationId, 'ping'))!;
    expect(own).toMatchObject({
      faultCount: 1,
      faults: [{ side: 'server', where: 'GET /api/v1/fail', message: 'broken for Beta team' }],
    });
    expect(Object.keys(own.faults[0]!).toSorted()).toEqual(['at', 'message', 'side', 'where']);
    const { faultCount, faults, uses } = (await pluginOf(team.organizationId, 'ping'))!;
    expect({ faultCount, faults }).toEqual({ faultCount: 0, faults: [] });
    await pings(other.owner);
    expect((await pluginOf(team.organizationId, 'ping'))?.uses).toBe(uses);
  });

  it('should note a fault in a hook for the organization of the hook’s subject, and for nobody else', async () => {
    const { hooks } = app.app.services;
    const before = await Promise.all([team, other].map(async each => (await pluginOf(each.organizationId, 'ping'))!));
    hooks.jobFinished.call({ id: 'one', teamId: other.id } as never);
    hooks.committed.call({ organizationId: other.organizationId, enabled: () => true } as never, {} as never);
    hooks.committed.call({ organizationId: undefined, enabled: () => true } as never, {} as never);
    await expect
      .poll(async () => (await pluginOf(other.organizationId, 'ping'))!.faultCount)
      .toBe(before[1]!.faultCount + 2);
    const { faults } = (await pluginOf(other.organizationId, 'ping'))!;
    expect(
      faults
        .slice(0, 2)
        .map(each => `${each.where}: ${each.message}`)
        .toSorted(),
    ).toEqual(['hook core.committed: broken after a commit', 'hook core.jobFinished: broken after one']);
    const { faultCount, faults: others } = (await pluginOf(team.organizationId, 'ping'))!;
    expect({ faultCount, faults: others }).toEqual({ faultCount: before[0]!.faultCount, faults: before[0]!.faults });
  });

  it('should ask the organization of the path whether the plugin is on, and note its faults there', async () => {
    const { session } = await app.app.services.sessions.open(other.owner.row, { agent: 'test', address: '127.0.0.1' });
    const bare = async (query = ''): Promise<number> =>
      (
        await app.request('GET', `/api/v1/organizations/${other.organizationId}/ping${query}`, {
          headers: { authorization: `Bearer ${session.accessToken}` },
        })
      ).status;
    expect(await bare()).toBe(200);
    const before = (await pluginOf(other.organizationId, 'ping'))!.faultCount;
    expect(await bare('?fail=torn')).toBe(500);
    expect(await pluginOf(other.organizationId, 'ping')).toMatchObject({
      faultCount: before + 1,
      faults: expect.arrayContaining([expect.objectContaining({ message: 'torn' })]),
    });
    expect(JSON.stringify(await pluginOf(team.organizationId, 'ping'))).not.toContain('torn');
    await choose(other.organizationId, 'ping', 'off');
    expect(await bare()).toBe(404);
    expect(
      (await root.call('main', pingApi.operations.owned, { params: { organization_id: other.organizationId } })).status,
    ).toBe(404);
    await choose(other.organizationId, 'ping', 'default');
    expect(await bare()).toBe(200);
  });

  it('should refuse at the start what asks for an organization that its path does not name', async () => {
    const api = defineApi({
      service: 'main',
      operations: {
        lost: { method: 'GET', path: '/api/v1/lost', summary: 'Lost', access: 'ManageOrganization', reply: success },
      },
    });
    const lost = defineServerHalf(definePlugin({ id: 'lost', title: 'Lost' }), {
      activate: ({ implement }) => implement(api, { lost: () => ({ success: true as const }) }),
    });
    await expect(
      openTestApp(anyDatabase(), {
        plugins: ['administration'],
        halves: [lost] as unknown as AnyServerHalf[],
        jobs: false,
      }),
    ).rejects.toThrow(
      'Operation lost of "lost" asks for ManageOrganization, but its path /api/v1/lost does not name the organization',
    );
  });

  it('should not switch on what the operator left out, and say so', async () => {
    expect(await pluginOf(team.organizationId, 'left')).toMatchObject({
      enabled: false,
      reason: 'Left out by the operator of this installation',
      switchable: false,
    });
    const refused = await choose(team.organizationId, 'left', 'on');
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain('operator');
    expect(await pluginOf(team.organizationId, 'left')).toMatchObject({ enabled: false, choice: 'default' });
  });

  it('should refuse unknown and locked plugins and choices', async () => {
    expect((await choose(team.organizationId, 'nonsense', 'off')).status).toBe(404);
    expect((await choose(999_999, 'ping', 'off', root)).status).toBe(404);
    expect(await choose(team.organizationId, 'administration', 'off')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_FIELD' },
    });
    expect((await choose(team.organizationId, 'ping', 'maybe')).status).toBe(400);
  });

  it('should take a plugin away from one organization at its next call, and give it back', async () => {
    expect(await pings(team.owner)).toBe(200);
    expect((await choose(team.organizationId, 'ping', 'off')).status).toBe(200);
    expect(await pings(team.owner)).toBe(404);
    expect(await pings(other.owner)).toBe(200);
    expect((await choose(team.organizationId, 'ping', 'on')).status).toBe(200);
    expect(await pings(team.owner)).toBe(200);
  });

  it('should keep from an organization what a super-admin withholds, until a super-admin gives it free', async () => {
    const refusal = (choice: string) => choose(team.organizationId, 'ping', choice);
    expect(await refusal('withheld')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_FIELD', error: expect.stringContaining('only a super-admin withholds') },
    });
    expect((await choose(team.organizationId, 'administration', 'withheld', root)).status).toBe(400);
    // Over the owner's own choice, and without one.
    await choose(team.organizationId, 'ping', 'on');
    expect((await choose(team.organizationId, 'ping', 'withheld', root)).status).toBe(200);
    expect([await pings(team.owner), await pings(other.owner)]).toEqual([404, 200]);
    expect(await pluginOf(team.organizationId, 'ping')).toMatchObject({
      enabled: false,
      choice: 'withheld',
      reason: 'Blocked by the operator of this installation',
      switchable: false,
    });
    expect(await pluginOf(team.organizationId, 'echo')).toMatchObject({ enabled: false, reason: 'Needs Ping' });
    expect(await pluginOf(team.organizationId, 'ping', root)).toMatchObject({ choice: 'withheld', switchable: true });
    expect([
      (await list(team.organizationId, team.owner)).body.mayWithhold,
      (await list(team.organizationId, root)).body.mayWithhold,
    ]).toEqual([false, true]);
    for (const choice of ['on', 'off', 'default'])
      expect(await refusal(choice)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_FIELD', error: expect.stringContaining('withholds Ping') },
      });
    expect(await pings(team.owner)).toBe(404);
    expect((await choose(team.organizationId, 'ping', 'default', root)).status).toBe(200);
    expect(await pings(team.owner)).toBe(200);
    expect((await refusal('off')).status).toBe(200);
    expect((await refusal('default')).status).toBe(200);
  });

  it('should let no switch of an owner overtake one that withholds', async () => {
    for (let round = 0; round < 6; round += 1) {
      await choose(team.organizationId, 'ping', 'default', root);
      await Promise.all([
        choose(team.organizationId, 'ping', 'withheld', root),
        ...['on', 'off', 'default', 'on'].map(choice => choose(team.organizationId, 'ping', choice)),
      ]);
      expect(await pluginOf(team.organizationId, 'ping')).toMatchObject({ choice: 'withheld', enabled: false });
    }
    await choose(team.organizationId, 'ping', 'default', root);
  });

  it('should say why a plugin is off, also through what it requires', async () => {
    await choose(other.organizationId, 'ping', 'off');
    expect(await pluginOf(other.organizationId, 'ping')).toMatchObject({
      enabled: false,
      choice: 'off',
      reason: 'Switched off for this organization',
    });
    expect(await pluginOf(other.organizationId, 'echo')).toMatchObject({
      enabled: false,
      choice: 'default',
      reason: 'Needs Ping',
    });
    await choose(other.organizationId, 'ping', 'default');
    expect(await pluginOf(other.organizationId, 'echo')).toMatchObject({ enabled: true, reason: null });
  });

  it('should preview what else a switch removes and adds', async () => {
    const preview = (choice: string) =>
      other.owner.call<SwitchPreview>('main', previewSwitch, {
        params: { organization_id: other.organizationId, plugin: 'ping' },
        query: { choice },
      });
    expect((await preview('off')).body).toEqual({ goes: ['Ping', 'Echo'], comes: [] });
    expect((await preview('on')).body).toEqual({ goes: [], comes: [] });
    await choose(other.organizationId, 'ping', 'off');
    expect((await preview('default')).body).toEqual({ goes: [], comes: ['Ping', 'Echo'] });
    await choose(other.organizationId, 'ping', 'default');
  });

  it('should notify open tabs of the organization, and no others', async () => {
    const notified: (number | undefined)[] = [];
    const { hub } = app.app.services;
    const send = hub.send.bind(hub);
    hub.send = (match, message) => {
      if (message.type === 'plugins') notified.push(...[team.id, other.id, undefined].filter(each => match(1, each)));
      send(match, message);
    };
    await choose(team.organizationId, 'ping', 'off');
    expect(notified).toEqual([team.id]);
    hub.send = send;
  });
});
