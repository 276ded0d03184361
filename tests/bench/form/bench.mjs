import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildPages } from '../support/build-pages.mjs';
import { launchChromium } from '../support/chromium.mjs';
import { Figures, percentile } from '../support/figures.mjs';
import { press, watchPaints } from '../support/paints.mjs';
import { serveFolder } from '../support/static-server.mjs';
import { markAt, readTrace, scriptBetween, scriptPerFrame, traceCategories } from '../support/trace.mjs';
import { makeWorkload } from './workload.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const output = `${root}dist/bench/form`;

/** 200 components with 100 rows, 20 000 answers. `--quick` types and adds less. */
export async function run(options) {
  const actions = options.includes('--quick') ? 8 : 40;
  await mkdir(output, { recursive: true });
  await writeFile(`${output}/form.json`, JSON.stringify(makeWorkload()));
  await buildPages(here, ['loupe'], output, root);
  const server = await serveFolder(output);
  const browser = await launchChromium();
  try {
    const figures = new Figures('form');
    const line = (figure, value, bar, details = {}) => figures.print(figure, value, 'ms', { bar, ...details });
    const { opened, keys, rows, undo, scroll } = await measure(browser, server.origin, actions);
    line('open: 20 000 answers, form on the screen', opened, 1500);
    line('type a letter, script p95', percentile(keys, 0.95), 16.7, { n: keys.length });
    line('add a row, input to paint p95', percentile(rows, 0.95), 50, { n: rows.length });
    line('take the last row back, input to paint', undo);
    line('scroll script of a frame p95', percentile(scroll, 0.95), 50, { n: scroll.length });
    console.log(
      JSON.stringify({
        bench: 'form',
        figure: 'where',
        value: browser.version(),
        unit: 'Chromium',
        load: loadavg()[0],
        processors: cpus().length,
      }),
    );
    return figures.held;
  } finally {
    await browser.close();
    server.close();
  }
}

async function measure(browser, origin, actions) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route('**/favicon.ico', route => route.fulfill({ status: 204 }));
  page.on('pageerror', error => console.error(error.message));
  await page.addInitScript(watchPaints);
  await page.goto(`${origin}/loupe.html`);
  await page.waitForFunction(() => window.formBench !== undefined, undefined, { timeout: 60_000 });
  const opened = await page.evaluate(() => window.formBench.opened);
  await page.locator('[data-path] textarea').first().click();
  const typing = await traced(browser, page, async () => {
    for (let number = 0; number < actions; number += 1) {
      await mark(page, `key:${number}:from`);
      await page.keyboard.press('x');
      await mark(page, `key:${number}:to`);
    }
  });
  const scrolling = await traced(browser, page, async () => {
    await page.mouse.move(700, 450);
    await mark(page, 'scroll:from');
    for (let step = 0; step < actions; step += 1) {
      await page.mouse.wheel(0, 400);
      await mark(page, `wheel:${step}`);
    }
    await mark(page, 'scroll:to');
  });
  await page.evaluate(() => document.querySelector('[data-form]').scrollTo({ top: 0 }));
  const rows = [];
  for (let number = 0; number < Math.min(20, actions); number += 1) {
    await page.locator('[data-path] input').first().focus();
    const before = await page.evaluate(() => window.formBench.count());
    await page.getByRole('button', { name: 'Add a row' }).focus();
    rows.push(await press(page, 'Enter'));
    if ((await page.evaluate(() => window.formBench.count())) <= before) throw new Error('No row was added.');
    await page.evaluate(() => document.querySelector('[data-form]').scrollTo({ top: 0 }));
    await mark(page, `row:${number}`);
  }
  await page.locator('[data-path] input[type="radio"]').first().focus();
  const undo = await press(page, 'F9');
  await page.close();
  return {
    opened,
    rows,
    undo,
    keys: Array.from({ length: actions }, (_, number) =>
      scriptBetween(typing, markAt(typing, `bench:key:${number}:from`), markAt(typing, `bench:key:${number}:to`)),
    ),
    scroll: scriptPerFrame(scrolling, markAt(scrolling, 'bench:scroll:from'), markAt(scrolling, 'bench:scroll:to')),
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
