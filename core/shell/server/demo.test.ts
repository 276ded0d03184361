import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import type { TestApp } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { makeDemo } from './demo.ts';

const LOG = pino({ level: 'silent' });

let app: TestApp;

afterEach(() => app?.close());

const signIn = async (email: string, password: string): Promise<number> =>
  (
    await app.request('POST', '/services/auth/sign-in', {
      body: { email, password },
      headers: { 'x-requested-with': 'loupe-auth' },
    })
  ).status;

const LOCAL = { host: '127.0.0.1', databaseUrl: undefined, publicUrl: 'http://localhost:8080' };

it.each([
  ['others may reach the server', { ...LOCAL, host: '0.0.0.0' }],
  ['a proxy passes requests of others on', { ...LOCAL, publicUrl: 'https://loupe.test' }],
  ['the database is on another machine', { ...LOCAL, databaseUrl: 'postgres://db/loupe' }],
])('should give each account of the demo a random password when %s', async (_, place) => {
  app = await openTestApp('pglite', { plugins: [], jobs: false });
  const { accounts } = await makeDemo(app.app, LOG, place);
  expect(new Set(accounts.map(each => each.password)).size).toBe(accounts.length);
  for (const { email, password } of accounts) {
    expect(password).toMatch(/^[\w-]{16}$/);
    expect([await signIn(email, 'loupe-demo-1'), await signIn(email, password)]).toEqual([401, 200]);
  }
});

it('should give the demo its documented password where only this machine reaches the server', async () => {
  app = await openTestApp('pglite', { plugins: [], jobs: false });
  const { accounts } = await makeDemo(app.app, LOG, LOCAL);
  for (const { email } of accounts) expect(await signIn(email, 'loupe-demo-1')).toBe(200);
});
