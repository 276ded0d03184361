import { fileURLToPath } from 'node:url';
import { createBuilder } from 'vite';
import { buildServer, OWNER, startServer } from './bench-server.mjs';
import { launchChromium } from './chromium.mjs';
import { percentile } from './figures.mjs';
import { readTrace, traceCategories } from './trace.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Wheel turns of a scroll, the pixels of one, and the pause after it in milliseconds. */
const TURNS = 150;
const TURN_PIXELS = 400;
const PAUSE = 25;

/**
 * The whole product as it is delivered, with a browser whose person is signed in; `work` gets the server and the page.
 */
export async function withPages(name, options, work) {
  const database = options.includes('--database') ? options[options.indexOf('--database') + 1] : 'postgres';
  if (!options.includes('--built')) await (await createBuilder({ root, logLevel: 'error' })).buildApp();
  const folder = `${root}dist/bench/${name}-server`;
  await buildServer(folder);
  const server = await startServer(folder, database, `${root}dist/web`);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.on('pageerror', error => console.error(error.message));
    await page.goto(server.address);
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').waitFor({ state: 'detached' });
    await work({ server, browser, page, database });
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Milliseconds from what a person does to the frame in which things match a selector and all of them hold a text. */
export async function toPaint(page, act, selector, text) {
  await page.evaluate(
    ([wanted, words]) => {
      const there = () => {
        const found = [...document.querySelectorAll(wanted)];
        return found.length > 0 && found.every(each => each.textContent.includes(words));
      };
      let from;
      const began = event => (from ??= event.timeStamp);
      for (const kind of ['pointerdown', 'keydown', 'input'])
        window.addEventListener(kind, began, { capture: true, once: true });
      window.painted = new Promise(resolve => {
        const look = () => {
          if (from !== undefined && there())
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from), 0));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
    },
    [selector, text],
  );
  await act();
  return page.evaluate(() => window.painted);
}

/** Milliseconds from the start of a navigation to the frame in which something matching a selector is on the screen. */
export async function opened(page, address, selector) {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForSelector(selector, { state: 'attached' });
  return page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0))),
  );
}

/**
 * Scrolls the list in the middle of the page by the wheel; answers milliseconds between frames, and of processor time
 * of each task.
 */
export async function scrolled(browser, page) {
  const { width, height } = page.viewportSize();
  await page.mouse.move(width / 2, height / 2);
  await page.evaluate(() => {
    window.gaps = [];
    let last;
    const tick = at => {
      if (last !== undefined) window.gaps.push(at - last);
      last = at;
      if (window.gaps !== undefined) window.ticking = requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await browser.startTracing(page, { categories: traceCategories });
  await page.evaluate(() => performance.mark('bench:scroll'));
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.mouse.wheel(0, Math.floor(turn / 30) % 2 === 0 ? TURN_PIXELS : -TURN_PIXELS);
    await page.waitForTimeout(PAUSE);
    if (
      turn === 29 &&
      !(await page.evaluate(() => [...document.querySelectorAll('*')].some(each => each.scrollTop > 1000)))
    )
      throw new Error('The list does not scroll.');
  }
  const trace = readTrace(await browser.stopTracing());
  const gaps = await page.evaluate(() => {
    cancelAnimationFrame(window.ticking);
    return window.gaps;
  });
  return { gaps, tasks: trace.tasks.map(task => task.cpu) };
}

/** Prints how a list scrolled: no frame may take longer than `bar` milliseconds. */
export function printScroll(figures, name, { gaps, tasks }, bar, details) {
  figures.print(`${name}: longest frame`, Math.max(...gaps), 'ms', {
    bar,
    n: gaps.length,
    over: gaps.filter(gap => gap > bar).length,
    p95: Math.round(percentile(gaps, 0.95) * 10) / 10,
    ...details,
  });
  figures.print(`${name}: longest task of the page, processor time`, Math.max(...tasks), 'ms', {
    bar,
    p99: Math.round(percentile(tasks, 0.99) * 10) / 10,
    ...details,
  });
}
