// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import { Transport } from '#core/api/web/index.ts';
import { browserStore } from '#core/base/web/index.ts';
import type { Session } from '../common/index.ts';
import { FRAME_TIMEOUT } from '../common/index.ts';
import { SessionStore } from './session-store.ts';

const session = (email: string): Session => ({
  accessToken: 'token',
  idToken: 'id',
  email,
  expiresAt: Date.now() + 300_000,
});
const failing = (code: string, status: number) => (): Promise<never> =>
  Promise.reject(new Fault(code, 'No.', { status }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  browserStore.remove('loupe_email');
  history.replaceState(undefined, '', '/');
});

it('should be in public mode where the address matches the public pattern, and ask for no session', async () => {
  history.replaceState(undefined, '', '/public/abc/project/1');
  const asked = vi.fn(failing('INTERNAL', 500));
  const store = new SessionStore(new Transport(), asked);
  await store.start();
  expect([store.state.status, asked.mock.calls.length]).toEqual(['public', 0]);
});

it('should be authenticated by a session, and announce it', async () => {
  const store = new SessionStore(new Transport(), () => Promise.resolve(session('ana@north.test')));
  const changes: unknown[] = [];
  store.changed.tap('test', (...change) => void changes.push(change));
  await store.start();
  expect([store.state.status, store.state.email]).toEqual(['signed-in', 'ana@north.test']);
  expect(changes).toEqual([['ana@north.test', undefined]]);
  expect(browserStore.get('loupe_email')).toBe('ana@north.test');
});

it('should sign out when there is no session, but not during maintenance', async () => {
  const signedOut = new SessionStore(new Transport(), failing('UNAUTHORIZED', 401));
  await signedOut.start();
  expect(signedOut.state.status).toBe('signed-out');
  browserStore.set('loupe_email', 'ana@north.test');
  const closed = new SessionStore(new Transport(), failing('MAINTENANCE', 503));
  await expect(closed.start()).rejects.toMatchObject({ code: 'MAINTENANCE' });
  expect([closed.state.status, browserStore.get('loupe_email')]).toEqual(['starting', 'ana@north.test']);
});

it('should refuse with 401 when signing out fails, because the auth frame does not load', async () => {
  const store = new SessionStore(new Transport(), () => Promise.resolve(session('ana@north.test')));
  await store.start();
  const leaving = store.signOut().catch((error: unknown) => error as Fault);
  await vi.advanceTimersByTimeAsync(FRAME_TIMEOUT);
  expect(await leaving).toMatchObject({ status: 401, cause: { message: "Can't load auth frame", status: 502 } });
  expect(store.state.status).toBe('signed-in');
});
