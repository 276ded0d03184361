import { percentile } from '../support/figures.mjs';
import {
  markAt,
  readTrace,
  scriptBetween,
  scriptPerEvent,
  scriptPerFrame,
  traceCategories,
} from '../support/trace.mjs';

/** Drags of a vertex and the moves of each; 60 × 5 are 300 actions. */
const drags = 60;
const moves = 5;

/** Edits after which the memory is compared. */
const edits = 500;

/**
 * Workload W2: 300 polygons of 5 000 vertices; a vertex is dragged, taken back, and the memory watched over 500 edits.
 */
export async function measureHeavy(browser, origin, watchPaints, press) {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.route('**/favicon.ico', route => route.fulfill({ status: 204 }));
  page.on('pageerror', error => console.error(`heavy: ${error.message}`));
  await page.addInitScript(watchPaints);
  await page.goto(`${origin}/loupe.html?workload=heavy`);
  await page.waitForFunction(() => window.bench !== undefined, undefined, { timeout: 180_000 });
  const opened = await page.evaluate(() => window.bench.opened);
  const undo = [];
  await browser.startTracing(page, { categories: traceCategories });
  for (let round = 0; round < drags; round += 1) {
    await dragVertex(page, `shape-${(round * 37) % 300}`, (round * 811) % 5_000);
    undo.push(await between(page, `bench:undo-${round}`, () => press(page, 'Control+z')));
  }
  const trace = readTrace(await browser.stopTracing());
  const each = (name, read) =>
    Array.from({ length: drags }, (_, round) =>
      read(trace, markAt(trace, `bench:${name}-${round}:from`), markAt(trace, `bench:${name}-${round}:to`)),
    ).flat();
  const undoScript = each('undo', scriptBetween);
  const dragScript = each('drag', scriptPerFrame);
  const dragEvent = each('drag', (all, from, to) => scriptPerEvent(all, ['pointermove', 'mousemove'], from, to));
  const dragFrame = each('drag', (all, from, to) =>
    all.frames
      .filter(at => at >= from && at <= to)
      .flatMap((at, index, list) => (index === 0 ? [] : [at - list[index - 1]]))
      .filter(gap => gap > 1),
  );
  const heap = await heapGrowth(page);
  if (process.env.BENCH_SCREENSHOTS !== undefined)
    await page.screenshot({ path: `${process.env.BENCH_SCREENSHOTS}/heavy.png` });
  await page.close();
  return { opened, dragScript, dragEvent, dragFrame, undoScript, undo, heap };
}

/**
 * Prints the figures of W2. Where there is no GPU a frame takes as long as the software needs to fill it, so the bars
 * are held by the time of our script.
 */
export function printHeavy(figures, { opened, dragScript, dragEvent, dragFrame, undoScript, undo, heap }) {
  figures.print('W2 open after bytes', opened, 'ms', { n: 1, peers: [] });
  figures.print('W2 vertex drag script p95', percentile(dragScript, 0.95), 'ms', {
    bar: 16.7,
    n: dragScript.length,
    peers: [],
  });
  figures.print('W2 vertex drag event p95', percentile(dragEvent, 0.95), 'ms', { n: dragEvent.length, peers: [] });
  figures.print('W2 vertex drag frame p95', percentile(dragFrame, 0.95), 'ms', { n: dragFrame.length, peers: [] });
  figures.print('W2 undo script p95', percentile(undoScript, 0.95), 'ms', { bar: 30, n: undoScript.length, peers: [] });
  figures.print('W2 undo to paint p95', percentile(undo, 0.95), 'ms', { n: undo.length, peers: [] });
  figures.print('W2 heap growth over 500 edits', heap, 'MB', { bar: 30, n: edits, peers: [] });
}

/** Does something between two marks of the trace. */
async function between(page, name, work) {
  await page.evaluate(mark => performance.mark(`${mark}:from`), name);
  const found = await work();
  await page.evaluate(mark => performance.mark(`${mark}:to`), name);
  return found;
}

async function dragVertex(page, id, index) {
  await page.evaluate(shape => window.bench.show(shape), id);
  await page.waitForTimeout(120);
  const { x, y } = await page.evaluate(([shape, vertex]) => window.bench.vertex(shape, vertex), [id, index]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 3, y + 3);
  const round = await page.evaluate(() => {
    const now = window.rounds ?? 0;
    window.rounds = now + 1;
    performance.mark(`bench:drag-${now}:from`);
    return now;
  });
  for (let move = 1; move <= moves; move += 1) {
    await page.mouse.move(x + move * 7, y + Math.sin(move) * 20);
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => resolve())));
  }
  await page.evaluate(
    now => new Promise(resolve => requestAnimationFrame(() => resolve(performance.mark(`bench:drag-${now}:to`)))),
    round,
  );
  await page.mouse.up();
}

/** Megabytes the heap grows by while shapes are moved one after the other, after the history is full. */
async function heapGrowth(page) {
  const client = await page.context().newCDPSession(page);
  const used = async () => {
    await client.send('HeapProfiler.collectGarbage');
    return (await client.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  await page.evaluate(() => window.bench.fit());
  const before = await used();
  for (let edit = 0; edit < edits; edit += 1) {
    await page.evaluate(id => window.bench.select(id), `shape-${edit % 300}`);
    await page.keyboard.press('ArrowRight');
  }
  return (await used()) - before;
}
