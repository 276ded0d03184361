import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { percentile } from '../support/figures.mjs';
import { withPages } from '../support/list-page.mjs';
import { processMemory } from '../support/page-memory.mjs';
import { scriptPerEvent } from '../support/trace.mjs';
import { panned, printPanned, sinceNavigation, traced, watchFrames } from './panning.mjs';
import { polygonPoints, SIDE } from './workload.mjs';

const BARS = { first: 1500, select: 100, edit: 50, ratio: 1.5, memory: 800 };
/** Objects that are opened whole, to which saves are compared, and those that are loaded by viewport. */
const SMALL = 10_000;
const COUNTS = [100_000];
const FIRST = 21_000;
const PART = 20_000;
const SAVES = 12;

/**
 * Tiled documents of many polygons in the product as it is delivered. Options: `--objects N`, 100 000 when absent;
 * `--database NAME`.
 */
export async function measureLarge(options, figures) {
  const at = options.indexOf('--objects');
  const counts = at < 0 ? COUNTS : [Number(options[at + 1])];
  await withPages('tiled', options, async ({ server, browser, page, database }) => {
    const { id: project } = await server.call('POST', '/project', { as: 'browser', body: { name: 'Nuclei', type: 5 } });
    await page.addInitScript(watchFrames);
    let small;
    for (const count of [SMALL, ...counts]) {
      const details = { polygons: count, image: `${SIDE} × ${SIDE}`, window: '1440 × 900', database };
      const item = await stored(server, project, count, figures, details);
      const address = `${server.address}/t/${server.teamId}/p/${project}/item/${item}?view=${SIDE / 2},${SIDE / 2},1`;
      const isLarge = count > 2 * SMALL;
      await page.goto(address, { waitUntil: 'commit' });
      const first = await shown(page, isLarge, count);
      figures.print('first view after the page is asked for', first, 'ms', { bar: BARS.first, ...details });
      printPanned(figures, await panned(browser, page, '[data-stage]', 'middle'), details);
      const saves = await edited(browser, page, figures, details);
      small ??= saves;
      if (isLarge)
        figures.print(`save of one edit against that of ${SMALL} polygons`, saves / small, '', {
          bar: BARS.ratio,
          ...details,
        });
      figures.print('memory of the tab', await processMemory(browser), 'MB', { bar: BARS.memory, ...details });
    }
  });
}

/** Uploads an image with its polygons and waits for its tiles. */
async function stored(server, project, count, figures, details) {
  const body = await sharp({
    create: { width: SIDE, height: SIDE, channels: 3, background: '#d8c8d4' },
    limitInputPixels: false,
  })
    .jpeg()
    .toBuffer();
  const name = `slide-${count}.jpg`;
  const { item } = await server.call('PUT', `/api/v1/project/${project}/upload?name=${name}`, {
    as: 'browser',
    body,
    headers: { 'content-type': 'application/octet-stream' },
  });
  const path = `/api/v1/project/${project}/item/${item.id}`;
  const all = polygons(count);
  const data = { metadata: { name, width: SIDE, height: SIDE }, tags: [], comments: [] };
  const begin = performance.now();
  await server.call('PUT', `${path}/annotation`, {
    as: 'browser',
    body: { op: randomUUID(), base: 0, data: { ...data, instances: all.slice(0, FIRST) } },
  });
  if (count > FIRST) {
    // A request holds at most two million values: the rest comes as changes of single objects.
    await ready(server, path, figures, details);
    const parts = [];
    for (let start = FIRST, base = 1; start < count; start += PART, base += 1) {
      const patches = all.slice(start, start + PART).map(after => ({ collection: 'instances', id: after.id, after }));
      const from = performance.now();
      await server.call('PATCH', `${path}/annotation/objects`, {
        as: 'browser',
        body: { op: randomUUID(), base, patches },
      });
      parts.push(performance.now() - from);
    }
    figures.print(`adding ${PART} objects, median`, percentile(parts, 0.5), 'ms', { last: parts.at(-1), ...details });
  }
  figures.print('storing the entire document', performance.now() - begin, 'ms', details);
  for (;;) {
    const { pyramid } = await server.call('GET', `/api/v1/project/${project}/item/${item.id}/tiles`, { as: 'browser' });
    if (pyramid?.state === 'ready') return item.id;
    if (pyramid?.state === 'failed') throw new Error(pyramid.error);
    await new Promise(resolve => setTimeout(resolve, 200));
  }
}

/** Waits until the objects of a document can be loaded by viewport. */
async function ready(server, path, figures, details) {
  const begin = performance.now();
  for (;;) {
    const { large } = await server.call('GET', `${path}/editor`, { as: 'browser' });
    if (large?.job_id === null) break;
    if (large === null) throw new Error('The document is not a large one.');
    await new Promise(resolve => setTimeout(resolve, 200));
  }
  figures.print(`preparing ${FIRST} objects`, performance.now() - begin, 'ms', details);
}

const polygons = count =>
  polygonPoints(count).map((points, at) => ({ id: `n${at}`, type: 'polygon', classId: -1, attributes: [], points }));

/** Milliseconds from the start of the navigation until the objects in view are on the stage. */
async function shown(page, isLarge, count) {
  await page.waitForFunction(
    ([large, all]) => {
      if (document.querySelector('[data-stage]') === null) return false;
      if (!large) return document.querySelector('[role=tab]')?.textContent.includes(all) === true;
      const status = document.querySelector('[role=status][aria-label="Large document"]');
      return status !== null && /^[1-9]/.test(status.textContent) && status.childElementCount === 1;
    },
    [isLarge, count.toLocaleString('en')],
    { polling: 'raf', timeout: 600_000 },
  );
  return sinceNavigation(page);
}

/** Selects a polygon, moves and saves it several times; answers the median milliseconds of a save. */
async function edited(browser, page, figures, details) {
  const { x, y, width, height } = await page.locator('[data-stage]').boundingBox();
  await page.waitForFunction(
    () => (document.querySelector('[role=status][aria-label="Large document"]')?.childElementCount ?? 1) === 1,
  );
  const nothing = page.getByText('Select an object to see its class');
  const selected = await traced(browser, page, async () => {
    // Wherever the pan ended, one of these is on a polygon.
    for (let at = 0; at < 40; at += 1) {
      await page.mouse.click(x + width / 2 + (at % 8) * 4, y + height / 2 + Math.floor(at / 8) * 4);
      await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0))));
      if (!(await nothing.isVisible())) return;
    }
    throw new Error('No polygon was selected.');
  });
  const clicks = scriptPerEvent(selected.trace, ['pointerdown', 'pointerup'], selected.from, selected.to);
  figures.print('script of selecting one', Math.max(...clicks), 'ms', { bar: BARS.select, ...details });
  const saves = [];
  const edit = await traced(browser, page, async () => {
    for (let at = 0; at < SAVES; at += 1) {
      const answered = page.waitForResponse(
        response => response.request().method() === 'PATCH' && response.url().includes('/annotation'),
      );
      await page.keyboard.press(at % 2 === 0 ? 'ArrowRight' : 'ArrowLeft');
      await page.keyboard.press('Control+s');
      const response = await answered;
      await response.finished();
      saves.push(response.request().timing().responseEnd);
      await page.waitForTimeout(100);
    }
  });
  const keys = scriptPerEvent(edit.trace, ['keydown'], edit.from, edit.to);
  figures.print('script of moving one by a key, and beginning its save, p95', percentile(keys, 0.95), 'ms', {
    bar: BARS.edit,
    median: percentile(keys, 0.5),
    ...details,
  });
  figures.print('save of one edit, median', percentile(saves, 0.5), 'ms', { p95: percentile(saves, 0.95), ...details });
  return percentile(saves, 0.5);
}
