import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { anyDatabase } from '#tests/support/database.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { isPrivate, makeDemo } from './demo.ts';

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
  [true, LOCAL],
  [true, { ...LOCAL, host: '::1', publicUrl: 'http://127.0.0.1:8080' }],
  [false, { ...LOCAL, host: '0.0.0.0' }],
  // A proxy passes requests of others on.
  [false, { ...LOCAL, publicUrl: 'https://loupe.test' }],
  [false, { ...LOCAL, databaseUrl: 'postgres://db/loupe' }],
])('should be %s that only this machine reaches %o', (isAlone, place) => {
  expect(isPrivate(place)).toBe(isAlone);
});

it('should give each account of the demo a random password when others may reach the server', async () => {
  app = await openTestApp(anyDatabase(), { plugins: [], jobs: false });
  const { accounts } = await makeDemo(app.app, LOG, { ...LOCAL, host: '0.0.0.0' });
  expect(new Set(accounts.map(each => each.password)).size).toBe(accounts.length);
  for (const { email, password } of accounts) {
    expect(password).toMatch(/^[\w-]{16}$/);
    expect([await signIn(email, 'loupe-demo-1'), await signIn(email, password)]).toEqual([401, 200]);
  }
});

it('should give them the password of the documentation where only this machine reaches the server', async () => {
  app = await openTestApp(anyDatabase(), { plugins: [], jobs: false });
  const { accounts } = await makeDemo(app.app, LOG, LOCAL);
  expect(accounts).toHaveLength(3);
  for (const { email } of accounts) expect(await signIn(email, 'loupe-demo-1')).toBe(200);
});
