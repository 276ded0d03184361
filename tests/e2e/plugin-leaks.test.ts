import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPlugin } from '../../core/shell/server/outside/build-plugin.ts';
import { openSite, PASSWORD } from '../support/browser.ts';
import { SiteClient } from '../support/site-client.ts';

const plugins = mkdtempSync(join(tmpdir(), 'loupe-leaks-'));
beforeAll(async () => void (await buildPlugin(join(import.meta.dirname, '../../examples/storage-plugin'), join(plugins, 'team-notes'))), 60_000);
afterAll(() => rmSync(plugins, { recursive: true, force: true }));

const site = openSite([
  { email: 'root@loupe.test', name: 'Rita Root', admin: true, organization: 'Home', team: 'Home' },
  { email: 'olive@north.test', name: 'Olive North', organization: 'North', team: 'North' },
], { PLUGINS_DIR: plugins });

const ROUNDS = 100;
/** Rounds until caches of the page are as full as they will be. */
const WARM = 10;

interface Held {
  readonly nodes: number;
  readonly listeners: number;
  readonly intervals: number;
  readonly heap: number;
}

/** What the page holds once the garbage is gone. */
async function held(page: Page, session: CDPSession): Promise<Held> {
  await page.waitForTimeout(600);
  for (let pass = 0; pass < 3; pass++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find(each => each.name === name)!.value;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize'), intervals: await page.evaluate(() => (globalThis as unknown as { loupeTestIntervals: Set<unknown> }).loupeTestIntervals.size) };
}

it(`should hold no more after ${ROUNDS} switches of plugins off and on than after ${WARM}`, async () => {
  const root = await SiteClient.open(site().url, 'root@loupe.test', PASSWORD, 1);
  const { page, context, allow } = await site().visit();
  allow(/404 \(Not Found\)/);
  await context.addInitScript(() => {
    const running = new Set<unknown>();
    const { setInterval: set, clearInterval: clear } = globalThis;
    (globalThis as unknown as { loupeTestIntervals: Set<unknown> }).loupeTestIntervals = running;
    globalThis.setInterval = ((...args: Parameters<typeof setInterval>) => {
      const timer = set(...args);
      running.add(timer);
      return timer;
    }) as typeof setInterval;
    globalThis.clearInterval = timer => {
      running.delete(timer);
      clear(timer as number);
    };
  });
  await page.goto('/');
  await page.getByLabel('E-mail').fill('olive@north.test');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' }).click();
  await page.getByText('No notes yet').waitFor();

  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' });
  const choose = (plugin: string, choice: string): Promise<unknown> => root.call('PUT', `/api/v1/organizations/2/plugins/${plugin}`, { choice });
  const round = async (): Promise<void> => {
    await choose('team-notes', 'off');
    await choose('integrations', 'off');
    await link.waitFor({ state: 'detached' });
    await choose('integrations', 'default');
    await choose('team-notes', 'default');
    await link.waitFor();
    await page.getByLabel('New note').waitFor();
  };

  for (let each = 0; each < WARM; each++) await round();
  const before = await held(page, session);
  for (let each = WARM; each < ROUNDS; each++) await round();
  const after = await held(page, session);
  console.log(JSON.stringify({ before, after }));
  expect(after.intervals).toBe(before.intervals);
  // A node or listener kept in each of the 90 rounds would be 90; the screen itself differs by a few.
  expect(after.nodes - before.nodes).toBeLessThan(60);
  expect(after.listeners - before.listeners).toBeLessThan(60);
  expect((after.heap - before.heap) / 1024 / (ROUNDS - WARM)).toBeLessThan(30);
}, 900_000);
