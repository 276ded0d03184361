import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { OneTimeTokens } from '#core/auth/server/index.ts';
import { contextOf } from '#tests/support/invite-context.ts';
import { anyDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { Policy } from '../common/api.ts';
import { signInPolicyApi } from '../common/api.ts';

type Saved = Answer<Policy & { error?: string; code?: string }>;

const { operations } = signInPolicyApi;
const NOTHING = { second_step: false, session_hours: null, networks: [], password_length: null };
let app: TestApp;
let team: TestTeam;
let operator: TestTeam;
let ana: TestPerson;

beforeAll(async () => {
  app = await openTestApp(anyDatabase(), { plugins: ['sign-in-policy', 'teams', 'access-tokens'], jobs: false });
  operator = await app.team('Operator', { superAdmin: true });
  team = await app.team('North');
  ana = await team.join('ana@north.test');
});
afterAll(() => app?.close());
beforeEach(async () => void (await save({}, operator.owner)));

const call = (name: keyof typeof operations, body: object | undefined, by: TestPerson): Promise<Saved> =>
  by.call('main', operations[name], {
    params: { organization_id: team.organizationId },
    ...(body === undefined ? {} : { body }),
  });
const read = async (): Promise<Policy> => (await call('getSignInPolicy', undefined, operator.owner)).body;
const save = async (change: object, by = team.owner): Promise<Saved> =>
  call('saveSignInPolicy', { ...NOTHING, base: (await read()).version, ...change }, by);
const work = (by: TestPerson): Promise<Answer<{ code?: string }>> => by.request('GET', '/api/v1/jobs');
const frame = (by: TestPerson): Promise<Answer> => by.request('GET', `/services/main/team/${team.id}`);
/** Changes every session of a person. */
const change = async (set: string, by: TestPerson): Promise<void> => {
  await app.database
    .system('test')
    .transaction(trx => sql`update auth.session set ${sql.raw(set)} where person_id = ${by.row.id}`.execute(trx));
  app.app.services.sessions.forgetOf(by.row.id);
};

it('should be for the owner of the organization only, and name the network that is none', async () => {
  expect((await call('getSignInPolicy', undefined, ana)).status).toBe(403);
  expect((await save({ networks: ['127.0.0.0/8', 'here'] })).body.error).toMatch(
    /networks\.1 is not valid: “here” is not a network/,
  );
  expect(await save({ base: 0 })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

it('should refuse work from outside of the networks, and never lock out who sets them', async () => {
  expect((await save({ networks: ['203.0.113.0/24'] })).body.error).toMatch(/must include your own address, 127/);
  expect((await save({ networks: ['127.0.0.0/8'] })).status).toBe(200);
  expect((await work(ana)).status).toBe(200);
  expect((await save({ networks: ['203.0.113.0/24'] }, operator.owner)).status).toBe(200);
  expect(await work(ana)).toMatchObject({ status: 403, body: { code: 'NETWORK_NOT_ALLOWED' } });
  const params = { organization_id: operator.organizationId };
  const own = { ...NOTHING, networks: ['203.0.113.0/24'], base: 0 };
  const refused = await operator.owner.call('main', operations.saveSignInPolicy, { params, body: own });
  expect(refused, 'an owner who is an operator').toMatchObject({ status: 400 });
  // The policy comes first: this body lacks every field.
  expect((await call('saveSignInPolicy', {}, team.owner)).body.code).toBe('NETWORK_NOT_ALLOWED');
});

it('should ask one policy of every way in: password, passkey, single sign-on, access token and SDK token', async () => {
  const { token: sdk } = (await team.owner.request<{ token: string }>('POST', '/generate-sdk-token', { body: {} }))
    .body;
  const { body } = await team.owner.request<{ token: string }>('POST', `/api/v1/teams/${team.id}/access-tokens`, {
    body: { kind: 'personal', name: 'Nightly', scopes: ['read'] },
  });
  const by = (authorization: string, more: object = {}): Promise<Answer<{ code?: string }>> =>
    app.request('GET', '/user/ME', { headers: { authorization, ...more } });
  const ways: Record<string, () => Promise<Answer<{ code?: string }>>> = {
    'access token': () => by(`Bearer ${body.token}`),
    'SDK token': () => by(sdk, { authtype: 'sdk' }),
  };
  for (const way of ['password', 'second-step', 'passkey', 'provider'])
    ways[way] = async () => {
      await change(`way = '${way}'`, ana);
      return work(ana);
    };
  for (const [way, ask] of Object.entries(ways)) expect((await ask()).status, way).toBe(200);
  await save({ networks: ['203.0.113.0/24'] }, operator.owner);
  for (const [way, ask] of Object.entries(ways))
    expect(await ask(), way).toMatchObject({ status: 403, body: { code: 'NETWORK_NOT_ALLOWED' } });
  expect((await by(`Basic ${Buffer.from(`${ana.email}:x`).toString('base64')}`)).status, 'no such way').toBe(401);
  await change("way = 'password'", ana);
});

it('should refuse work after a password alone but not the frame, and take a passkey, a provider or a second step', async () => {
  expect((await save({ second_step: true })).body.error).toMatch(/for your own account first/);
  expect((await save({ second_step: true }, operator.owner)).body.people).toEqual({ all: 2, without_second_step: 2 });
  expect(await work(ana)).toMatchObject({ status: 403, body: { code: 'SECOND_STEP_REQUIRED' } });
  expect((await ana.request('POST', '/api/v1/event-ticket', { body: {} })).status).toBe(403);
  expect((await frame(ana)).status).toBe(200);
  for (const way of ['passkey', 'provider']) {
    await change(`way = '${way}'`, ana);
    expect((await work(ana)).status).toBe(200);
  }
  await change("way = 'password'", ana);
  await app.app.services.people.setPreferredMfa(ana.row.id, 'TOTP');
  app.app.services.sessions.forgetOf(ana.row.id);
  expect((await work(ana)).status).toBe(200);
  expect((await ana.request('PUT', '/services/auth/mfa', { body: { preferred: 'NOMFA' } })).status).toBe(200);
  expect((await work(ana)).status).toBe(403);
});

it('should end a session that is older than the policy allows', async () => {
  const dora = await team.join('dora@north.test');
  await save({ session_hours: 8 });
  expect((await work(dora)).status).toBe(200);
  await change("created_at = now() - interval '9 hours'", dora);
  expect((await work(dora)).status).toBe(401);
  expect((await dora.request('GET', '/services/auth/me')).status).toBe(401);
});

it('should refuse a new password that is shorter than the longest rule of the organizations of a person', async () => {
  const { people } = app.app.services;
  await save({ password_length: 20 });
  await expect(people.setPassword(team.owner.row.id, 'correct horse')).rejects.toThrow(/at least 20 characters/);
  await people.setPassword(operator.owner.row.id, 'correct horse');
  await people.setPassword(ana.row.id, 'correct horse battery staple');
});

it('should leave the link of a reset good when the password is too short', async () => {
  await save({ password_length: 20 });
  const { id, email } = ana.row;
  const token = await new OneTimeTokens(app.database).issue('password-reset', { personId: id, data: { email } }, 5);
  const reset = (password: string): Promise<Answer<{ error?: string }>> =>
    app.request('POST', '/services/auth/password-reset/complete', { body: { token, password } });
  expect((await reset('correct horse')).body.error).toMatch(/at least 20 characters/);
  expect((await reset('correct horse battery staple')).status).toBe(200);
});

it('should bind the first password of an invited person, and make no account for a shorter one', async () => {
  await save({ password_length: 20 });
  const { members, people } = app.app.services;
  const { token } = await members.invitations.invite(await contextOf(app, team), 'new@north.test', 4);
  const accept = (password: string): Promise<Answer<{ error?: string }>> =>
    app.request('POST', `/api/v1/invitations/${token}/accept`, { body: { password } });
  expect((await accept('correct horse')).body.error).toMatch(/at least 20 characters/);
  expect(await people.byEmail('new@north.test')).toBeUndefined();
  expect((await accept('correct horse battery staple')).status).toBe(200);
});
