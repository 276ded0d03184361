import { randomUUID } from 'node:crypto';
import { markAt, readTrace, traceCategories } from '../support/trace.mjs';

const BARS = { load: 1000, save: 500, block: 50 };

/**
 * A track with a key frame on each of 54 000 frames: opening it, and saving an edit. `film`: name, bytes, frames and
 * frames a second.
 */
export async function measureKeys({ server, browser, page, figures, project }, film) {
  const { item } = await server.call('PUT', `/api/v1/project/${project}/upload?name=${film.name}`, {
    as: 'browser',
    body: film.bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
  const address = `${server.address}/t/${server.teamId}/p/${project}/item/${item.id}`;
  const without = await opened(browser, page, address);
  await server.call('PUT', `/api/v1/project/${project}/item/${item.id}/annotation`, {
    as: 'browser',
    body: {
      op: randomUUID(),
      base: 0,
      data: { metadata: { name: film.name }, instances: [trackOf(film)], tags: [], comments: [] },
    },
  });
  const read = performance.now();
  const { bytes } = await server.send('GET', `/api/v1/project/${project}/item/${item.id}/annotation`, {
    as: 'browser',
  });
  const details = { keyFrames: film.frames, megabytes: Math.round(bytes / 1e5) / 10 };
  figures.print('54 000 key frames: answer of the server', performance.now() - read, 'ms', details);
  const loaded = await opened(browser, page, address);
  figures.print('54 000 key frames: load, from the start of the page to the objects', loaded.time, 'ms', {
    bar: BARS.load,
    withoutKeyFrames: Math.round(without.time),
    ...details,
  });
  figures.print('54 000 key frames: longest task of the page while loading', loaded.longest, 'ms', {
    bar: BARS.block,
    of: 'processor time',
    withoutKeyFrames: Math.round(without.longest),
    ...details,
  });
  await page.getByRole('listitem').first().click();
  await page.keyboard.press('v');
  await browser.startTracing(page, { categories: traceCategories });
  await page.evaluate(() => performance.mark('bench:edit'));
  await page.keyboard.press('q');
  const saved = page.waitForResponse(
    answer => answer.request().method() !== 'GET' && answer.url().includes('annotation'),
  );
  const pressed = performance.now();
  await page.keyboard.press('Control+s');
  await saved;
  const time = performance.now() - pressed;
  await page.evaluate(() => performance.mark('bench:saved'));
  const trace = readTrace(await browser.stopTracing());
  figures.print('54 000 key frames: save', time, 'ms', { bar: BARS.save, ...details });
  figures.print(
    '54 000 key frames: longest task of the page in an edit and its saving',
    longestTask(trace, 'bench:edit', 'bench:saved'),
    'ms',
    { bar: BARS.block, of: 'processor time', ...details },
  );
}

async function opened(browser, page, address) {
  await page.goto('about:blank');
  await browser.startTracing(page, { categories: traceCategories });
  await page.goto(address, { waitUntil: 'commit' });
  await page.evaluate(() => performance.mark('bench:begin'));
  await page.locator('[data-video-frame="0"]').waitFor();
  await page.getByRole('listitem').first().or(page.getByText('No tracks yet')).first().waitFor();
  const time = await page.evaluate(() => performance.now());
  await page.evaluate(() => performance.mark('bench:opened'));
  const trace = readTrace(await browser.stopTracing());
  return { time, longest: longestTask(trace, 'bench:begin', 'bench:opened') };
}

function longestTask(trace, from, to) {
  const [begin, end] = [markAt(trace, from), markAt(trace, to)];
  return Math.max(0, ...trace.tasks.filter(task => task.to >= begin && task.from <= end).map(task => task.cpu));
}

function trackOf({ frames, rate }) {
  const timeOf = frame => (frame === 0 ? 0 : Math.floor((frame * 1e6) / rate) + 1);
  const timestamps = Array.from({ length: frames }, (_, frame) => {
    const x = Math.round((100 + 80 * Math.sin(frame / 50)) * 100) / 100;
    return { timestamp: timeOf(frame), points: { x1: x, y1: 40, x2: x + 40, y2: 80 }, attributes: [] };
  });
  const end = timestamps.at(-1).timestamp;
  return { id: 'long', type: 'bbox', classId: -1, attributes: [], parameters: [{ start: 0, end, timestamps }] };
}
