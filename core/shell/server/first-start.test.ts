import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import { anyDatabase } from '#tests/support/database.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { firstStart } from './first-start.ts';

const PLACE = { host: '0.0.0.0', databaseUrl: undefined, publicUrl: 'https://loupe.test', demo: true };

let app: TestApp;

afterEach(async () => {
  vi.restoreAllMocks();
  await app?.close();
});

/** Starts the server, and returns what it prints. */
async function printed(place: Parameters<typeof firstStart>[2] = PLACE): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await firstStart(app.app, app.database, place, app.keys, pino({ level: 'silent' }));
  const text = write.mock.calls.map(([each]) => String(each)).join('');
  write.mockRestore();
  return text;
}

it('should print the passwords of the demo once, also when a full disk leaves the demo incomplete, and go on', async () => {
  app = await openTestApp(anyDatabase(), { plugins: [], jobs: false });
  app.app.services.hooks.seeding.tap('core', () =>
    Promise.reject(new Fault('STORAGE_FULL', 'The disk is full.', { status: 507 })),
  );
  const first = await printed();
  expect(first).toContain(
    'The demo could not be made completely; start with an empty DATA_DIR to have all of it. The disk is full.',
  );
  const [, email, password] = /sign in (\S+) {2}(\S+)/.exec(first)!;
  const { status } = await app.request('POST', '/services/auth/sign-in', {
    body: { email, password },
    headers: { 'x-requested-with': 'loupe-auth' },
  });
  expect([email, status]).toEqual(['demo@loupe.local', 200]);
  const second = await printed();
  expect(second).toContain('https://loupe.test');
  expect(second).not.toContain('sign in');
});

it('should print the code of the first organization where others reach the server, and make no demo there', async () => {
  app = await openTestApp(anyDatabase(), { plugins: [], jobs: false });
  const text = await printed({ ...PLACE, demo: undefined });
  expect(text).toContain('https://loupe.test/install');
  expect(text).toMatch(/code {4}\w{4}-\w{4}-\w{4}\n/);
  const local = { ...PLACE, host: '127.0.0.1', publicUrl: 'http://localhost:8080', demo: false };
  expect(await printed(local)).toMatch(/localhost:8080\/install\n\n$/);
  expect(await app.app.services.organizations.list()).toEqual([]);
});
