import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPlugin } from '../../core/shell/server/outside/build-plugin.ts';
import { openOwnSite } from '../support/browser.ts';
import { hasTurn, isLongRun } from '../support/run-plan.ts';

const plugins = mkdtempSync(join(tmpdir(), 'loupe-leaks-'));
beforeAll(
  async () =>
    void (await buildPlugin(join(import.meta.dirname, '../../examples/storage-plugin'), join(plugins, 'team-notes'))),
  60_000,
);
afterAll(() => rmSync(plugins, { recursive: true, force: true }));

const site = openOwnSite(
  [{ email: 'root@loupe.test', name: 'Rita Root', admin: true, organization: 'Home', team: 'Home' }],
  { settings: { PLUGINS_DIR: plugins } },
);

/** Between two rounds, milliseconds. */
const PAUSE_MS = isLongRun ? 500 : 150;
const ROUNDS = isLongRun ? 100 : 20;
/** Rounds until caches of the page are as full as they will be. */
const WARM = 8;
/**
 * Kilobytes that a round may keep. In the fewer rounds of a short run the engine's own caches still fill, by up to
 * 750 kB in all.
 */
const MOST_HELD = isLongRun ? 30 : 90;

interface Held {
  readonly nodes: number;
  readonly listeners: number;
  readonly intervals: number;
  /** Timers that wait to fire once; a chain of them always has one. */
  readonly timeouts: number;
  readonly heap: number;
}

/** The page's own count of its timers, see `countTimers`. */
interface Timers {
  readonly loupeTestTimers: { readonly intervals: Set<unknown>; readonly timeouts: Set<unknown> };
}

/** Returns the objects that the page holds after garbage collection. */
async function held(page: Page, session: CDPSession): Promise<Held> {
  await page.waitForTimeout(600);
  for (let pass = 0; pass < 3; pass++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find(each => each.name === name)!.value;
  const timers = await page.evaluate(() => {
    const { intervals, timeouts } = (globalThis as unknown as Timers).loupeTestTimers;
    return { intervals: intervals.size, timeouts: timeouts.size };
  });
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize'), ...timers };
}

/** Keeps the timers of a page that are running; for a page that has not begun. */
function countTimers(): void {
  const [intervals, timeouts] = [new Set<unknown>(), new Set<unknown>()];
  Object.assign(globalThis, { loupeTestTimers: { intervals, timeouts } });
  const { setInterval: every, clearInterval: stop, setTimeout: once, clearTimeout: drop } = globalThis;
  const ended =
    (end: (timer: number) => void) =>
    (timer: unknown): void => {
      intervals.delete(timer);
      timeouts.delete(timer);
      end(timer as number);
    };
  globalThis.setInterval = ((...args: Parameters<typeof setInterval>) => {
    const timer = every(...args);
    intervals.add(timer);
    return timer;
  }) as typeof setInterval;
  globalThis.setTimeout = ((work: (...given: unknown[]) => void, wait?: number, ...args: unknown[]) => {
    const timer = once(
      (...given: unknown[]) => {
        timeouts.delete(timer);
        work(...given);
      },
      wait,
      ...args,
    );
    timeouts.add(timer);
    return timer;
  }) as typeof setTimeout;
  globalThis.clearInterval = ended(stop) as typeof clearInterval;
  globalThis.clearTimeout = ended(drop) as typeof clearTimeout;
}

/**
 * Returns the counts of the running page for each plugin, from the screen for authors; back on the notes afterwards.
 */
async function figures(page: Page): Promise<Readonly<Record<string, number>>> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Administration' }).click();
  await page
    .getByRole('link', { name: 'Extension points' })
    .or(page.getByRole('tab', { name: 'Extension points' }))
    .first()
    .click();
  const rows = page.getByRole('table', { name: 'This tab now' }).getByRole('row');
  await rows.first().waitFor();
  const read = async (): Promise<Readonly<Record<string, number>>> => {
    await page.getByRole('button', { name: 'Count again' }).click();
    const texts = await rows.evaluateAll(found =>
      found.map(each => [each.querySelector('th')!.textContent, each.querySelector('td')!.textContent] as const),
    );
    return Object.fromEntries(texts.map(([name, value]) => [name, Number(value.replaceAll(',', ''))]));
  };
  // Plugins wake after the first paint, in pauses of the page: counted when no more do.
  let found = await read();
  for (let before: typeof found | undefined; JSON.stringify(before) !== JSON.stringify(found);) {
    before = found;
    await page.waitForTimeout(500);
    found = await read();
  }
  await menu.getByRole('link', { name: 'Notes' }).click();
  await page.getByLabel('New note').waitFor();
  return found;
}
const soak = it.runIf(hasTurn('leaks of plugins'));

soak(
  `should hold no more after ${ROUNDS} switches of plugins off and on than after ${WARM}`,
  async () => {
    const root = await site().client('root@loupe.test');
    const { data } = await root.call<{ data: readonly { organization: { id: number } }[] }>('GET', '/api/v1/teams');
    const visit = await site().visit();
    const { page, context, allow } = visit;
    allow(/404 \(Not Found\)/);
    await context.addInitScript(countTimers);
    await site().admit(visit, 'root@loupe.test');
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' }).click();
    await page.getByText('No notes yet').waitFor();

    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('HeapProfiler.enable');
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' });
    const choose = (plugin: string, choice: string): Promise<unknown> =>
      root.call('PUT', `/api/v1/organizations/${data[0]!.organization.id}/plugins/${plugin}`, { choice });
    const round = async (): Promise<void> => {
      await choose('team-notes', 'off');
      await choose('integrations', 'off');
      await link.waitFor({ state: 'detached' });
      await choose('integrations', 'default');
      await choose('team-notes', 'default');
      await link.waitFor();
      await page.getByLabel('New note').waitFor();
      // Within the calls that one person has in a second: four here, and what the page asks after each.
      await page.waitForTimeout(PAUSE_MS);
    };

    for (let each = 0; each < WARM; each++) await round();
    const counted = await figures(page);
    const before = await held(page, session);
    for (let each = WARM; each < ROUNDS; each++) await round();
    const after = await held(page, session);
    const recounted = await figures(page);
    console.log(JSON.stringify({ before, after, counted, recounted }));
    expect(counted['Taps']).toBeGreaterThan(0);
    expect(counted['Commands implemented']).toBeGreaterThan(0);
    expect(recounted).toEqual(counted);
    expect(after.intervals).toBe(before.intervals);
    expect(Math.abs(after.timeouts - before.timeouts)).toBeLessThan(20);
    // Kept in each of the rounds, a node or a listener would be as many as rounds; the screen itself differs by a few.
    const few = ((ROUNDS - WARM) * 2) / 3;
    expect(after.nodes - before.nodes).toBeLessThan(few);
    expect(after.listeners - before.listeners).toBeLessThan(few);
    expect((after.heap - before.heap) / 1024 / (ROUNDS - WARM)).toBeLessThan(MOST_HELD);
  },
  900_000,
);
