import sharp from 'sharp';
import { seeded } from '../api/items.mjs';
import { percentile } from '../support/figures.mjs';
import { scrolled, withPages } from '../support/list-page.mjs';

const SIZE = { whole: { folders: 20, each: 49_900 }, quick: { folders: 2, each: 10_000 } };
/** Milliseconds of a frame at 60 Hz. */
const FRAME = 16.7;
/** The size of small pictures. */
const PICTURE = { width: 256, height: 192 };
const VIEWS = [
  { name: 'grid', selector: '[data-item-list] [id^="item-"] img' },
  { name: 'list', selector: '[data-item-list] [id^="item-"]' },
];

/**
 * Scrolls Explore over a million items by the wheel, in a browser: the grid with pictures and the list. Options:
 * `--database NAME`, `--quick` for few items, `--built` when `dist` is fresh.
 */
export async function measureScroll(figures, options) {
  const picture = await sharp({ create: { ...PICTURE, channels: 3, background: '#3a6ea5' } })
    .webp()
    .toBuffer();
  await withPages('explore-scroll', options, async ({ server, browser, page, database }) => {
    const { folders, each } = SIZE[options.includes('--quick') ? 'quick' : 'whole'];
    const { project, count } = await seeded(server, 'Large', folders, each);
    await server.sql(
      `update items.item set thumbnail_hash = md5(id::text) || md5(id::text) where project_id = ${project}`,
    );
    await server.settle();
    // Small pictures come from here: their files are not what is measured.
    await page.route('**/blobs/*', route => route.fulfill({ contentType: 'image/webp', body: picture }));
    for (const { name, selector } of VIEWS) {
      await page.goto(`${server.address}/t/${server.teamId}/p/${project}/explore?view=${name}`);
      await page.locator(selector).first().waitFor();
      const { gaps, tasks } = await scrolled(browser, page);
      const details = { items: count, database, n: gaps.length };
      figures.print(`scroll of the ${name}, time between frames, p95`, percentile(gaps, 0.95), 'ms', {
        bar: FRAME,
        median: Math.round(percentile(gaps, 0.5) * 10) / 10,
        longest: Math.round(Math.max(...gaps)),
        ...details,
      });
      figures.print(`scroll of the ${name}, processor time of a task of the page, p99`, percentile(tasks, 0.99), 'ms', {
        bar: FRAME,
        longest: Math.round(Math.max(...tasks) * 10) / 10,
        ...details,
      });
    }
  });
}
