import { percentile } from '../support/figures.mjs';
import { markAt, readTrace, scriptPerFrame, traceCategories } from '../support/trace.mjs';

const BARS = { script: 4, frame: 33 };
const MOVES = 90;

/** To be run in a page before its own scripts: notes the milliseconds between frames. */
export function watchFrames() {
  window.gaps = [];
  let last;
  const tick = at => {
    if (last !== undefined) window.gaps.push(at - last);
    last = at;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

/** Milliseconds from the start of the navigation until the frame that is drawn now is on its way to the screen. */
export const sinceNavigation = page =>
  page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0))),
  );

/** Drags the view of the element of a selector by a button; answers milliseconds of script and of each frame. */
export async function panned(browser, page, selector, button) {
  const { x, y, width, height } = await page.locator(selector).boundingBox();
  const [left, top] = [x + width / 2, y + height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down({ button });
  await page.mouse.move(left + 5, top);
  await page.evaluate(() => (window.gaps.length = 0));
  const { trace, from, to } = await traced(browser, page, async () => {
    for (let move = 0; move < MOVES; move += 1) {
      await page.mouse.move(left - move * 6, top + 40 * Math.sin(move / 10));
      await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)));
    }
  });
  await page.mouse.up({ button });
  return { script: scriptPerFrame(trace, from, to), gaps: await page.evaluate(() => window.gaps) };
}

/** Prints how a pan went; the bars are ours. */
export function printPanned(figures, { script, gaps }, details, isOurs = true) {
  const whose = isOurs ? '' : 'OpenSeadragon with Annotorious: ';
  figures.print(`${whose}script of a frame while panning, p95`, percentile(script, 0.95), 'ms', {
    ...(isOurs ? { bar: BARS.script } : {}),
    median: percentile(script, 0.5),
    frames: script.length,
    ...details,
  });
  figures.print(`${whose}frame while panning, p95, without a graphics card`, percentile(gaps, 0.95), 'ms', {
    ...(isOurs ? { bar: BARS.frame } : {}),
    median: percentile(gaps, 0.5),
    ...details,
  });
}

/** Traces a page while work is done; `from` and `to` are its beginning and end in the trace. */
export async function traced(browser, page, work) {
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
