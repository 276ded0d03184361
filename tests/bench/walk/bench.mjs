import { loadavg } from 'node:os';
import sharp from 'sharp';
import { Figures } from '../support/figures.mjs';
import { withPages } from '../support/list-page.mjs';
import { processMemory, watchMemory } from '../support/page-memory.mjs';

/** W3: a walk through 200 pictures of 5000 × 8000 pixels, looked at closely each. */
const picture = { width: 5000, height: 8000 };
const SIZE = { whole: 200, quick: 40 };
/** Items after which the memory is the measure for what it is at the end. */
const FIRST = 20;
const BARS = { peak: 1200, growth: 1.2 };
/** Values in the middle of the pictures, in turn, that identify the picture on the screen. */
const middles = [
  [214, 40, 40],
  [40, 160, 60],
  [50, 80, 210],
  [220, 180, 40],
  [160, 60, 190],
  [30, 170, 180],
  [235, 130, 40],
  [120, 80, 50],
];
const patch = 900;
/** Longest wait for a picture, in milliseconds. */
const PATIENCE = 60_000;

/**
 * The memory of the page while a person goes from picture to picture, in the product as it is delivered. Options:
 * `--database NAME`, `--quick` for fewer items, `--built` when `dist` is fresh.
 */
export async function run(options) {
  const figures = new Figures('walk');
  await withPages('walk', options, async ({ server, browser, page }) => {
    const items = SIZE[options.includes('--quick') ? 'quick' : 'whole'];
    const { project, first } = await seeded(server, items);
    const watch = await watchMemory(browser);
    await page.goto(`${server.address}/t/${server.teamId}/p/${project}/item/${first}?from=data&sort=name&order=asc`);
    const surface = page.locator('[aria-label="Picture and shapes"]');
    const after = { first: 0, whole: 0 };
    try {
      for (let number = 0; number < items; number += 1) {
        if (number > 0) await page.keyboard.press('Alt+ArrowRight');
        await shows(page, surface, middles[number % middles.length], number);
        await lookClosely(page, surface);
        if (number + 1 === FIRST) after.first = await atRest(page, browser);
      }
      after.whole = await atRest(page, browser);
    } finally {
      await watch.stop();
    }
    const details = { items, picture: `${picture.width} × ${picture.height}` };
    figures.print('tab at most', watch.most.page, 'MB', { bar: BARS.peak, ...details });
    figures.print('tab and the drawing process at most', watch.most.both, 'MB', {
      graphics: Math.round(watch.most.graphics),
      ...details,
    });
    figures.print(`tab after all items beside after ${FIRST}`, after.whole / after.first, 'times', {
      bar: BARS.growth,
      first: Math.round(after.first),
      whole: Math.round(after.whole),
      ...details,
    });
    console.log(
      JSON.stringify({
        bench: 'walk',
        figure: 'where',
        value: browser.version(),
        unit: 'Chromium',
        load: loadavg()[0],
      }),
    );
  });
  return figures.held;
}

async function seeded(server, items) {
  const { id: project } = await server.call('POST', '/project', { as: 'browser', body: { name: 'Walk', type: 1 } });
  const files = await Promise.all(middles.map(made));
  let first;
  for (let number = 0; number < items; number += 1) {
    const name = `scan_${String(number).padStart(4, '0')}.jpg`;
    const { item } = await server.call('PUT', `/api/v1/project/${project}/upload?name=${name}`, {
      as: 'browser',
      body: files[number % files.length],
      headers: { 'content-type': 'application/octet-stream' },
    });
    first ??= item.id;
  }
  return { project, first };
}

/** A picture of grain, so that it takes the space of a photograph, with a plain square in the middle. */
async function made([r, g, b], number) {
  const grain = await sharp({
    create: {
      width: 1000,
      height: 1600,
      channels: 3,
      background: { r: 120, g: 120, b: 120 },
      noise: { type: 'gaussian', mean: 110 + number * 4, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
  const square = await sharp({ create: { width: patch, height: patch, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
  const whole = await sharp(grain)
    .resize(picture.width, picture.height, { kernel: 'cubic' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(whole)
    .composite([{ input: square, gravity: 'centre' }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Waits until the picture with this middle is on the screen. */
async function shows(page, surface, middle, number) {
  const until = Date.now() + PATIENCE;
  await surface.waitFor();
  for (let seen; Date.now() < until; await page.waitForTimeout(50)) {
    // Between two items there may be none.
    const box = await surface.boundingBox();
    if (box === null) continue;
    const { x, y, width, height } = box;
    const shot = await page.screenshot({ clip: { x: x + width / 2 - 2, y: y + height / 2 - 2, width: 4, height: 4 } });
    seen = await sharp(shot).removeAlpha().raw().toBuffer();
    if (middle.every((value, channel) => Math.abs(seen[channel] - value) < 12)) return;
  }
  if (process.env.BENCH_SCREENSHOTS !== undefined)
    await page.screenshot({ path: `${process.env.BENCH_SCREENSHOTS}/walk.png` });
  throw new Error(`Picture ${number} was not on the screen within ${PATIENCE / 1000} s.`);
}

/** Into the picture to the single pixel, a stretch across it, and out again. */
async function lookClosely(page, surface) {
  const { x, y, width, height } = await surface.boundingBox();
  const [across, down] = [x + width / 2, y + height / 2];
  await page.mouse.move(across, down);
  for (let turn = 0; turn < 8; turn += 1) await page.mouse.wheel(0, -240);
  await page.waitForTimeout(150);
  await page.mouse.down({ button: 'middle' });
  for (let step = 1; step <= 10; step += 1) await page.mouse.move(across - step * 40, down - step * 30);
  await page.mouse.up({ button: 'middle' });
  await page.waitForTimeout(150);
  for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, 240);
}

/** Memory of the page when what is no longer used was collected. */
async function atRest(page, browser) {
  await page.requestGC();
  await page.waitForTimeout(1000);
  return processMemory(browser);
}
