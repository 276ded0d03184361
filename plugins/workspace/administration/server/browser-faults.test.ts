import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineApi, success } from '#core/api/common/index.ts';
import { definePlugin, kernelApi } from '#core/kernel/common/index.ts';
import { defineServerHalf } from '#core/kernel/server/index.ts';
import type { AnyServerHalf } from '#core/kernel/server/index.ts';
import { organizationApi } from '../common/organization-api.ts';
import type { OrganizationPlugin } from '../common/organization-api.ts';
import { anyDatabase, DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { InstalledPlugin } from '../common/plugins-api.ts';
import { adminPluginsApi } from '../common/plugins-api.ts';

const pingApi = defineApi({
  service: 'main',
  operations: {
    fail: { method: 'GET', path: '/api/v1/fail', summary: 'Fails', access: 'team-member', reply: success },
  },
});
const ping = defineServerHalf(definePlugin({ id: 'ping', title: 'Ping' }), {
  activate: ({ implement }) =>
    implement(pingApi, {
      fail: () => {
        throw new Error('broken on the server');
      },
    }),
});
const { listOrganizationPlugins, switchPlugin } = organizationApi.operations;

let app: TestApp;
let root: TestPerson;
let team: TestTeam;
let other: TestTeam;
beforeAll(async () => {
  app = await openTestApp(anyDatabase(), {
    plugins: ['administration'],
    halves: [ping] as unknown as AnyServerHalf[],
    jobs: false,
  });
  root = (await app.team('Root', { superAdmin: true })).owner;
  team = await app.team('Alpha');
  other = await app.team('Beta');
}, DATABASE_TIMEOUT_MS);
afterAll(() => app.close());

const report = async (by: TestPerson, ...faults: object[]): Promise<number> =>
  (await by.call('main', kernelApi.operations.reportFaults, { body: { faults } })).status;
const fault = (more: object = {}): object => ({
  plugin: 'ping',
  moment: 'page',
  name: 'list',
  message: 'it tore',
  ...more,
});
const installed = async (id: string): Promise<InstalledPlugin> =>
  (
    await root.call<{ data: InstalledPlugin[] }>('main', adminPluginsApi.operations.listInstalledPlugins)
  ).body.data.find(each => each.id === id)!;
const ownedBy = async (of: TestTeam): Promise<OrganizationPlugin> =>
  (
    await of.owner.call<{ data: OrganizationPlugin[] }>('main', listOrganizationPlugins, {
      params: { organization_id: of.organizationId },
    })
  ).body.data.find(each => each.id === 'ping')!;

it('should keep what a browser reports, for super-admins with its stack and for the organization without', async () => {
  expect(await report(team.owner, fault({ stack: 'at list (web.js:1)', version: '1.0.0' }))).toBe(200);
  expect(await installed('ping')).toMatchObject({
    faultCount: 1,
    faults: [
      { side: 'browser', where: 'page list', message: 'it tore', stack: 'at list (web.js:1)', version: '1.0.0' },
    ],
  });
  expect((await ownedBy(team)).faults).toMatchObject([{ side: 'browser', where: 'page list', message: 'it tore' }]);
  expect(JSON.stringify(await ownedBy(team))).not.toContain('web.js');
  expect((await ownedBy(other)).faults).toEqual([]);
});

it('should keep nothing of plugins that are unknown or that the organization has not', async () => {
  await root.call('main', switchPlugin, {
    params: { organization_id: other.organizationId, plugin: 'ping' },
    body: { choice: 'off' },
  });
  const before = (await installed('ping')).faultCount;
  expect(await report(other.owner, fault(), fault({ plugin: 'core' }), fault({ plugin: 'nothing' }))).toBe(200);
  expect((await installed('ping')).faultCount).toBe(before);
});

it('should refuse what is too long, too much, or of no known moment, and who is not signed in', async () => {
  for (const each of [{ message: 'm'.repeat(501) }, { stack: 's'.repeat(4_001) }, { moment: 'sleep' }, { extra: 1 }])
    expect(await report(team.owner, fault(each))).toBe(400);
  expect(await report(team.owner, ...Array.from({ length: 11 }, () => fault()))).toBe(400);
  expect(await report(team.owner)).toBe(400);
  expect((await app.request('POST', '/api/v1/plugin-faults', { body: { faults: [fault()] } })).status).toBe(401);
});

it('should keep what is reported outside of any team for super-admins', async () => {
  const { session } = await app.app.services.sessions.open(team.owner.row, { agent: 'test', address: '127.0.0.1' });
  const before = await Promise.all([team, other].map(ownedBy));
  const answer = await app.request('POST', '/api/v1/plugin-faults', {
    headers: { authorization: `Bearer ${session.accessToken}` },
    body: { faults: [fault({ message: 'reported for nobody' })] },
  });
  expect(answer.status).toBe(200);
  expect((await installed('ping')).faults[0]).toMatchObject({ message: 'reported for nobody' });
  for (const [index, each] of [team, other].entries()) {
    const { faults, faultCount } = await ownedBy(each);
    expect({ faults, faultCount }).toEqual({ faults: before[index]!.faults, faultCount: before[index]!.faultCount });
  }
});

it('should keep the newest of each side and each organization apart', async () => {
  const third = await app.team('Gamma');
  expect(await report(third.owner, fault({ message: 'of the third' }))).toBe(200);
  expect((await team.owner.call('main', pingApi.operations.fail)).status).toBe(500);
  for (let call = 0; call < 3; call++)
    expect(
      await report(
        team.owner,
        ...Array.from({ length: 10 }, (_, each) => fault({ message: `number ${call * 10 + each}` })),
      ),
    ).toBe(200);
  const own = (await ownedBy(team)).faults;
  expect(own.filter(each => each.side === 'browser').map(each => each.message)).toEqual(
    Array.from({ length: 20 }, (_, each) => `number ${29 - each}`),
  );
  expect(own.filter(each => each.side === 'server')).toMatchObject([{ message: 'broken on the server' }]);
  expect((await ownedBy(third)).faults).toMatchObject([{ message: 'of the third' }]);
  expect((await installed('ping')).faults.map(each => each.message)).toEqual(
    expect.arrayContaining(['of the third', 'reported for nobody', 'broken on the server', 'number 29']),
  );
});

it('should limit one person who reports too much, and nobody else', async () => {
  const answers: number[] = [];
  for (let each = 0; each < 25; each++) answers.push(await report(team.owner, fault({ message: `again ${each}` })));
  expect(answers[0]).toBe(200);
  expect(answers.at(-1)).toBe(429);
  expect(await report(root, fault({ message: 'from somebody else' }))).toBe(200);
  expect((await installed('ping')).faults[0]!.message).toBe('from somebody else');
});
