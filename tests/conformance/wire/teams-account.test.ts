import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '../../support/database.ts';
import type { ScriptClient } from '../../support/script-client.ts';
import { scriptClient } from '../../support/script-client.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '../../support/test-app.ts';
import { openTestApp } from '../../support/test-app.ts';

interface User {
  readonly id: string;
  readonly username: string | null;
  readonly first_name: string;
  readonly picture: boolean;
  readonly avatar_url: string | null;
  readonly user_role: number | null;
}

const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let other: TestTeam;
  let script: ScriptClient;
  let ana: TestPerson;
  let bo: TestPerson;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: ['teams', 'profile'] });
    team = await app.team('North');
    other = await app.team('South');
    script = await scriptClient(app, team);
    ana = await team.join('ana@north.test');
    bo = await team.join('bo@north.test');
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close());

  it('GET user/ME answers the client’s first call', async () => {
    const { status, body } = await script.call('main', 'GET', '/user/ME');
    expect([status, body]).toEqual([
      200,
      { id: 'owner@north.test', email: 'owner@north.test', first_name: 'Olive', last_name: 'North', user_role: 15 },
    ]);
    const { body: detail } = await script.call<{ user_role: number; users: readonly User[] }>(
      'main',
      'GET',
      `/team/${team.id}`,
      { query: { include_users: true } },
    );
    const self = detail.users.find(each => each.id === 'owner@north.test');
    expect([detail.user_role, self?.user_role], 'the same role everywhere').toEqual([15, 15]);
  });

  describe('GET user/{id}', () => {
    it('answers people of the team and oneself, invited ones too', async () => {
      await script.call('main', 'POST', `/api/v1/team/${team.id}/inviteUsers`, {
        body: { emails: ['soon@north.test'], team_role: 4 },
      });
      expect((await script.call<User>('main', 'GET', '/user/Ana@north.test')).body).toMatchObject({
        id: 'ana@north.test',
        username: null,
        picture: false,
        avatar_url: null,
        user_role: 4,
      });
      expect((await ana.request<User>('GET', '/user/ana@north.test')).body).toMatchObject({ user_role: 4 });
      expect((await script.call<User>('main', 'GET', '/user/soon@north.test')).body).toMatchObject({
        id: 'soon@north.test',
      });
    });

    it('finds nobody of another team', async () => {
      expect((await ana.request('GET', `/user/${other.owner.email}`)).status).toBe(404);
      expect((await ana.request('GET', '/user/nobody@nowhere.test')).status).toBe(404);
    });
  });

  describe('PUT user/{id}', () => {
    const put = (by: TestPerson, id: string, body: object): Promise<Answer<User>> =>
      by.request<User>('PUT', `/user/${id}`, { body });

    it('changes own names and username', async () => {
      expect(
        (await put(ana, 'ana@north.test', { first_name: 'Ana', last_name: 'Lee', username: 'Ana.Lee' })).body,
      ).toMatchObject({ first_name: 'Ana', username: 'ana.lee' });
      expect((await ana.request('GET', '/user/ME')).body).toMatchObject({ first_name: 'Ana' });
    });

    it('refuses a username somebody has, or that is none', async () => {
      expect(await put(bo, 'me', { username: 'ANA.LEE' })).toMatchObject({
        status: 409,
        body: { code: 'NAME_EXISTS', error: 'This username is taken.' },
      });
      expect(await put(bo, 'me', { username: 'a b' })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('letters') },
      });
    });

    it('changes nobody else', async () => {
      expect((await put(team.owner, 'ana@north.test', { first_name: 'X' })).status).toBe(403);
      expect((await put(ana, other.owner.email, { first_name: 'X' })).status).toBe(404);
    });
  });

  it('checkUsernameAndEmail reports what is free, and reveals nothing of people outside the team', async () => {
    const check = async (body: object): Promise<unknown> =>
      (await bo.request('POST', '/checkUsernameAndEmail', { body })).body;
    await ana.request('PUT', '/user/me', { body: { username: 'ana.lee' } });
    expect(await check({ username: 'ANA.lee', email: 'ana@north.test' })).toEqual({
      username: { exists: true, valid: true },
      email: { exists: true, valid: true },
    });
    expect(await check({ username: 'x', email: 'nobody' })).toEqual({
      username: { exists: false, valid: false, reason: 'use at least 3 characters' },
      email: { exists: false, valid: false },
    });
    expect(await check({ email: other.owner.email })).toEqual({ email: { exists: false, valid: true } });
  });

  describe('avatar-tokens', () => {
    it('give an address that takes one’s picture without signing in', async () => {
      const { body } = await ana.request<{ uploadUrl: string; fields: object; expiresAt: string }>(
        'POST',
        '/avatar-tokens',
      );
      expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.now());
      const address = new URL(body.uploadUrl).pathname;
      const put = (to: string): Promise<Answer> =>
        app.request('PUT', to, { bytes: png, headers: { 'content-type': 'image/png' } });
      expect((await put(address)).status).toBe(200);
      const user = (await script.call<User>('main', 'GET', '/user/ana@north.test')).body;
      expect(user.picture).toBe(true);
      expect(await sharp((await app.request('GET', user.avatar_url!)).raw).metadata()).toMatchObject({
        format: 'webp',
        width: 256,
      });
      expect((await put(address.replace(/\/\d+\./, `/${bo.row.id}.`))).status, 'for nobody else').toBe(403);
      expect((await ana.request('DELETE', '/avatar')).status).toBe(200);
      expect((await script.call<User>('main', 'GET', '/user/ana@north.test')).body.picture).toBe(false);
    });
  });

  it('user/action gives back what happened', async () => {
    expect(
      (await script.call('main', 'POST', '/user/action', { body: { type: 'opened', timestamp: 12 } })).body,
    ).toEqual({ type: 'opened', timestamp: 12 });
  });

  it('generate-token proves who one is to others, and does not open this API', async () => {
    const { body } = await team.owner.request<{ token: string; expiresAt: string }>('POST', '/generate-token');
    const claims = JSON.parse(Buffer.from(body.token.split('.')[1]!, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    expect(claims).toMatchObject({ aud: 'id', email: 'owner@north.test' });
    expect((await app.request('GET', '/user/ME', { headers: { authorization: `Bearer ${body.token}` } })).status).toBe(
      401,
    );
  });

  it('userSignOut ends the session of the call; a token has none', async () => {
    const { people, sessions } = app.app.services;
    const row = await people.byEmail('bo@north.test');
    const { session } = await sessions.open(row!, { agent: 'test', address: '127.0.0.1' });
    const headers = { authorization: `Bearer ${session.accessToken}` };
    expect((await app.request('POST', '/userSignOut', { headers })).status).toBe(200);
    expect((await app.request('GET', '/user/ME', { headers })).status).toBe(401);
    expect((await script.call('main', 'POST', '/userSignOut')).status).toBe(400);
  });

  describe('requestDelete', () => {
    it('names what has to be handed on first', async () => {
      const { body } = await team.owner.request<{ success: boolean; blockedBy: object[] }>('POST', '/requestDelete');
      expect(body).toEqual({
        success: false,
        blockedBy: [
          { type: 'organization', id: team.organizationId, name: 'North organization' },
          { type: 'team', id: team.id, name: 'North team' },
        ],
      });
    });

    it('closes the account of who knows its password', async () => {
      const kim = await team.join('kim@north.test');
      expect(await kim.request('POST', '/requestDelete', { body: {} })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('password') },
      });
      expect((await kim.request('POST', '/requestDelete', { body: { password: 'wrong' } })).status).toBe(400);
      expect((await kim.request('GET', '/user/ME')).status).toBe(200);
      expect((await kim.request('POST', '/requestDelete', { body: { password: 'correct horse' } })).body).toEqual({
        success: true,
        blockedBy: [],
      });
      expect((await kim.request('GET', '/user/ME')).status).toBe(401);
    });
  });
});
