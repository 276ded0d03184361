import { afterEach, expect, it, vi } from 'vitest';
import { defineApi, z } from '#core/api/common/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { BrowserStore } from '#core/base/web/index.ts';
import type { MaintenanceNotice } from '../common/index.ts';
import { encodeNotice, MAINTENANCE_HEADER } from '../common/index.ts';
import { MaintenanceStore } from './maintenance-store.ts';

const notice: MaintenanceNotice = {
  active: true,
  from: '2026-05-01T22:00:00Z',
  to: null,
  message: 'New disks',
  scope: 'all',
  readOnly: false,
};
const api = (service: 'main' | 'explore') =>
  defineApi({
    service,
    operations: { ask: { method: 'GET', path: '/ask', summary: 'Ask', access: 'public', reply: z.object({}) } },
  });

afterEach(() => void vi.unstubAllGlobals());

/** A store whose calls get these answers, one after the other, and the address that its tab shows. */
function openStore(...answers: readonly (readonly [status: number, body: object, notice?: MaintenanceNotice])[]) {
  const left = [...answers];
  vi.stubGlobal('fetch', () => {
    const [status, body, sent] = left.shift()!;
    const headers = sent === undefined ? {} : { [MAINTENANCE_HEADER]: encodeNotice(sent) };
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
  });
  const bar = { path: '/t/1/projects' };
  const transport = new Transport();
  const kept = new BrowserStore(() => {
    throw new Error('no storage');
  });
  const store = new MaintenanceStore(transport, kept, { path: () => bar.path, show: path => (bar.path = path) });
  return { store, bar, ask: client(api('main'), transport).ask, askOther: client(api('explore'), transport).ask };
}

it('should turn maintenance on and off by the header of each answer of the main service alone', async () => {
  const planned = { ...notice, active: false };
  const { store, ask, askOther } = openStore([200, {}, planned], [200, {}], [200, {}], [200, {}, planned]);
  await ask();
  expect(store.state.notice).toMatchObject({ message: 'New disks' });
  await askOther();
  expect(store.state.notice).toMatchObject({ message: 'New disks' });
  await ask();
  expect(store.state.notice).toBeUndefined();
  await askOther();
  expect(store.state.notice).toBeUndefined();
});

it('should remember the address once, go to the page of maintenance and raise MAINTENANCE', async () => {
  const refused = [503, { code: 'maintenance', error: 'New disks' }, notice] as const;
  const { store, bar, ask } = openStore(refused, refused, [200, {}], refused);
  await expect(ask()).rejects.toMatchObject({ code: 'MAINTENANCE', status: 503 });
  expect([bar.path, store.state.shut]).toEqual(['/maintenance', true]);
  await expect(ask()).rejects.toMatchObject({ code: 'MAINTENANCE' });
  await ask();
  expect([bar.path, store.state.shut], 'back where they were').toEqual(['/t/1/projects', false]);
  expect(store.takeReturn(), 'it is forgotten once it was read').toBeUndefined();
  bar.path = '/t/2/projects';
  await expect(ask()).rejects.toMatchObject({ code: 'MAINTENANCE' });
  expect(store.takeReturn()).toBe('/t/2/projects');
});
