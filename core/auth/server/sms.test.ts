import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DATABASE_TIMEOUT_MS, eachDatabase } from '#tests/support/database.ts';
import type { Answer, TestApp, TestPerson } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';

const OWN_PAGE = { 'x-requested-with': 'loupe-auth' };
const PASSWORD = 'correct horse';
const AUTH = '/services/auth';

eachDatabase(kind => {
  let app: TestApp;
  let gateway: Server;
  let person: TestPerson;
  let number = 0;
  let status = 200;
  const received: { readonly to: string; readonly text: string; readonly token: string | undefined }[] = [];

  beforeAll(async () => {
    gateway = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        if (status === 200) received.push({ ...JSON.parse(body), token: request.headers.authorization });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`;
    app = await openTestApp(kind, {
      plugins: [],
      settings: { sms: { url, token: 'key' }, egressAllow: ['127.0.0.1'] },
    });
  }, DATABASE_TIMEOUT_MS);
  afterAll(async () => {
    await app?.close();
    gateway.close();
  });
  beforeEach(async () => {
    status = 200;
    person = (await app.team(`SMS ${++number}`)).owner;
  });

  type Body = { code?: string; error?: string; details?: { challenge: string; methods: string[] } };
  const own = <T = Body>(method: string, path: string, body?: object): Promise<Answer<T & Body>> =>
    person.request(method, `${AUTH}${path}`, body === undefined ? {} : { body });
  const post = (path: string, body: object): Promise<Answer<Body>> =>
    app.request('POST', `${AUTH}${path}`, { body, headers: OWN_PAGE });
  const signIn = (): Promise<Answer<Body>> => post('/sign-in', { email: person.email, password: PASSWORD });
  const answer = (challenge: string, code: string, method = 'SMS'): Promise<Answer<Body>> =>
    post('/sign-in/challenge', { challenge, method, code });
  const lastCode = (): string => /^\d{6}/.exec(received.at(-1)!.text)![0];
  const setUp = async (): Promise<readonly string[]> => {
    expect((await own('POST', '/mfa/sms', { phone: '+41 79 123-45-67' })).status).toBe(200);
    const verified = await own<{ recoveryCodes: string[] }>('POST', '/mfa/sms/verify', { code: lastCode() });
    expect(verified.status, JSON.stringify(verified.body)).toBe(200);
    return verified.body.recoveryCodes;
  };

  it('should send a code to a phone, turn the second step on by it, and send one at each sign-in', async () => {
    expect((await own('POST', '/mfa/sms', { phone: '079 123 45 67' })).status).toBe(400);
    expect(await setUp()).toHaveLength(10);
    expect(received.at(-1)).toMatchObject({ to: '+41791234567', token: 'Bearer key' });
    const state = (await own('GET', '/mfa')).body;
    expect(state).toMatchObject({ preferred: 'SMS', sms: { available: true, phone: '67' }, recoveryCodes: 10 });
    expect(JSON.stringify(state)).not.toContain('123456');

    const { status: refused, body } = await signIn();
    expect([refused, body.code, body.details!.methods]).toEqual([401, 'MFA_REQUIRED', ['SMS', 'RECOVERY']]);
    const first = lastCode();
    expect((await post('/sign-in/challenge/code', { challenge: body.details!.challenge })).status).toBe(200);
    expect((await answer(body.details!.challenge, first)).body.code).toBe('MFA_INVALID');
    const second = lastCode();
    expect((await answer(body.details!.challenge, second)).status).toBe(200);
    const { challenge } = (await signIn()).body.details!;
    expect((await answer(challenge, second)).body.code, 'a code works once').toBe('MFA_INVALID');
  });

  it('should let nobody in with an expired code, and keep only hashes of codes and sealed numbers', async () => {
    await setUp();
    const { challenge } = (await signIn()).body.details!;
    const { rows } = await app.database.system('test').transaction(async trx => {
      await sql`update auth.phone set code_expires_at = now() where person_id = ${person.row.id}`.execute(trx);
      return sql<object>`select * from auth.phone where person_id = ${person.row.id}`.execute(trx);
    });
    expect(JSON.stringify(rows)).not.toContain('1234567');
    expect(JSON.stringify(rows)).not.toContain(`"${lastCode()}"`);
    expect((await answer(challenge, lastCode())).body.code).toBe('MFA_INVALID');
  });

  it('should say why no message went out, and send no more than five in a quarter of an hour', async () => {
    await setUp();
    status = 500;
    const { challenge } = (await signIn()).body.details!;
    expect((await post('/sign-in/challenge/code', { challenge })).body).toMatchObject({
      code: 'SMS_FAILED',
      error: 'The text message was not sent: the gateway answered 500',
    });
    status = 200;
    for (let sent = 0; sent < 2; sent++)
      expect((await post('/sign-in/challenge/code', { challenge })).status).toBe(200);
    expect((await post('/sign-in/challenge/code', { challenge })).status).toBe(429);
    expect((await post('/sign-in/challenge/code', { challenge: 'x'.repeat(40) })).body.code).toBe('CHALLENGE_EXPIRED');
  });

  it('should fall back to nothing when the phone is removed, and refuse to prefer what is not set up', async () => {
    await setUp();
    expect((await own('POST', '/mfa/sms', { phone: '+41791234568' })).body.code).toBe('MFA_ALREADY_SET_UP');
    expect((await own('PUT', '/mfa', { preferred: 'TOTP' })).status).toBe(400);
    expect((await own('DELETE', '/mfa/sms')).body).toMatchObject({ preferred: 'NOMFA', sms: { phone: null } });
    expect((await own('PUT', '/mfa', { preferred: 'SMS' })).status).toBe(400);
    expect((await signIn()).status).toBe(200);
  });
});
