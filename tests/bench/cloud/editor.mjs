import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../support/figures.mjs';
import { withPages } from '../support/list-page.mjs';
import { processMemory } from '../support/page-memory.mjs';
import { markAt, readTrace, scriptPerEvent, scriptPerFrame, traceCategories } from '../support/trace.mjs';
import { streetPoints } from './street.mjs';

const BARS = { first: 1000, whole: 6000, drag: 4, fit: 30, change: 300, orbit: 15, memory: 1500 };
/** Boxes on the scan, frames of the sequence, and points of each. */
const BOXES = 100;
const FRAMES = 20;
const FRAME_POINTS = 200_000;
const MOVES = 60;
const status = '[role=status]';

/**
 * Opening, orbiting, dragging and fitting boxes on a large scan, and changing frames, in the product as it is
 * delivered.
 */
export async function measureEditor(options, figures, points) {
  await withPages('cloud', options, async ({ server, browser, page }) => {
    const { id: project } = await server.call('POST', '/project', { as: 'browser', body: { name: 'Street', type: 7 } });
    const street = await stored(server, project, 'street.bin', streetPoints(points), boxes(points));
    await page.addInitScript(watchFrames);
    const details = { points, boxes: BOXES, window: '1440 × 900' };
    await page.goto(`${server.address}/t/${server.teamId}/p/${project}/item/${street}`, { waitUntil: 'commit' });
    const first = await shown(page, 'first');
    figures.print('first points after the page is asked for', first, 'ms', { bar: BARS.first, ...details });
    const whole = await shown(page, 'whole');
    figures.print('all points of the view', whole, 'ms', { bar: BARS.whole, budget: await text(page), ...details });
    await orbited(page, figures, details);
    await boxed(browser, page, figures, details);
    figures.print('memory of the page', await processMemory(browser), 'MB', { bar: BARS.memory, ...details });
    const drive = await stored(server, project, 'drive.zip', await sequence(), []);
    await page.goto(`${server.address}/t/${server.teamId}/p/${project}/item/${drive}`, { waitUntil: 'commit' });
    await shown(page, 'whole');
    await changed(page, figures, { frames: FRAMES, points: FRAME_POINTS });
  });
}

/** Uploads a scan with its objects, and waits for its octree. */
async function stored(server, project, name, body, instances) {
  const { item } = await server.call('PUT', `/api/v1/project/${project}/upload?name=${name}`, {
    as: 'browser',
    body,
    headers: { 'content-type': 'application/octet-stream' },
  });
  if (instances.length > 0)
    await server.call('PUT', `/api/v1/project/${project}/item/${item.id}/annotation`, {
      as: 'browser',
      body: { op: randomUUID(), base: 0, data: { metadata: { name }, instances, tags: [], comments: [] } },
    });
  for (;;) {
    const { cloud } = await server.call('GET', `/api/v1/project/${project}/item/${item.id}/point-cloud`, {
      as: 'browser',
    });
    if (cloud.state === 'ready') return item.id;
    if (cloud.state === 'failed') throw new Error(cloud.error);
    await pause(200);
  }
}

function boxes(points) {
  return Array.from({ length: BOXES }, (_, at) => ({
    id: `box-${at}`,
    type: 'cuboid',
    classId: -1,
    attributes: [],
    // Around trees of the street, the first in its middle.
    position: { x: ((at % 50) - 25) * 15, y: at % 2 === 0 ? 12 : -12, z: 5 },
    size: { x: 6, y: 6, z: 4 },
    rotation: { x: 0, y: 0, z: 0 },
    pointCount: points,
  }));
}

/** A zip of scans, stored. */
async function sequence() {
  const { ZipFile } = await import('yazl');
  const { buffer } = await import('node:stream/consumers');
  const zip = new ZipFile();
  for (let frame = 0; frame < FRAMES; frame += 1)
    zip.addBuffer(streetPoints(FRAME_POINTS, frame * 0.3), `scans/${String(frame).padStart(6, '0')}.bin`, {
      compress: false,
    });
  zip.end();
  return buffer(zip.outputStream);
}

/** Notes milliseconds of each frame callback and between frames. */
function watchFrames() {
  window.gaps = [];
  let last;
  const tick = at => {
    if (last !== undefined) window.gaps.push(at - last);
    last = at;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

const text = page => page.locator(status).filter({ hasText: 'points' }).first().textContent();

/** Milliseconds from the beginning of the page until points are there. */
async function shown(page, what) {
  await page.waitForFunction(
    ([selector, part]) =>
      [...document.querySelectorAll(selector)].some(
        ({ textContent }) =>
          /^[1-9][\d,]* of /.test(textContent) && (part === 'first' || !textContent.includes('loading')),
      ),
    [status, what],
    { polling: 'raf', timeout: 120_000 },
  );
  return page.evaluate(() => performance.now());
}

async function orbited(page, figures, details) {
  await page.getByRole('radio', { name: 'At an angle' }).check({ force: true });
  const { x, y, width, height } = await page.locator('[data-stage]').boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  // The budget follows the machine: a first round lets it settle.
  for (let round = 0; round < 2; round += 1) {
    await page.evaluate(() => (window.gaps.length = 0));
    for (let move = 0; move < MOVES; move += 1) {
      await page.mouse.move(x + width / 2 + Math.sin(move / 6) * 150, y + height / 2);
      await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)));
    }
  }
  await page.mouse.up();
  const gaps = await page.evaluate(() => window.gaps);
  figures.print('frames a second while orbiting, without a graphics card', 1000 / percentile(gaps, 0.5), '1/s', {
    least: BARS.orbit,
    p95: Math.round(1000 / percentile(gaps, 0.95)),
    shown: await text(page),
    ...details,
  });
}

async function boxed(browser, page, figures, details) {
  await page.keyboard.press('2');
  const fields = page.getByRole('region', { name: 'Box' });
  await fields.waitFor();
  await shown(page, 'whole');
  const { x, y, width } = await fields.boundingBox();
  const stage = await page.locator('[data-stage]').boundingBox();
  const each = (y - stage.y) / 3;
  await page.mouse.move(x + width / 2, stage.y + each / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 6, stage.y + each / 2);
  const drag = await traced(browser, page, async () => {
    for (let move = 0; move < MOVES; move += 1)
      await page.mouse.move(x + width / 2 + 20 * Math.sin(move / 8), stage.y + each / 2 + 10 * Math.cos(move / 8));
  });
  await page.mouse.up();
  const frames = scriptPerFrame(drag.trace, drag.from, drag.to);
  figures.print('script of a frame while a box is dragged, p95', percentile(frames, 0.95), 'ms', {
    bar: BARS.drag,
    median: percentile(frames, 0.5),
    frames: frames.length,
    ...details,
  });
  const fit = page.getByRole('button', { name: 'Fit', exact: true });
  const fits = await traced(browser, page, async () => {
    for (let turn = 0; turn < 10; turn += 1) await fit.click();
  });
  const clicks = scriptPerEvent(fits.trace, ['click'], fits.from, fits.to);
  figures.print('script of fitting a box, p95', percentile(clicks, 0.95), 'ms', {
    bar: BARS.fit,
    median: percentile(clicks, 0.5),
    ...details,
  });
}

async function traced(browser, page, work) {
  const mark = name =>
    page.evaluate(
      each => new Promise(resolve => requestAnimationFrame(() => resolve(void performance.mark(`bench:${each}`)))),
      name,
    );
  await browser.startTracing(page, { categories: traceCategories });
  await mark('from');
  await work();
  await mark('to');
  const trace = readTrace(await browser.stopTracing());
  return { trace, from: markAt(trace, 'bench:from'), to: markAt(trace, 'bench:to') };
}

/** Once through all frames, then back through those in memory. */
async function changed(page, figures, details) {
  const step = async key => {
    const begin = await page.evaluate(() => performance.now());
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return (await shown(page, 'whole')) - begin;
  };
  const cold = [];
  for (let at = 1; at < FRAMES; at += 1) cold.push(await step('4'));
  const cached = [];
  for (let at = 1; at < FRAMES; at += 1) cached.push(await step('3'));
  figures.print('frame change from memory, p95', percentile(cached, 0.95), 'ms', {
    bar: BARS.change,
    median: percentile(cached, 0.5),
    ...details,
  });
  figures.print('frame change with its points from the server, p95', percentile(cold, 0.95), 'ms', {
    median: percentile(cold, 0.5),
    ...details,
  });
}
