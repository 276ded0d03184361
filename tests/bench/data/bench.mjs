import { loadavg } from 'node:os';
import { Figures, percentile } from '../support/figures.mjs';
import { opened, printScroll, scrolled, toPaint, withPages } from '../support/list-page.mjs';
import { seeded } from '../api/items.mjs';

const SIZE = { whole: { folders: 10, each: 49_900 }, quick: { folders: 2, each: 10_000 } };
const OPENS = 5;
const FILTERS = 5;
/** Milliseconds that a search box waits for more letters. */
const WAIT = 300;
/** Limits for a project of half a million items, in milliseconds. */
const BARS = { open: 1500, filter: 300, frame: 50 };

/**
 * The data tab over half a million items, in a browser: opening, filtering, scrolling. Options: `--database NAME`,
 * `--quick` for few items, `--built` when `dist` is fresh.
 */
export async function run(options) {
  const figures = new Figures('data');
  await withPages('data', options, async ({ server, browser, page, database }) => {
    const { folders, each } = SIZE[options.includes('--quick') ? 'quick' : 'whole'];
    const { project, count } = await seeded(server, 'Large', folders, each);
    await server.settle();
    const details = { items: count, database };
    const address = `${server.address}/t/${server.teamId}/p/${project}/data`;
    // The pictures of the items lie nowhere.
    await page.route('https://files.test/**', route => route.abort());
    const tiles = '[data-item-list] [id^="item-"]';
    const opens = [];
    for (let round = 0; round < OPENS; round += 1) opens.push(await opened(page, address, tiles));
    figures.print('data tab opened by its address, first items on screen, median', percentile(opens, 0.5), 'ms', {
      bar: BARS.open,
      most: Math.round(Math.max(...opens)),
      n: OPENS,
      ...details,
    });
    await page.getByText(count.toLocaleString('en')).first().waitFor();
    printScroll(figures, 'scroll of the grid', await scrolled(browser, page), BARS.frame, details);
    const chosen = [];
    const status = page.getByRole('button', { name: 'Status', exact: true });
    for (const name of ['In progress', 'Returned', 'Completed', 'Skipped', 'Quality check']) {
      await page.goto(address);
      await status.click();
      const choice = page.getByRole('menuitem', { name });
      await choice.waitFor();
      // The menu's own fade.
      await page.waitForTimeout(300);
      chosen.push(await toPaint(page, () => choice.click(), tiles, name));
    }
    figures.print('a status chosen, its items on screen, p95', percentile(chosen, 0.95), 'ms', {
      bar: BARS.filter,
      median: Math.round(percentile(chosen, 0.5)),
      n: chosen.length,
      ...details,
    });
    const typed = [];
    await page.goto(address);
    const search = page.getByRole('textbox', { name: 'Search by name' });
    for (let round = 0; round < FILTERS; round += 1) {
      const part = String(4711 + round * 1013);
      typed.push((await toPaint(page, () => search.fill(part), tiles, part)) - WAIT);
    }
    figures.print(
      'part of a name typed, items on screen, after the wait for more letters, p95',
      percentile(typed, 0.95),
      'ms',
      { bar: BARS.filter, wait: WAIT, median: Math.round(percentile(typed, 0.5)), n: typed.length, ...details },
    );
    console.log(
      JSON.stringify({
        bench: 'data',
        figure: 'where',
        value: browser.version(),
        unit: 'Chromium',
        load: loadavg()[0],
      }),
    );
  });
  return figures.held;
}
