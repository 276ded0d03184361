import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const OWN_PAGE = { 'x-requested-with': 'loupe-auth' };

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: [] });
    team = await app.team('North');
  });
  afterAll(() => app?.close());

  interface SessionBody {
    accessToken: string;
    email: string;
    session: { accessToken: string } | null;
  }
  const signIn = (
    email: string,
    password: string,
    headers: Record<string, string> = {},
  ): Promise<Answer<SessionBody>> =>
    app.request('POST', '/services/auth/sign-in', { body: { email, password }, headers: { ...OWN_PAGE, ...headers } });
  const cookieOf = (answer: Answer<SessionBody>): string => String(answer.headers['set-cookie']).split(';')[0]!;
  const refresh = (cookie: string): Promise<Answer<SessionBody>> =>
    app.request('POST', '/services/auth/session', { body: {}, headers: { ...OWN_PAGE, cookie } });
  const me = (token: string): Promise<Answer> =>
    app.request('GET', '/services/auth/me', { headers: { authorization: `Bearer ${token}` } });

  it('should sign in by e-mail in any case, and keep the cookie from scripts and other sites', async () => {
    const answer = await signIn('OWNER@north.test', 'correct horse');
    expect(answer).toMatchObject({ status: 200, body: { email: team.owner.email } });
    expect(answer.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Lax/);
    expect((await me(answer.body.accessToken)).body).toMatchObject({ email: team.owner.email, first_name: 'Olive' });
  });

  it('should answer the same for a wrong password and an unknown account', async () => {
    const wrong = await signIn(team.owner.email, 'not this one');
    const unknown = await signIn('nobody@north.test', 'not this one');
    expect(wrong.status).toBe(401);
    const { request_id: _, ...first } = wrong.body as unknown as Record<string, unknown>;
    const { request_id: __, ...second } = unknown.body as unknown as Record<string, unknown>;
    expect(first).toEqual(second);
  });

  it('should refuse calls that come from other sites or plain forms', async () => {
    expect(
      (
        await app.request('POST', '/services/auth/sign-in', {
          body: { email: team.owner.email, password: 'correct horse' },
        })
      ).status,
    ).toBe(403);
    expect((await signIn(team.owner.email, 'correct horse', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('should give fresh tokens for the cookie until sign-out, and nothing to a visitor', async () => {
    const cookie = cookieOf(await signIn(team.owner.email, 'correct horse'));
    const fresh = await refresh(cookie);
    expect((await me(fresh.body.session!.accessToken)).status).toBe(200);
    await app.request('POST', '/services/auth/sign-out', { body: {}, headers: { ...OWN_PAGE, cookie } });
    expect((await refresh(cookie)).body).toEqual({ session: null });
    expect((await refresh('sid=unknown')).body).toEqual({ session: null });
    expect((await me(`${fresh.body.session!.accessToken}x`)).status).toBe(401);
  });

  it('should rotate an old cookie to one successor, however many ask, and end the session on a replay', async () => {
    const cookie = cookieOf(await signIn(team.owner.email, 'correct horse'));
    await ageSessions(app, 700);
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(cookie)));
    const successors = new Set(answers.map(cookieOf));
    expect(successors.size).toBe(1);
    expect(successors.has(cookie)).toBe(false);
    await ageSessions(app, 60);
    expect((await refresh(cookie)).body).toEqual({ session: null });
    expect((await refresh([...successors][0]!)).body).toEqual({ session: null });
  });

  it('should end other sessions when the password changes', async () => {
    const person = await team.join(`p.${kind}@north.test`);
    const other = cookieOf(await signIn(person.email, 'correct horse'));
    const headers = OWN_PAGE;
    expect(
      (
        await person.request('POST', '/services/auth/change-password', {
          body: { old_password: 'wrong', new_password: 'a longer phrase' },
          headers,
        })
      ).body,
    ).toMatchObject({ code: 'INVALID_FIELD', details: { issues: [{ field: 'old_password' }] } });
    expect(
      (
        await person.request('POST', '/services/auth/change-password', {
          body: { old_password: 'correct horse', new_password: 'short' },
          headers,
        })
      ).body,
    ).toMatchObject({ code: 'INVALID_FIELD', details: { issues: [{ field: 'body.new_password' }] } });
    const changed = await person.request<SessionBody>('POST', '/services/auth/change-password', {
      body: { old_password: 'correct horse', new_password: 'a longer phrase' },
      headers,
    });
    expect(changed.status).toBe(200);
    expect((await refresh(other)).body).toEqual({ session: null });
    expect((await person.request('GET', '/services/auth/me')).status).toBe(401);
    expect((await me(changed.body.accessToken)).status).toBe(200);
    expect((await signIn(person.email, 'a longer phrase')).status).toBe(200);
  });

  it('should lock out an account and address after five failures, even for the right password', async () => {
    const person = await team.join(`locked.${kind}@north.test`);
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await signIn(person.email, 'guess number x')).status).toBe(401);
    const refused = await signIn(person.email, 'correct horse');
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('should let an invited person make an account and join, once', async () => {
    const { members, contexts, teams } = app.app.services;
    const context = contexts.make({
      requestId: 'x',
      credential: 'session',
      user: { id: team.owner.row.id, email: team.owner.email, firstName: '', lastName: '', superAdmin: false },
      team: (await teams.membership(
        { id: team.owner.row.id, email: team.owner.email, firstName: '', lastName: '', superAdmin: false },
        team.id,
      ))!,
      scope: {},
      address: '',
      log: app.app.http.log as never,
      signal: new AbortController().signal,
      enablement: new Map(),
    });
    const { token } = await members.invitations.invite(context, `new.${kind}@north.test`, 4);
    expect((await app.request('GET', `/api/v1/invitations/${token}`)).body).toMatchObject({
      team_name: 'North team',
      has_account: false,
    });
    expect((await app.request('POST', `/api/v1/invitations/${token}/accept`, { body: {} })).body).toMatchObject({
      code: 'INVALID_FIELD',
    });
    expect(
      (
        await app.request('POST', `/api/v1/invitations/${token}/accept`, {
          body: { first_name: 'Nia', password: 'a longer phrase' },
        })
      ).body,
    ).toEqual({ team_id: team.id, email: `new.${kind}@north.test` });
    expect(
      (await app.request('POST', `/api/v1/invitations/${token}/accept`, { body: { password: 'a longer phrase' } }))
        .status,
    ).toBe(404);
    expect((await signIn(`new.${kind}@north.test`, 'a longer phrase')).status).toBe(200);
  });
});

/** Makes all sessions look `seconds` older. */
async function ageSessions(app: TestApp, seconds: number): Promise<void> {
  await app.database
    .system('age sessions')
    .transaction(trx =>
      sql`update auth.session set rotated_at = rotated_at - make_interval(secs => ${seconds})`.execute(trx),
    );
}
