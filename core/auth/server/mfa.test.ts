import { sql } from 'kysely';
import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const OWN_PAGE = { 'x-requested-with': 'loupe-auth' };
const PASSWORD = 'correct horse';

interface Challenge {
  readonly challenge: string;
  readonly methods: readonly string[];
}

eachDatabase(kind => {
  let app: TestApp;
  let team: TestTeam;
  let person: TestPerson;
  let number = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins: [] });
    team = await app.team('North');
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    person = await app.team(`MFA ${++number}`).then(each => each.owner);
  });

  const signIn = (email: string): Promise<Answer<{ code: string; details: Challenge }>> =>
    app.request('POST', '/services/auth/sign-in', { body: { email, password: PASSWORD }, headers: OWN_PAGE });
  const challengeOf = async (): Promise<string> => (await signIn(person.email)).body.details.challenge;
  const answer = (
    challenge: string,
    code: string,
    method = 'TOTP',
  ): Promise<Answer<{ code?: string; accessToken?: string }>> =>
    app.request('POST', '/services/auth/sign-in/challenge', { body: { challenge, method, code }, headers: OWN_PAGE });
  /** A code of the step `steps` away from the present one; one ahead is accepted and was never used. */
  const codeOf = (secret: string, steps = 0): Promise<string> =>
    generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
  const setUp = async (): Promise<{ readonly secret: string; readonly codes: readonly string[] }> => {
    const { body: begun } = await person.request<{ secret: string }>('POST', '/services/auth/mfa/totp', { body: {} });
    const verified = await person.request<{ recoveryCodes: string[] }>('POST', '/services/auth/mfa/totp/verify', {
      body: { code: await codeOf(begun.secret) },
    });
    expect(verified.status).toBe(200);
    return { secret: begun.secret, codes: verified.body.recoveryCodes };
  };
  const forgetAttempts = (): Promise<unknown> =>
    app.database.system('test').transaction(trx => sql`delete from auth.attempt`.execute(trx));

  it('should ask for a code after the password while the preferred type is not NOMFA, and open a session for it', async () => {
    const preferred = async (): Promise<unknown> =>
      (await person.request<{ preferred: string }>('GET', '/services/auth/mfa')).body.preferred;
    expect(await preferred()).toBe('NOMFA');
    expect((await signIn(person.email)).status).toBe(200);
    const { secret } = await setUp();
    expect(await preferred()).toBe('TOTP');
    const first = await signIn(person.email);
    expect(first).toMatchObject({
      status: 401,
      body: { code: 'MFA_REQUIRED', details: { methods: ['TOTP', 'RECOVERY'] } },
    });
    expect(first.headers['set-cookie']).toBeUndefined();
    const opened = await answer(first.body.details.challenge, await codeOf(secret, 1));
    expect(opened.status).toBe(200);
    expect(opened.headers['set-cookie']).toMatch(/HttpOnly/);
    expect((await answer(first.body.details.challenge, await codeOf(secret, 1))).body.code).toBe('CHALLENGE_EXPIRED');
  });

  it('should accept each code of the app once', async () => {
    const { secret } = await setUp();
    const code = await codeOf(secret, 1);
    expect((await answer(await challengeOf(), code)).status).toBe(200);
    expect(await answer(await challengeOf(), code)).toMatchObject({ status: 401, body: { code: 'MFA_INVALID' } });
  });

  it('should give one of several calls at once the session of a code', async () => {
    const { secret } = await setUp();
    const code = await codeOf(secret, 1);
    const challenges = [await challengeOf(), await challengeOf(), await challengeOf()];
    const statuses = (await Promise.all(challenges.map(each => answer(each, code)))).map(each => each.status);
    expect(statuses.toSorted()).toEqual([200, 401, 401]);
  });

  it('should accept each recovery code once, however it is typed, and not those of somebody else', async () => {
    const { codes } = await setUp();
    expect(new Set(codes).size).toBe(10);
    const typed = codes[0]!.toLowerCase().replaceAll('-', ' ');
    expect((await answer(await challengeOf(), typed, 'RECOVERY')).status).toBe(200);
    expect((await answer(await challengeOf(), codes[0]!, 'RECOVERY')).body.code).toBe('MFA_INVALID');
    const first = person;
    person = (await app.team(`MFA other ${number}`)).owner;
    await setUp();
    expect((await answer(await challengeOf(), codes[1]!, 'RECOVERY')).body.code).toBe('MFA_INVALID');
    expect((await first.request('GET', '/services/auth/mfa')).body).toMatchObject({ recoveryCodes: 9 });
  });

  it('should refuse guessing after five wrong codes, also with fresh challenges', async () => {
    const { secret } = await setUp();
    for (let count = 0; count < 5; count++)
      expect((await answer(await challengeOf(), '000000')).body.code).toBe('MFA_INVALID');
    expect(await answer(await challengeOf(), await codeOf(secret, 1))).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
    });
    await forgetAttempts();
  });

  it('should keep the key encrypted, and the recovery codes as keyed hashes', async () => {
    const { secret, codes } = await setUp();
    const { rows } = await app.database
      .system('test')
      .transaction(trx =>
        sql<{
          stored: string;
        }>`select sealed_secret as stored from auth.totp union all select code_hash from auth.recovery_code`.execute(
          trx,
        ),
      );
    for (const { stored } of rows) for (const text of [secret, ...codes]) expect(stored).not.toContain(text);
  });

  it('should not count an app whose first code was not verified', async () => {
    const { body } = await person.request<{ secret: string }>('POST', '/services/auth/mfa/totp', { body: {} });
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const refused = await person.request('POST', '/services/auth/mfa/totp/verify', { body: { code: '000000' } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_FIELD' } });
    expect((await signIn(person.email)).status).toBe(200);
    expect((await person.request('PUT', '/services/auth/mfa', { body: { preferred: 'TOTP' } })).status).toBe(400);
  });

  it('should sign out other devices when the second factor is turned on', async () => {
    const other = await app.request<{ accessToken: string }>('POST', '/services/auth/sign-in', {
      body: { email: person.email, password: PASSWORD },
      headers: OWN_PAGE,
    });
    await setUp();
    const headers = { authorization: `Bearer ${other.body.accessToken}` };
    expect((await app.request('GET', '/services/auth/me', { headers })).status).toBe(401);
    expect((await person.request('GET', '/services/auth/me')).status).toBe(200);
  });

  it('should ask who uses an old session before a sensitive change, by password and code', async () => {
    const { secret } = await setUp();
    await app.database
      .system('test')
      .transaction(trx =>
        sql`update auth.session set authenticated_at = now() - interval '11 minutes' where person_id = ${person.row.id}`.execute(
          trx,
        ),
      );
    const remove = (): Promise<Answer> => person.request('DELETE', '/services/auth/mfa/totp');
    const confirm = (body: object): Promise<Answer> => person.request('POST', '/services/auth/confirm', { body });
    expect(await remove()).toMatchObject({ status: 403, body: { code: 'IDENTITY_UNCONFIRMED' } });
    expect(await confirm({ password: 'not this one', code: await codeOf(secret, 1) })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('password') },
    });
    expect((await confirm({ password: PASSWORD })).status).toBe(400);
    expect((await remove()).status).toBe(403);
    expect((await confirm({ password: PASSWORD, code: await codeOf(secret, 1) })).status).toBe(200);
    expect(await remove()).toMatchObject({ status: 200, body: { preferred: 'NOMFA', totp: false, recoveryCodes: 0 } });
    expect((await signIn(person.email)).status).toBe(200);
  });

  it('should end all other sessions of a person and leave those of others', async () => {
    for (let count = 0; count < 2; count++) expect((await signIn(person.email)).status).toBe(200);
    expect((await person.request('DELETE', '/services/auth/sessions')).body).toEqual({ ended: 2 });
    expect((await person.request<{ data: unknown[] }>('GET', '/services/auth/sessions')).body.data).toHaveLength(1);
    expect((await team.owner.request('GET', '/services/auth/me')).status).toBe(200);
  });
});
