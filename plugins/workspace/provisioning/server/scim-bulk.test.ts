import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { BulkResult } from '../common/scim-bulk-shapes.ts';
import { BULK_REQUEST, BULK_RESPONSE } from '../common/scim-bulk-shapes.ts';

interface BulkAnswer {
  readonly schemas: readonly string[];
  readonly Operations: readonly BulkResult[];
  readonly scimType?: string;
  readonly detail?: string;
}

let app: TestApp;
let team: TestTeam;
let token: string;

beforeAll(async () => {
  app = await openTestApp(anyDatabase(), {
    plugins: ['teams', 'single-sign-on', 'provisioning', 'audit'],
    jobs: false,
  });
  team = await app.team('Corp', { superAdmin: true });
  const organization = `/api/v1/organizations/${team.organizationId}`;
  token = (await team.owner.request<{ token: string }>('POST', `${organization}/provisioning/token`)).body.token;
  await team.owner.request('POST', `${organization}/single-sign-on/domains`, { body: { domain: 'corp.test' } });
  await team.owner.request('POST', `${organization}/single-sign-on/domains/corp.test/confirmation`, { body: {} });
  await team.owner.request('PUT', `${organization}/single-sign-on/placing`, {
    body: {
      default_team_id: null,
      default_role: 4,
      mappings: [{ group: 'Annotators', team_id: team.id, role: 4 }],
      base: 0,
    },
  });
});
afterAll(() => app?.close());

const scim = <T = BulkAnswer>(method: string, path: string, body?: object, as = token): Promise<Answer<T>> =>
  app.request<T>(method, `/scim/v2/${team.organizationId}${path}`, {
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/scim+json' },
    ...(body === undefined ? {} : { body }),
  });
const bulk = (operations: readonly object[], more: object = {}, as?: string): Promise<Answer<BulkAnswer>> =>
  scim('POST', '/Bulk', { schemas: [BULK_REQUEST], Operations: operations, ...more }, as);
const makeUser = (name: string, more: object = {}): object => ({
  method: 'POST',
  path: '/Users',
  bulkId: name,
  data: { userName: `${name}@corp.test`, ...more },
});
const statuses = ({ body }: Answer<BulkAnswer>): readonly string[] => body.Operations.map(each => each.status);
const idOf = (result: BulkResult | undefined): string => result!.location!.split('/').at(-1)!;
const users = async (): Promise<readonly string[]> =>
  (await scim<{ Resources: { userName: string }[] }>('GET', '/Users?count=200')).body.Resources.map(
    each => each.userName,
  );

it('should make people and their group in one request, whatever the order, and give the roles of the group', async () => {
  const group = {
    method: 'post',
    path: '/Groups',
    bulkId: 'g',
    data: { displayName: 'Annotators', members: [{ value: 'bulkId:ana' }, { value: 'bulkId:bo' }] },
  };
  const answer = await bulk([group, makeUser('ana'), makeUser('bo')]);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain('application/scim+json');
  expect(answer.body.schemas).toEqual([BULK_RESPONSE]);
  expect(answer.body.Operations.map(({ method, bulkId, status }) => [method, bulkId, status])).toEqual([
    ['POST', 'g', '201'],
    ['POST', 'ana', '201'],
    ['POST', 'bo', '201'],
  ]);
  const { body } = await team.owner.request<{ data: { email: string; user_role: number }[] }>('GET', '/users');
  expect(body.data.map(each => each.email)).toEqual(expect.arrayContaining(['ana@corp.test', 'bo@corp.test']));

  const [g, ana] = answer.body.Operations;
  const changed = await bulk([
    {
      method: 'PATCH',
      path: `/Users/${idOf(ana)}`,
      data: { Operations: [{ op: 'replace', path: 'active', value: false }] },
    },
    { method: 'PUT', path: `/Groups/${idOf(g)}`, data: { displayName: 'Labelers' } },
    { method: 'POST', path: '/Users', bulkId: 'cy', data: { userName: 'cy@corp.test' } },
    { method: 'PATCH', path: '/Users/bulkId:cy', data: { Operations: [{ op: 'replace', value: { title: 'Lead' } }] } },
    { method: 'DELETE', path: `/Groups/${idOf(g)}` },
  ]);
  expect(statuses(changed)).toEqual(['200', '200', '201', '200', '204']);
  expect((await scim<{ active: boolean }>('GET', `/Users/${idOf(ana)}`)).body.active).toBe(false);
  expect((await scim<{ title: string }>('GET', `/Users/${idOf(changed.body.Operations[2])}`)).body.title).toBe('Lead');
});

it('should keep what succeeded beside what failed, each with the answer of a single call', async () => {
  const answer = await bulk([
    makeUser('dora'),
    { ...makeUser('dora'), bulkId: 'again' },
    { ...makeUser('eve'), data: {} },
    { method: 'DELETE', path: '/Users/nobody' },
    { method: 'PATCH', path: '/Roles/1' },
    { method: 'GET', path: '/Users/1' },
    { method: 'PUT', path: '/Users' },
    makeUser('finn'),
  ]);
  expect(statuses(answer)).toEqual(['201', '409', '400', '404', '404', '405', '405', '201']);
  const [, taken, incomplete] = answer.body.Operations;
  expect(taken).toMatchObject({ bulkId: 'again', response: { status: '409', scimType: 'uniqueness' } });
  expect(taken).not.toHaveProperty('location');
  expect(incomplete?.response).toMatchObject({ detail: 'userName is missing.' });
  expect(await users()).toEqual(expect.arrayContaining(['dora@corp.test', 'finn@corp.test']));
});

it('should end after as many failures as failOnErrors names, and keep what was done', async () => {
  const answer = await bulk([makeUser('gus'), makeUser('bad', { userName: 7 }), makeUser('hal')], { failOnErrors: 1 });
  expect(statuses(answer)).toEqual(['201', '400']);
  expect(await users()).toContain('gus@corp.test');
  expect(await users()).not.toContain('hal@corp.test');
});

it('should refuse with 409 what refers to a failed, an absent or a circular operation', async () => {
  const group = (name: string, ...members: readonly string[]): object => ({
    method: 'POST',
    path: '/Groups',
    bulkId: name,
    data: { displayName: name, members: members.map(value => ({ value })) },
  });
  const answer = await bulk([
    group('a', 'bulkId:b'),
    group('b', 'bulkId:a'),
    group('c', 'bulkId:none'),
    group('d', 'bulkId:bad'),
    makeUser('bad', { userName: 7 }),
  ]);
  expect(statuses(answer)).toEqual(['409', '409', '409', '409', '400']);
});

it.each([
  [[], /at least one/],
  [[{ method: 'POST', path: '/Users', data: {} }], /Operations\[0\] is a POST without a bulkId/],
  [[{ path: '/Users' }], /Operations\[0\] needs method and path/],
  [[makeUser('x'), makeUser('x')], /bulkId x/],
])('should refuse the operations %j as a whole', async (operations, detail) => {
  const answer = await bulk(operations);
  expect([answer.status, answer.body.detail]).toEqual([400, expect.stringMatching(detail)]);
});

it('should keep to the limits that ServiceProviderConfig names, and open for the token of the directory only', async () => {
  const { body } = await scim<{ bulk: { supported: boolean; maxOperations: number; maxPayloadSize: number } }>(
    'GET',
    '/ServiceProviderConfig',
  );
  expect(body.bulk.supported).toBe(true);
  const many = Array.from({ length: body.bulk.maxOperations + 1 }, () => ({ method: 'DELETE', path: '/Users/x' }));
  expect((await bulk(many)).status).toBe(413);
  expect((await bulk([makeUser('big', { title: 'x'.repeat(body.bulk.maxPayloadSize) })])).status).toBe(413);
  expect((await bulk([makeUser('x')], { failOnErrors: 0 })).status).toBe(400);
  expect((await bulk([makeUser('x')], {}, 'loupe_scim_other')).status).toBe(401);
  expect(await users()).not.toContain('x@corp.test');
});

it('should record each operation like a single call', async () => {
  const { body } = await team.owner.request<{ data: { action: string; details: { userName?: string } }[] }>(
    'GET',
    `/api/v1/organizations/${team.organizationId}/audit?email=scim&limit=2000`,
  );
  const made = body.data.filter(each => each.action === 'provisioning.userCreated').map(each => each.details.userName);
  expect(made).toEqual(expect.arrayContaining(['ana@corp.test', 'dora@corp.test', 'gus@corp.test']));
  expect(body.data.map(each => each.action)).toContain('provisioning.groupDeleted');
});
