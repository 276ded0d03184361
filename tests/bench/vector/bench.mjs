import { mkdir, readFile, stat } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { buildPages } from '../support/build-pages.mjs';
import { launchChromium } from '../support/chromium.mjs';
import { Figures, percentile } from '../support/figures.mjs';
import { press, watchPaints } from '../support/paints.mjs';
import { serveFolder } from '../support/static-server.mjs';
import { measureHeavy, printHeavy } from './heavy.mjs';
import { markAt, readTrace, scriptPerEvent, scriptPerFrame, traceCategories } from '../support/trace.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const output = `${root}dist/bench/vector`;
const peers = [
  { page: 'konva', folder: 'konva' },
  { page: 'annotorious', folder: '@annotorious/annotorious' },
];
const size = { width: 10_000, height: 5_000 };

/**
 * Actions of each kind. A page that is slow gets fewer: its series ends after so many milliseconds. The peers' edits
 * take seconds each.
 */
const actions = 240;
const seriesTime = 15_000;
const editingTime = { ours: 120_000, peers: 60_000 };
const edits = [
  { figure: 'add to paint', chord: 'Control+d' },
  { figure: 'move to paint', chord: 'ArrowRight' },
  { figure: 'delete to paint', chord: 'Delete' },
  { figure: 'undo to paint', chord: 'Control+z' },
];

/**
 * Workload W1: our editor beside Konva and Annotorious, the same data, browser and run; `--only NAME` measures one
 * peer, `--only none` no one. Then W2, which `--only heavy` measures alone.
 */
export async function run(options) {
  const only = options.includes('--only') ? options[options.indexOf('--only') + 1] : undefined;
  const wanted = page => only === undefined || page === only;
  await makePicture();
  await buildPages(here, ['loupe', ...peers.map(peer => peer.page)], output, root);
  const server = await serveFolder(output);
  const browser = await launchChromium();
  try {
    if (only === 'heavy') return printHeavyOnly(await measureHeavy(browser, server.origin, watchPaints, press));
    const ours = await measure(browser, server.origin, 'loupe');
    const others = [];
    for (const { page, folder } of peers.filter(peer => wanted(peer.page))) {
      const { version } = JSON.parse(await readFile(`${root}node_modules/${folder}/package.json`, 'utf8'));
      others.push({ name: page, version, ...(await measure(browser, server.origin, page)) });
    }
    return print(ours, others, await measureHeavy(browser, server.origin, watchPaints, press), browser.version());
  } finally {
    await browser.close();
    server.close();
  }
}

function printHeavyOnly(heavy) {
  const figures = new Figures('vector');
  printHeavy(figures, heavy);
  return figures.held;
}

function print(ours, others, heavy, chromium) {
  const figures = new Figures('vector');
  const line = (figure, unit, read, bar) =>
    figures.print(figure, read(ours).value, unit, {
      ...(bar === undefined ? {} : { bar }),
      n: read(ours).n,
      peers: others.map(({ name, version, ...other }) => ({
        name,
        version,
        value: read(other).value,
        n: read(other).n,
      })),
    });
  const p95 = name => page => ({ value: percentile(page[name], 0.95), n: page[name].length });
  const median = name => page => ({ value: percentile(page[name], 0.5), n: page[name].length });
  line('open after bytes', 'ms', page => ({ value: page.opened, n: 1 }), 1500);
  line('pan script p95', 'ms', p95('panScript'), 4);
  line('pan zoomed in script p95', 'ms', p95('panInScript'), 4);
  line('zoom script p95', 'ms', p95('zoomScript'), 4);
  line('hover script p95', 'ms', p95('hoverScript'), 4);
  for (const { figure } of edits) line(`${figure} p95`, 'ms', p95(figure), 50);
  line('pan frame median', 'ms', median('panFrame'));
  line('pan frame p95', 'ms', p95('panFrame'), 33);
  line('zoom frame p95', 'ms', p95('zoomFrame'), 33);
  line('longest task while editing', 'ms', page => ({ value: page.longestTask, n: 1 }));
  printHeavy(figures, heavy);
  console.log(
    JSON.stringify({
      bench: 'vector',
      figure: 'where',
      value: chromium,
      unit: 'Chromium',
      load: loadavg()[0],
      processors: cpus().length,
      note: 'frames are drawn in software where there is no GPU; script times are processor time and hold anywhere',
    }),
  );
  return figures.held;
}

async function measure(browser, origin, name) {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.route('**/favicon.ico', route => route.fulfill({ status: 204 }));
  page.on('pageerror', error => console.error(`${name}: ${error.message}`));
  page.on('console', message => message.type() === 'error' && console.error(`${name}: ${message.text()}`));
  await page.addInitScript(watchPaints);
  await page.goto(`${origin}/${name}.html`);
  await page.waitForFunction(() => window.bench !== undefined, undefined, { timeout: 180_000 });
  const opened = await page.evaluate(() => window.bench.opened);
  const moving = await traced(browser, page, async () => {
    await series(page, 'pan', step => panStep(page, step));
    await zoomIn(page);
    await series(page, 'panIn', step => panStep(page, step));
    await page.evaluate(() => window.bench.fit());
    await series(page, 'zoom', wheelTurns(page), 2 * actions);
    await page.evaluate(() => window.bench.fit());
    await series(page, 'hover', step => hoverStep(page, step));
  });
  const between = (label, read) =>
    read(moving, markAt(moving, `bench:${label}:from`), markAt(moving, `bench:${label}:to`));
  const painted = {};
  const editing = await traced(browser, page, async () => {
    await page.evaluate(() => performance.mark('bench:edit'));
    Object.assign(painted, await editSeries(page, name === 'loupe' ? editingTime.ours : editingTime.peers));
  });
  if (process.env.BENCH_SCREENSHOTS !== undefined)
    await page.screenshot({ path: `${process.env.BENCH_SCREENSHOTS}/${name}.png` });
  await page.close();
  const gaps = label =>
    between(label, (trace, from, to) => trace.frames.filter(at => at >= from && at <= to))
      .flatMap((at, index, all) => (index === 0 ? [] : [at - all[index - 1]]))
      .filter(gap => gap > 1);
  return {
    opened,
    panScript: between('pan', scriptPerFrame),
    panInScript: between('panIn', scriptPerFrame),
    zoomScript: between('zoom', scriptPerFrame),
    hoverScript: between('hover', (trace, from, to) => scriptPerEvent(trace, ['pointermove', 'mousemove'], from, to)),
    panFrame: gaps('pan'),
    zoomFrame: gaps('zoom'),
    longestTask: Math.max(...editing.tasks.map(task => task.to - task.from)),
    ...painted,
  };
}

async function traced(browser, page, work) {
  await browser.startTracing(page, { categories: traceCategories });
  await work();
  return readTrace(await browser.stopTracing());
}

/** Repeats a step until there were enough or the time is up, between two marks. */
async function series(page, label, step, times = actions) {
  const pan = await page.evaluate(() => window.bench.pan);
  const panning = label.startsWith('pan');
  if (panning) {
    await page.mouse.move(960, 540);
    await page.mouse.down({ button: pan.button });
  }
  await page.evaluate(name => performance.mark(`bench:${name}:from`), label);
  const end = Date.now() + seriesTime;
  for (let count = 0; count < times && Date.now() < end; count += 1) await step(count);
  await page.evaluate(
    name => new Promise(resolve => requestAnimationFrame(() => resolve(performance.mark(`bench:${name}:to`)))),
    label,
  );
  if (panning) await page.mouse.up({ button: pan.button });
}

function panStep(page, step) {
  const angle = step / 8;
  return page.mouse.move(960 + Math.cos(angle) * 220, 540 + Math.sin(angle) * 160);
}

/**
 * Turns of the wheel as fast as a hand gives them. Each is not held back until the one before was answered: the browser
 * answers in every other frame only, also for a page that is empty (33.4 ms a frame beside 16.7 for the pointer).
 */
function wheelTurns(page) {
  const unanswered = [];
  return async step => {
    if (step === 0) await page.mouse.move(700, 480);
    unanswered.push(page.mouse.wheel(0, Math.floor(step / 40) % 2 === 0 ? -50 : 50));
    if (unanswered.length > 4) await unanswered.shift();
    await page.waitForTimeout(8);
  };
}

async function zoomIn(page) {
  await page.evaluate(() => window.bench.fit());
  await page.mouse.move(960, 540);
  for (let count = 0; count < 10; count += 1) await page.mouse.wheel(0, -120);
  await page.waitForTimeout(1500);
}

/** Jumps over the shapes, so that nearly each step leaves one and enters another. */
function hoverStep(page, step) {
  const x = 60 + ((step * 137.5) % 1800);
  const y = 90 + ((step * 61.8) % 900);
  return page.mouse.move(x, y);
}

async function editSeries(page, time) {
  const painted = Object.fromEntries(edits.map(({ figure }) => [figure, []]));
  const end = Date.now() + time;
  await page.evaluate(() => window.bench.fit());
  for (let round = 0; round < actions && Date.now() < end; round += 1) {
    for (const { figure, chord } of edits) {
      await page.evaluate(id => window.bench.select(id), `shape-${(round * 37) % 10_000}`);
      await page.waitForTimeout(20);
      painted[figure].push(await press(page, chord));
    }
  }
  return painted;
}

/** A picture of 50 megapixels, always the same. */
async function makePicture() {
  await mkdir(output, { recursive: true });
  const file = `${output}/picture.jpg`;
  if ((await stat(file).catch(() => undefined)) !== undefined) return;
  const small = { width: 250, height: 125 };
  const pixels = Buffer.alloc(small.width * small.height * 3);
  let state = 7;
  for (let index = 0; index < pixels.length; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    pixels[index] = 60 + ((state >>> 16) % 120);
  }
  await sharp(pixels, { raw: { ...small, channels: 3 } })
    .resize(size.width, size.height, { kernel: 'cubic', fit: 'fill' })
    .jpeg({ quality: 80 })
    .toFile(file);
}
