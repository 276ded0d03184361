import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildPages } from '../support/build-pages.mjs';
import { launchChromium } from '../support/chromium.mjs';
import { Figures, percentile } from '../support/figures.mjs';
import { press, watchPaints } from '../support/paints.mjs';
import { serveFolder } from '../support/static-server.mjs';
import { markAt, readTrace, scriptBetween, scriptPerFrame, traceCategories } from '../support/trace.mjs';
import { makeDictionary, makeWorkload, rareWord } from './workload.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const output = `${root}dist/bench/text`;

/** Recogito is measured beside us where it is installed and its page is here. */
const peers = [{ page: 'recogito', folder: '@recogito/text-annotator' }].filter(
  ({ page, folder }) => existsSync(`${root}node_modules/${folder}`) && existsSync(`${here}${page}.html`),
);

/** Workload W5: 2 MB of text, 10 000 spans of which 2 000 overlap, 3 000 relations. `--quick` takes fewer actions. */
export async function run(options) {
  const actions = options.includes('--quick') ? 8 : 40;
  await makeFiles();
  await buildPages(here, ['loupe', ...peers.map(peer => peer.page)], output, root);
  const server = await serveFolder(output);
  const browser = await launchChromium();
  try {
    const ours = await measure(browser, server.origin, 'loupe', actions);
    const others = [];
    for (const { page, folder } of peers) {
      const { version } = JSON.parse(await readFile(`${root}node_modules/${folder}/package.json`, 'utf8'));
      others.push({ name: page, version, ...(await measure(browser, server.origin, page, actions)) });
    }
    return print(ours, others, browser.version());
  } finally {
    await browser.close();
    server.close();
  }
}

async function makeFiles() {
  await mkdir(output, { recursive: true });
  const { text, instances } = makeWorkload();
  await writeFile(`${output}/report.txt`, text);
  await writeFile(`${output}/instances.json`, JSON.stringify({ instances, rareWord, dictionary: makeDictionary() }));
}

function print(ours, others, chromium) {
  const figures = new Figures('text');
  const line = (figure, read, bar, details = {}) =>
    figures.print(figure, read(ours), 'ms', {
      bar,
      ...details,
      peers: others.map(({ name, version, ...other }) => ({ name, version, value: read(other) })),
    });
  line('open: text and spans on the screen', page => page.opened, 1500);
  line('scroll script of a frame p95', page => percentile(page.scroll, 0.95), 16.7, { n: ours.scroll.length });
  line('create a span, input to paint p95', page => percentile(page.createPaint, 0.95), 30, {
    n: ours.createPaint.length,
  });
  line('create a span, script p95', page => percentile(page.createScript, 0.95), undefined, {
    n: ours.createScript.length,
  });
  line('relation by a click, script p95', page => percentile(page.relateScript, 0.95), 50, {
    n: ours.relateScript.length,
  });
  line('mark 1 000 same strings, input to paint', page => page.same, 300, { marked: ours.marked });
  line('undo of them, input to paint', page => page.undo, 300);
  const { applied } = ours;
  figures.print('apply 10 000 terms to 2 MB: suggestions on the screen', applied.took, 'ms', {
    bar: 2000,
    found: applied.found,
  });
  figures.print('apply 10 000 terms to 2 MB: longest stop of the page', applied.longest, 'ms', { bar: 100 });
  figures.print('accept all suggestions, input to paint', applied.acceptAll, 'ms', { found: applied.found });
  console.log(
    JSON.stringify({
      bench: 'text',
      figure: 'where',
      value: chromium,
      unit: 'Chromium',
      load: loadavg()[0],
      processors: cpus().length,
      peers: others.length === 0 ? 'none is installed' : others.map(each => each.name).join(),
      note: 'frames are drawn in software where there is no GPU; script times are processor time and hold anywhere',
    }),
  );
  return figures.held;
}

async function measure(browser, origin, name, actions) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route('**/favicon.ico', route => route.fulfill({ status: 204 }));
  page.on('pageerror', error => console.error(error.message));
  page.on('console', message => message.type() === 'error' && console.error(message.text()));
  await page.addInitScript(watchPaints);
  await page.goto(`${origin}/${name}.html`);
  await page.waitForFunction(() => window.textBench !== undefined, undefined, { timeout: 60_000 });
  const opened = await page.evaluate(() => window.textBench.opened);
  const scrolling = await traced(browser, page, async () => {
    await mark(page, 'scroll:from');
    await page.mouse.move(700, 450);
    for (let step = 0; step < actions * 4; step += 1) await page.mouse.wheel(0, step % 5 === 0 ? 900 : 240);
    await mark(page, 'scroll:to');
  });
  const createPaint = [];
  const creating = await traced(browser, page, async () => {
    for (let number = 0; number < actions; number += 1) createPaint.push(await create(page, number));
  });
  let related = 0;
  const relating = await traced(browser, page, async () => {
    await page.keyboard.press('Escape');
    for (let number = 0; number < actions; number += 1) if (await relate(page, number, related)) related += 1;
  });
  if (process.env.BENCH_SCREENSHOTS !== undefined)
    await page.screenshot({ path: `${process.env.BENCH_SCREENSHOTS}/text-${name}.png` });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.textBench.markRare());
  const before = await page.evaluate(() => window.textBench.count());
  const same = await press(page, 'Control+Shift+f');
  const marked = (await page.evaluate(() => window.textBench.count())) - before;
  if (marked < 900) throw new Error(`Only ${marked} places were marked.`);
  await page.keyboard.press('Escape');
  const undo = await press(page, 'F9');
  const applied = await page.evaluate(() => window.textBench.applyDictionary?.());
  if (applied !== undefined) applied.acceptAll = await press(page, 'Control+Shift+Enter');
  await page.close();
  const script = (trace, what, count) =>
    Array.from({ length: count }, (_, number) =>
      scriptBetween(trace, markAt(trace, `bench:${what}:${number}:from`), markAt(trace, `bench:${what}:${number}:to`)),
    );
  return {
    opened,
    createPaint,
    same,
    marked,
    undo,
    applied,
    scroll: scriptPerFrame(scrolling, markAt(scrolling, 'bench:scroll:from'), markAt(scrolling, 'bench:scroll:to')),
    createScript: script(creating, 'create', actions),
    relateScript: script(relating, 'relate', related),
  };
}

async function traced(browser, page, work) {
  await browser.startTracing(page, { categories: traceCategories });
  await work();
  return readTrace(await browser.stopTracing());
}

const mark = (page, name) =>
  page.evaluate(
    label =>
      new Promise(resolve =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.mark(label)))),
      ),
    `bench:${name}`,
  );

/** Chooses a word by keys and marks it with Enter; answers how long that took until it was on the screen. */
async function create(page, number) {
  await page.evaluate(share => window.textBench.scrollTo(share), (number * 0.37) % 0.95);
  await mark(page, `settle:${number}`);
  const word = await page.evaluate(() => window.textBench.freeWord());
  if (word === undefined) throw new Error('There is no word to mark on the screen.');
  await page.keyboard.press('Escape');
  await page.mouse.click(word.left, word.y);
  await page.keyboard.press('Shift+ArrowRight');
  await mark(page, `create:${number}:from`);
  const before = await page.evaluate(() => window.textBench.count());
  const took = await press(page, 'Enter');
  await mark(page, `create:${number}:to`);
  if ((await page.evaluate(() => window.textBench.count())) !== before + 1) throw new Error('No span was made.');
  return took;
}

/** Relates the first span on the screen to the last one. */
async function relate(page, number, related) {
  await page.evaluate(share => window.textBench.scrollTo(share), (number * 0.23) % 0.95);
  await mark(page, `before:${number}`);
  const target = await page.evaluate(() => window.textBench.twoSpans());
  if (target === undefined) return false;
  await page.keyboard.press('v');
  await page.keyboard.press('r');
  const before = await page.evaluate(() => window.textBench.count());
  await page.mouse.move(target.x, target.y);
  await mark(page, `relate:${related}:from`);
  await page.mouse.click(target.x, target.y);
  await mark(page, `relate:${related}:to`);
  return (await page.evaluate(() => window.textBench.count())) === before + 1;
}
