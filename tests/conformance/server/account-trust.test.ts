import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { contextOf } from '#tests/support/invite-context.ts';

const OWN_PAGE = { 'x-requested-with': 'loupe-auth' };
const METRICS_TOKEN = 'a-token-of-the-monitoring';

let app: TestApp;
let north: TestTeam;
let south: TestTeam;
let operator: TestPerson;

beforeAll(async () => {
  app = await openTestApp(anyDatabase(), {
    plugins: ['teams', 'administration', 'profile'],
    jobs: false,
    settings: { metricsToken: METRICS_TOKEN },
  });
  north = await app.team('North');
  south = await app.team('South');
  operator = (await app.team('Operators', { superAdmin: true })).owner;
}, 120_000);
afterAll(() => app?.close());

const invitation = async (team: TestTeam, email: string, byMail: boolean): Promise<string> =>
  (await app.app.services.members.invitations.invite(await contextOf(app, team), email, 4, { byMail })).token;
const accept = (token: string, body: object) => app.request('POST', `/api/v1/invitations/${token}/accept`, { body });
const signIn = (email: string, password: string): Promise<Answer<{ accessToken: string }>> =>
  app.request('POST', '/services/auth/sign-in', { body: { email, password }, headers: OWN_PAGE });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const teamsOf = async (email: string, password: string): Promise<readonly number[]> =>
  (
    await app.request<{ id: number }[]>('GET', '/teams', {
      headers: bearer((await signIn(email, password)).body.accessToken),
    })
  ).body.map(each => each.id);

it('should keep an account that was made by a shown link to the organization that made it', async () => {
  expect(
    (await accept(await invitation(south, 'boss@victim.test', false), { password: 'chosen by the admin' })).status,
  ).toBe(200);
  expect(await teamsOf('boss@victim.test', 'chosen by the admin')).toEqual([south.id]);
  const session = bearer((await signIn('boss@victim.test', 'chosen by the admin')).body.accessToken);
  const refused = await app.request(
    'POST',
    `/api/v1/invitations/${await invitation(north, 'boss@victim.test', false)}/accept`,
    { body: {}, headers: session },
  );
  expect(refused).toMatchObject({ status: 403, body: { code: 'ADDRESS_UNPROVEN' } });
});

it('should give an unproven account to who has the mailed link, and end what was there', async () => {
  await accept(await invitation(south, 'lee@victim.test', false), { password: 'chosen by the admin' });
  const token = await invitation(north, 'lee@victim.test', true);
  expect((await app.request('GET', `/api/v1/invitations/${token}`)).body).toMatchObject({ has_account: false });
  expect((await accept(token, { password: 'chosen by the owner' })).status).toBe(200);
  expect((await signIn('lee@victim.test', 'chosen by the admin')).status).toBe(401);
  expect((await teamsOf('lee@victim.test', 'chosen by the owner')).toSorted()).toEqual([north.id, south.id].toSorted());
});

it('should show the operator that the owner of a new organization has an account, and replace the password of one that nobody proved', async () => {
  const make = (name: string, owner_email: string) =>
    operator.request<{ account: string; password: string | null }>('POST', '/api/v1/admin/organizations', {
      body: { name, owner_email, team_name: name },
    });
  expect((await make('One', 'fresh@victim.test')).body).toMatchObject({
    account: 'created',
    password: expect.any(String) as string,
  });
  expect((await make('Two', 'fresh@victim.test')).body).toMatchObject({ account: 'existing', password: null });
  const made = (await make('Three', 'boss@victim.test')).body;
  expect(made.account).toBe('reset');
  expect((await signIn('boss@victim.test', 'chosen by the admin')).status).toBe(401);
  expect((await signIn('boss@victim.test', made.password!)).status).toBe(200);
});

it('should give an SDK token the rights of its team only: no installation, no account, no sessions', async () => {
  const { sdkTokens } = app.app.services;
  const team = (await operator.request<{ id: number }[]>('GET', '/teams')).body[0]!.id;
  const headers = { authorization: await sdkTokens.generate(team, operator.row.id), authtype: 'sdk' };
  expect((await app.request('GET', '/teams', { headers })).status).toBe(200);
  expect((await app.request('GET', '/super-admin/organizations', { headers })).status).toBe(403);
  expect((await app.request('GET', '/services/auth/sessions', { headers })).status).toBe(403);
  expect((await app.request('POST', '/generate-token', { body: {}, headers })).status).toBe(403);
  expect((await app.request('PUT', '/user/me', { body: { first_name: 'X' }, headers })).status).toBe(403);
  expect((await operator.request('GET', '/services/auth/sessions')).status).toBe(200);
});

it('should give the SDK token of a super admin no organization but that of its team', async () => {
  const headers = {
    authorization: await app.app.services.sdkTokens.generate(
      (await operator.request<{ id: number }[]>('GET', '/teams')).body[0]!.id,
      operator.row.id,
    ),
    authtype: 'sdk',
  };
  expect((await app.request('GET', `/api/v1/organizations/${north.organizationId}/plugins`, { headers })).status).toBe(
    404,
  );
  expect((await operator.request('GET', `/api/v1/organizations/${north.organizationId}/plugins`)).status).toBe(200);
});

it('should take no SDK token of an account that is closed, even one that was left', async () => {
  const person = await north.join('closed@north.test');
  const headers = {
    authorization: await app.app.services.sdkTokens.generate(north.id, person.row.id),
    authtype: 'sdk',
  };
  const close = (at: string | null): Promise<unknown> =>
    app.database
      .system('close an account')
      .transaction(trx =>
        sql`update auth.person set disabled_at = ${at}::timestamptz where id = ${person.row.id}`.execute(trx),
      );
  await close('2026-11-20T12:00:00Z');
  expect((await app.request('GET', '/teams', { headers })).status).toBe(401);
  await close(null);
  app.app.services.sdkTokens.forget();
  expect((await app.request('GET', '/teams', { headers })).status).toBe(200);
});

it('should end SDK tokens with a change of the password', async () => {
  const person = await north.join('token@north.test');
  const headers = {
    authorization: await app.app.services.sdkTokens.generate(north.id, person.row.id),
    authtype: 'sdk',
  };
  expect((await app.request('GET', '/teams', { headers })).status).toBe(200);
  expect(
    (
      await person.request('POST', '/services/auth/change-password', {
        body: { old_password: 'correct horse', new_password: 'a longer phrase' },
        headers: OWN_PAGE,
      })
    ).status,
  ).toBe(200);
  expect((await app.request('GET', '/teams', { headers })).status).toBe(401);
});

it('should answer metrics to this machine only, or for the token', async () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.app.http.inject({ url: '/metrics', remoteAddress, headers });
  expect((await from('127.0.0.1')).statusCode).toBe(200);
  expect((await from('10.0.0.9')).statusCode).toBe(403);
  expect((await from('127.0.0.1', { 'x-forwarded-for': '10.0.0.9' })).statusCode).toBe(403);
  expect((await from('10.0.0.9', bearer(METRICS_TOKEN))).statusCode).toBe(200);
  expect((await from('10.0.0.9', bearer(`${METRICS_TOKEN}s`))).statusCode).toBe(403);
});
