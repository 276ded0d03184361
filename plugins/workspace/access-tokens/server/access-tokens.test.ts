import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { AccessTokenView } from '../common/api.ts';
import { accessTokensApi } from '../common/api.ts';

const { createAccessToken, listAccessTokens, revokeAccessToken } = accessTokensApi.operations;

interface Made {
  readonly token: string;
  readonly data: AccessTokenView;
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let other: TestTeam;
  let admin: TestPerson;
  let ana: TestPerson;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'access-tokens'], jobs: false });
    team = await app.team('Alpha');
    other = await app.team('Beta');
    admin = await team.join('adam@alpha.test', 7);
    ana = await team.join('ana@alpha.test');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app.close());

  let made = 0;
  const create = (by: TestPerson, body: object = {}): Promise<Answer<Made>> =>
    by.call<Made>('main', createAccessToken, {
      params: { team_id: team.id },
      body: { kind: 'personal', name: `token ${(made += 1)}`, scopes: ['read'], ...body },
    });
  const list = async (by: TestPerson): Promise<readonly AccessTokenView[]> =>
    (await by.call<{ data: AccessTokenView[] }>('main', listAccessTokens, { params: { team_id: team.id } })).body.data;
  const revoke = (by: TestPerson, id: number): Promise<Answer> =>
    by.call('main', revokeAccessToken, { params: { team_id: team.id, token_id: id } });
  const using = (token: string, method: string, url: string, body?: object): Promise<Answer> =>
    app.request(method, url, {
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body }),
    });
  const members = (token: string): Promise<Answer> => using(token, 'GET', '/users');
  const rename = (token: string): Promise<Answer> =>
    using(token, 'PUT', `/team/${team.id}`, { description: 'changed by a script' });

  it('should show a token once and then only its name, scopes, last characters and last use', async () => {
    const { status, body } = await create(team.owner, { name: 'Nightly', scopes: ['read', 'items'] });
    expect(status).toBe(200);
    expect(body.token).toMatch(/^loupe_[-\w]{43}=\d+$/);
    expect((await members(body.token)).status).toBe(200);
    const listed = (await list(team.owner)).find(each => each.name === 'Nightly')!;
    expect(listed).toMatchObject({ kind: 'personal', scopes: ['read', 'items'], own: true, expired: false });
    expect(listed.lastUsedAt).not.toBeNull();
    expect(JSON.stringify(await list(team.owner))).not.toContain(body.token.slice(0, 20));
    expect((await create(team.owner, { name: 'nightly' })).status).toBe(409);
  });

  it('should work in the header that SDK clients send, too', async () => {
    const { token } = (await create(team.owner)).body;
    const answer = await app.request('GET', '/users', { headers: { authorization: token, authtype: 'sdk' } });
    expect(answer.status).toBe(200);
  });

  describe('scopes', () => {
    it('should let a token that reads change nothing, and name what is missing', async () => {
      const { token } = (await create(team.owner)).body;
      expect((await members(token)).status).toBe(200);
      expect(await rename(token)).toMatchObject({
        status: 403,
        body: { code: 'SCOPE_MISSING', details: { scope: 'members' } },
      });
    });

    it('should let a token with the scope make the change, and one of another area not', async () => {
      const right = (await create(team.owner, { scopes: ['members'] })).body.token;
      const wrong = (await create(team.owner, { scopes: ['items', 'projects'] })).body.token;
      expect((await rename(right)).status).toBe(200);
      expect((await rename(wrong)).status).toBe(403);
      expect(await members(right)).toMatchObject({ status: 403, body: { details: { scope: 'read' } } });
    });

    it('should never give more than the rights of the person', async () => {
      await grantTokenRight(ana);
      const { token } = (await create(ana, { scopes: ['read', 'members'] })).body;
      expect(await rename(token)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    });

    it('should keep tokens away from tokens, the account and the organization', async () => {
      const all = ['read', 'annotate', 'items', 'projects', 'explore', 'members', 'automate'];
      const { token } = (await create(team.owner, { scopes: all })).body;
      const body = { kind: 'personal', name: 'child', scopes: ['read'] };
      const url = `/api/v1/teams/${team.id}/access-tokens`;
      expect((await using(token, 'POST', url, body)).status).toBe(403);
      expect((await using(token, 'POST', '/generate-sdk-token', {})).status).toBe(403);
      expect((await using(token, 'POST', '/api/v1/event-ticket', {})).status).toBe(403);
      expect((await using(token, 'DELETE', `/team/${team.id}`)).status).toBe(403);
      const sdk = await team.owner.request<{ token: string }>('POST', '/generate-sdk-token', { body: {} });
      const bySdk = await app.request('POST', url, {
        body,
        headers: { authorization: sdk.body.token, authtype: 'sdk' },
      });
      expect(bySdk.status).toBe(403);
    });

    it('should work in its own team only', async () => {
      const { token } = (await create(team.owner)).body;
      expect((await using(token, 'GET', `/users?team_id=${other.id}`)).status).toBe(404);
      expect((await members(token.replace(/=\d+$/, `=${other.id}`))).status).toBe(401);
    });
  });

  describe('end', () => {
    it('should come with revocation, at once', async () => {
      const { token, data } = (await create(team.owner)).body;
      expect((await members(token)).status).toBe(200);
      expect((await revoke(team.owner, data.id)).status).toBe(200);
      expect((await members(token)).status).toBe(401);
      expect((await revoke(team.owner, data.id)).status).toBe(404);
    });

    it('should come with the date', async () => {
      const { token, data } = (await create(team.owner, { expires_in_days: 1 })).body;
      expect((await members(token)).status).toBe(200);
      await app.database
        .system('test')
        .transaction(trx =>
          sql`update tenancy.access_token set expires_at = now() - interval '1 second' where id = ${data.id}`.execute(
            trx,
          ),
        );
      app.app.services.accessTokens.forget();
      expect((await members(token)).status).toBe(401);
      expect((await list(team.owner)).find(each => each.id === data.id)?.expired).toBe(true);
    });

    it('should come with another password', async () => {
      const kim = await team.join('kim@alpha.test', 7);
      const { token } = (await create(kim)).body;
      expect((await members(token)).status).toBe(200);
      await app.app.services.people.setPassword(kim.row.id, 'another password');
      expect((await members(token)).status).toBe(401);
    });

    it('should come with the membership', async () => {
      const leo = await team.join('leo@alpha.test', 7);
      const { token } = (await create(leo)).body;
      expect((await members(token)).status).toBe(200);
      await admin.request('DELETE', `/team/${team.id}/member`, { body: { e_mail: leo.email } });
      expect((await members(token)).status).toBe(401);
    });
  });

  describe('services', () => {
    it('should act as a member of their own, and leave the team with their token', async () => {
      const { token, data } = (await create(admin, { kind: 'service', name: 'Build bot', scopes: ['read'] })).body;
      expect(data).toMatchObject({ kind: 'service', owner: 'Build bot', own: false, created_by: admin.email });
      const own = await using(token, 'GET', '/user/ME');
      expect(own.body).toMatchObject({ email: data.account, user_role: 4 });
      expect((await create(admin, { kind: 'service', name: 'build bot' })).status).toBe(409);
      expect((await revoke(team.owner, data.id)).status).toBe(200);
      expect((await using(token, 'GET', '/user/ME')).status).toBe(401);
      const left = await admin.request<{ data: { email: string }[] }>('GET', '/users');
      expect(left.body.data.map(each => each.email)).not.toContain(data.account);
    });

    it('should be for admins; others see and end their own tokens only', async () => {
      await grantTokenRight(ana);
      const theirs = (await create(admin)).body.data;
      expect((await create(ana, { kind: 'service' })).status).toBe(403);
      expect((await list(ana)).every(each => each.own)).toBe(true);
      expect((await revoke(ana, theirs.id)).status).toBe(404);
      expect((await revoke(team.owner, theirs.id)).status).toBe(200);
    });
  });

  it.each([
    [{ scopes: [] }, 'body.scopes'],
    [{ scopes: ['everything'] }, 'body.scopes.0'],
    [{ name: ' ' }, 'body.name'],
    [{ expires_in_days: 367 }, 'body.expires_in_days'],
    [{ role: 12 }, 'body.role'],
  ])('should refuse %j and name the field', async (body, field) => {
    const { status, body: answer } = await create(team.owner, body);
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).toContain(field);
  });

  /** Gives a contributor the right to tokens of their own. */
  async function grantTokenRight(person: TestPerson): Promise<void> {
    await admin.request('PUT', `/api/v1/team/${team.id}/member/permissions`, {
      body: { e_mail: person.email, permissions: [23] },
    });
  }
});
