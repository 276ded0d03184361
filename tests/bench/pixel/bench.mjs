import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { buildServer, startServer } from '../support/bench-server.mjs';
import { buildPages } from '../support/build-pages.mjs';
import { launchChromium } from '../support/chromium.mjs';
import { processMemory } from '../support/page-memory.mjs';
import { Figures, percentile } from '../support/figures.mjs';
import { press, watchPaints } from '../support/paints.mjs';
import { serveFolder } from '../support/static-server.mjs';
import { markAt, readTrace, scriptPerEvent, scriptPerFrame, traceCategories } from '../support/trace.mjs';
import { instances, maskPixels, workload } from './workload.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const output = `${root}dist/bench/pixel`;
const serverOutput = `${root}dist/bench/pixel-server`;
const saves = 7;
const undos = 100;

/** Workload W4: our pixel editor, and the server's part of a save. `--only page` leaves the server out. */
export async function run(options) {
  await makeFiles();
  await buildPages(here, ['loupe'], output, root);
  const { origin, close } = await serveFolder(output);
  const browser = await launchChromium();
  try {
    const page = await measurePage(browser, origin);
    const server =
      options.includes('--only') && options[options.indexOf('--only') + 1] === 'page'
        ? undefined
        : await measureServer(page.png);
    return print(page, server, browser.version());
  } finally {
    await browser.close();
    close();
  }
}

function print(page, server, chromium) {
  const figures = new Figures('pixel');
  const p95 = (figure, values, bar) =>
    figures.print(`${figure} p95`, percentile(values, 0.95), 'ms', {
      bar,
      n: values.length,
      most: Math.round(Math.max(...values) * 10) / 10,
    });
  figures.print('load: mask and picture on the screen', page.opened, 'ms', { bar: 800 });
  figures.print('load: mask decoded', page.decoded, 'ms');
  p95('stroke script of a frame', page.strokeFrame, 16.7);
  p95('stroke script of a movement', page.strokeEvent, 16.7);
  p95('end of a stroke script', page.strokeEnd, 16.7);
  p95('undo script', page.undoScript, 30);
  p95('undo to paint', page.undoPaint);
  const encoded = percentile(page.saves, 0.5);
  // Processor time of the longest task, so that a busy machine does not falsify it; `wall` is what a clock says.
  figures.print('save: page blocked', page.blocked.cpu, 'ms', {
    bar: 50,
    n: page.saves.length,
    wall: Math.round(page.blocked.wall * 10) / 10,
  });
  figures.print('save: in the page', encoded, 'ms', { n: page.saves.length });
  if (server !== undefined) {
    figures.print('save: mask on the server', percentile(server.masks, 0.5), 'ms', {
      n: server.masks.length,
      megabytes: Math.round(server.bytes / 104_857.6) / 10,
    });
    figures.print('save: document on the server', percentile(server.documents, 0.5), 'ms', {
      n: server.documents.length,
    });
    figures.print(
      'save: all of it',
      encoded + percentile(server.masks, 0.5) + percentile(server.documents, 0.5),
      'ms',
      { bar: 500 },
    );
    figures.print('save: event loop of the server stands still', server.stall, 'ms', { bar: 50 });
    figures.print('load: item and mask from the server', percentile(server.opens, 0.5), 'ms', {
      n: server.opens.length,
    });
  }
  figures.print('memory of the page after all', page.megabytes, 'MB', { bar: 600 });
  console.log(
    JSON.stringify({
      bench: 'pixel',
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

async function measurePage(browser, origin) {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.route('**/favicon.ico', route => route.fulfill({ status: 204 }));
  page.on('pageerror', error => console.error(error.message));
  page.on('console', message => message.type() === 'error' && console.error(message.text()));
  await page.addInitScript(watchPaints);
  await page.goto(`${origin}/loupe.html`);
  await page.waitForFunction(() => window.pixelBench !== undefined, undefined, { timeout: 60_000 });
  const { opened, decoded } = await page.evaluate(() => ({
    opened: window.pixelBench.opened,
    decoded: window.pixelBench.decoded,
  }));
  const painting = await traced(browser, page, async () => {
    await mark(page, 'strokes:from');
    for (let number = 0; number < workload.strokes; number += 1) await stroke(page, number);
    await mark(page, 'strokes:to');
  });
  const count = await page.evaluate(() => window.pixelBench.count());
  if (count < workload.instances + 50) throw new Error(`Only ${count} objects after ${workload.strokes} strokes.`);
  const times = [];
  const saving = await traced(browser, page, async () => {
    await mark(page, 'saves:from');
    for (let number = 0; number < saves; number += 1)
      times.push((await page.evaluate(() => window.pixelBench.save(false))).took);
    await mark(page, 'saves:to');
  });
  const { png } = await page.evaluate(() => window.pixelBench.save(true));
  if (process.env.BENCH_SCREENSHOTS !== undefined)
    await page.screenshot({ path: `${process.env.BENCH_SCREENSHOTS}/pixel.png` });
  const undoPaint = [];
  const undoing = await traced(browser, page, async () => {
    await mark(page, 'undos:from');
    for (let number = 0; number < undos; number += 1) undoPaint.push(await press(page, 'Control+z'));
    await mark(page, 'undos:to');
  });
  const megabytes = await processMemory(browser);
  await page.close();
  const between = (trace, name, read) =>
    read(trace, markAt(trace, `bench:${name}:from`), markAt(trace, `bench:${name}:to`));
  const events = (trace, name, types) => between(trace, name, (all, from, to) => scriptPerEvent(all, types, from, to));
  return {
    opened,
    decoded,
    undoPaint,
    megabytes,
    saves: times,
    png: Buffer.from(png, 'base64'),
    strokeFrame: between(painting, 'strokes', scriptPerFrame),
    strokeEvent: events(painting, 'strokes', ['pointermove', 'pointerrawupdate', 'mousemove']),
    strokeEnd: events(painting, 'strokes', ['pointerup', 'mouseup']),
    undoScript: events(undoing, 'undos', ['keydown']).filter(took => took > 0.2),
    blocked: longest(
      between(saving, 'saves', (trace, from, to) => trace.tasks.filter(task => task.from >= from && task.to <= to)),
    ),
  };
}

const longest = tasks => ({
  cpu: Math.max(...tasks.map(task => task.cpu)),
  wall: Math.max(...tasks.map(task => task.to - task.from)),
});

const mark = (page, name) =>
  page.evaluate(
    label => new Promise(resolve => requestAnimationFrame(() => resolve(performance.mark(label)))),
    `bench:${name}`,
  );

/** A wavy stroke somewhere on the picture; every third goes on with the object before it, as Shift does. */
async function stroke(page, number) {
  const [x, y] = [220 + ((number * 137.5) % 1350), 120 + ((number * 61.8) % 800)];
  const adds = number % 3 === 2;
  if (adds) await page.keyboard.down('Shift');
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 12; step += 1) await page.mouse.move(x + step * 9, y + Math.sin(step / 2 + number) * 40);
  await page.mouse.up();
  if (adds) await page.keyboard.up('Shift');
}

async function traced(browser, page, work) {
  await browser.startTracing(page, { categories: traceCategories });
  await work();
  return readTrace(await browser.stopTracing());
}

async function measureServer(png) {
  await buildServer(serverOutput);
  const server = await startServer(serverOutput, 'pglite');
  try {
    const { id: project } = await server.call('POST', '/project', { as: 'browser', body: { name: 'Pixel', type: 2 } });
    const { id: folder } = await server.call('POST', `/folder?project_id=${project}`, {
      as: 'browser',
      body: { name: 'one' },
    });
    const [item] = await server.call('POST', `/image/ext-create?team_id=${server.teamId}`, {
      body: {
        project_id: project,
        folder_id: folder,
        team_id: server.teamId,
        upload_state: 3,
        images: [{ name: 'picture.jpg', path: 'https://files.test/picture.jpg' }],
        meta: { 'picture.jpg': { width: workload.side, height: workload.side } },
      },
    });
    const place = `/api/v1/project/${project}/item/${item.id}`;
    const [masks, documents, opens] = [[], [], []];
    // A server in use, not one that has just started.
    for (let number = 0; number < saves + 2; number += 1) {
      if (number === 2) await server.stalls();
      const begun = performance.now();
      const sent = await server.send('PUT', `${place}/annotation/mask`, {
        as: 'browser',
        body: distinct(png, number),
        headers: { 'content-type': 'application/octet-stream' },
      });
      if (sent.status !== 200) throw new Error(sent.text);
      const { mask } = JSON.parse(sent.text);
      const received = performance.now();
      const data = {
        metadata: { name: 'picture.jpg' },
        instances: instances().map(each => ({ ...each, classId: -1 })),
        tags: [],
        comments: [],
        mask,
      };
      await server.call('PUT', `${place}/annotation`, {
        as: 'browser',
        body: { op: crypto.randomUUID(), base: number, data },
      });
      const stored = performance.now();
      const opened = await server.call('GET', `${place}/editor`, { as: 'browser' });
      await server.send('GET', opened.mask.url, { as: 'browser' });
      if (number < 2) continue;
      masks.push(received - begun);
      documents.push(stored - received);
      opens.push(performance.now() - stored);
    }
    return { masks, documents, opens, stall: await server.stalls(), bytes: png.length };
  } finally {
    await server.stop();
    await rm(serverOutput, { recursive: true, force: true });
  }
}

/** The same picture as other bytes, so that nothing is known of it before: a PNG may carry text. */
function distinct(png, number) {
  const text = Buffer.from(`tEXtbench\0${number}`, 'latin1');
  const chunk = Buffer.alloc(text.length + 8);
  chunk.writeUInt32BE(text.length - 4, 0);
  text.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(text), text.length + 4);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

async function makeFiles() {
  await mkdir(output, { recursive: true });
  await writeFile(`${output}/instances.json`, JSON.stringify(instances()));
  const { side } = workload;
  if ((await stat(`${output}/mask.png`).catch(() => undefined)) === undefined)
    await sharp(maskPixels(), { raw: { width: side, height: side, channels: 4 } })
      .png({ compressionLevel: 6 })
      .toFile(`${output}/mask.png`);
  if ((await stat(`${output}/picture.jpg`).catch(() => undefined)) !== undefined) return;
  const small = 256;
  const pixels = Buffer.alloc(small * small * 3);
  let state = 7;
  for (let index = 0; index < pixels.length; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    pixels[index] = 60 + ((state >>> 16) % 120);
  }
  await sharp(pixels, { raw: { width: small, height: small, channels: 3 } })
    .resize(side, side, { kernel: 'cubic', fit: 'fill' })
    .jpeg({ quality: 80 })
    .toFile(`${output}/picture.jpg`);
}
