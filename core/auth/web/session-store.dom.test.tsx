// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Fault } from '#core/base/common/index.ts';
import { Transport } from '#core/api/web/index.ts';
import { browserStore, tabStore } from '#core/base/web/index.ts';
import type { Session } from '../common/index.ts';
import { FRAME_TIMEOUT } from '../common/index.ts';
import { AuthFrame } from './auth-frame.ts';
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
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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

it('should be neither signed in nor signed out when the session can not be loaded for another reason', async () => {
  const store = new SessionStore(new Transport(), failing('INTERNAL', 500));
  await store.start();
  expect([store.state.status, store.state.email]).toEqual(['unreachable', undefined]);
});

it('should lead to the offline page and remember the address when the browser is offline at the start', async () => {
  const replace = vi.fn();
  vi.stubGlobal('location', { pathname: '/t/1/projects', href: 'http://localhost/t/1/projects', replace });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await new SessionStore(new Transport(), failing('INTERNAL', 500)).start();
  expect(replace).toHaveBeenCalledExactlyOnceWith('/assets/offline.html');
  expect(tabStore.get('loupe_last_url')).toBe('http://localhost/t/1/projects');
});

it('should reload the page when the session is of another account than before', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { pathname: '/', reload });
  const sessions = [session('ana@north.test'), session('bo@north.test')];
  const store = new SessionStore(new Transport(), () => Promise.resolve(sessions.shift()));
  await store.start();
  await store.renew();
  expect(reload).toHaveBeenCalledOnce();
  expect([store.state.email, browserStore.get('loupe_email')]).toEqual(['ana@north.test', 'bo@north.test']);
});

it('should clear keys with categories_ and what is known of the person when signing out', async () => {
  // Files share a store, and one before may have left something in it.
  for (const name of browserStore.names()) browserStore.remove(name);
  const call = vi.spyOn(AuthFrame.prototype, 'call').mockResolvedValue({ success: true });
  const store = new SessionStore(new Transport(), () => Promise.resolve(session('ana@north.test')));
  await store.start();
  browserStore.set('x_categories_1', 'a');
  browserStore.set('theme', 'dark');
  await store.signOut();
  expect(call).toHaveBeenCalledExactlyOnceWith('signOut', {});
  expect(browserStore.names()).toEqual(['theme']);
  expect([store.state.status, store.state.email]).toEqual(['signed-out', undefined]);
  browserStore.remove('theme');
});

it('should sign out after a change of the password only when it is asked to', async () => {
  const answer = session('ana@north.test');
  const call = vi.spyOn(AuthFrame.prototype, 'call').mockResolvedValue(answer);
  const store = new SessionStore(new Transport(), () => Promise.resolve(answer));
  await store.start();
  await store.changePassword('old', 'new');
  expect(store.state.status).toBe('signed-in');
  await store.changePassword('old', 'new', { signsOut: true });
  expect(call.mock.calls.map(([action]) => action)).toEqual(['changePassword', 'changePassword', 'signOut']);
  expect(store.state.status).toBe('signed-out');
});

it('should block sign-out and a change of the password while the browser is offline', async () => {
  const store = new SessionStore(new Transport(), () => Promise.resolve(session('ana@north.test')));
  await store.start();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(store.signOut()).rejects.toMatchObject({ code: 'NETWORK', status: 502 });
  await expect(store.changePassword('old', 'new')).rejects.toMatchObject({ code: 'NETWORK', status: 502 });
  expect(store.state.status).toBe('signed-in');
});

it('should refuse with 401 when signing out fails, because the auth frame does not load', async () => {
  const store = new SessionStore(new Transport(), () => Promise.resolve(session('ana@north.test')));
  await store.start();
  const leaving = store.signOut().catch((error: unknown) => error as Fault);
  await vi.advanceTimersByTimeAsync(FRAME_TIMEOUT);
  expect(await leaving).toMatchObject({ status: 401, cause: { message: "Can't load auth frame", status: 502 } });
  expect(store.state.status).toBe('signed-in');
});
