import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { buildServer, startServer } from '../support/bench-server.mjs';
import { importBuilt } from '../support/build-for-node.mjs';
import { Figures, percentile } from '../support/figures.mjs';
import { boundsOf, innermost, maskOfCandidate, maskOfRings, nextClick, sharedOverUnion } from './masks.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** COCO photographs with outlines that people drew; they lie beside the repository. */
const PHOTOGRAPHS = `${root}../shared/data/coco/instances_and_keypoints`;
/** Objects below so many square pixels are left out: their outline is mostly border. */
const SMALLEST = 400;
/** Workload W18: so many clicks in a picture of this size. */
const LARGE = { width: 4000, height: 3000, clicks: 30 };

/**
 * Help by SAM 2 over HTTP against a built server, and by GrabCut, on real outlines: how well (share of the union), how
 * soon, how many bytes, and how long the server's event loop stands still meanwhile.
 */
export async function run() {
  const figures = new Figures('ml');
  const skip = reason => console.log(JSON.stringify({ bench: 'ml', skipped: reason }));
  if (!existsSync(PHOTOGRAPHS)) {
    skip(`the photographs are not at ${PHOTOGRAPHS}`);
    return true;
  }
  const objects = await readObjects();
  const folder = `${root}node_modules/.cache/loupe-bench-ml-${process.pid}`;
  try {
    await measureClassical(figures, folder, objects);
    if (existsSync(join(process.env.MODELS_DIR ?? '', 'sam2-hiera-tiny/decoder.onnx')))
      await measureModel(figures, folder, objects);
    else skip('SAM 2: no model in MODELS_DIR; "npm run loupe -- models install" brings it');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}

async function readObjects() {
  const { images, annotations } = JSON.parse(await readFile(`${PHOTOGRAPHS}/annotations.json`, 'utf8'));
  const objects = [];
  for (const { image_id, segmentation, area } of annotations) {
    if (!Array.isArray(segmentation) || segmentation.length === 0 || area < SMALLEST) continue;
    const image = images.find(each => each.id === image_id);
    const truth = await maskOfRings(segmentation, image.width, image.height);
    const { left, top, right, bottom } = boundsOf(truth, image.width);
    objects.push({ image, truth, box: { minX: left, minY: top, maxX: right, maxY: bottom } });
  }
  return objects;
}

function printQuality(figures, name, shares, details = {}) {
  figures.print(`IoU, ${name}, mean`, shares.reduce((sum, each) => sum + each, 0) / shares.length, 'share', {
    n: shares.length,
    ...details,
  });
  figures.print(`IoU, ${name}, median`, percentile(shares, 0.5), 'share', { n: shares.length });
}

async function measureClassical(figures, folder, objects) {
  const { cutByColours, imageLibraryReady } = await importBuilt('tests/bench/ml/classical.ts', `${folder}/classical`);
  // Loading happens once a page, beside the annotator's work.
  await imageLibraryReady();
  const [shares, times] = [[], []];
  for (const { image, truth, box } of objects) {
    const whole = sharp(`${PHOTOGRAPHS}/images/${image.file_name}`).rotate().ensureAlpha();
    const pixels = async ({ minX, minY, maxX, maxY }, longest) => {
      const scale = Math.min(1, longest / Math.max(maxX - minX, maxY - minY));
      const { data, info } = await whole
        .clone()
        .extract({ left: minX, top: minY, width: maxX - minX, height: maxY - minY })
        .resize(Math.max(1, Math.round((maxX - minX) * scale)), Math.max(1, Math.round((maxY - minY) * scale)), {
          fit: 'fill',
        })
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
    };
    const begun = performance.now();
    const found = await cutByColours({ id: image.id, width: image.width, height: image.height, pixels }, box);
    times.push(performance.now() - begun);
    const mask = new Uint8Array(truth.length);
    if (found !== undefined)
      for (let row = 0; row < found.height; row++)
        mask.set(
          found.data.subarray(row * found.width, (row + 1) * found.width),
          (found.y + row) * image.width + found.x,
        );
    shares.push(sharedOverUnion(mask, truth));
  }
  printQuality(figures, 'GrabCut, box', shares);
  figures.print('GrabCut, box p95', percentile(times, 0.95), 'ms', {
    bar: 300,
    n: times.length,
    median: Math.round(percentile(times, 0.5)),
  });
}

async function measureModel(figures, folder, objects) {
  await buildServer(`${folder}/server`);
  const server = await startServer(`${folder}/server`, 'pglite');
  try {
    const { id: project } = await server.call('POST', '/project', {
      body: { team_id: String(server.teamId), name: 'Photographs', type: 1 },
    });
    const upload = async (name, bytes) =>
      (
        await server.call('PUT', `/api/v1/project/${project}/upload?name=${name}`, {
          body: bytes,
          as: 'person',
          headers: { 'content-type': 'application/octet-stream' },
          context: { project_id: project },
        })
      ).item.id;
    const items = new Map();
    for (const { image } of objects)
      if (!items.has(image.id))
        items.set(image.id, await upload(image.file_name, await readFile(`${PHOTOGRAPHS}/images/${image.file_name}`)));
    const large = await upload(
      'large.jpg',
      await sharp(`${PHOTOGRAPHS}/images/${objects[0].image.file_name}`)
        .resize(LARGE.width, LARGE.height, { fit: 'fill' })
        .jpeg()
        .toBuffer(),
    );
    // The model's own loading is measured apart: it happens once.
    const first = await prepare(server, project, large);
    const embeddings = [];
    await server.stalls();
    for (const item of items.values()) embeddings.push(await prepare(server, project, item));
    figures.print('first embedding, with the model loaded', first, 'ms');
    figures.print('embedding, median', percentile(embeddings, 0.5), 'ms', {
      n: embeddings.length,
      most: Math.round(Math.max(...embeddings)),
    });
    figures.print('event loop stood still while pictures were prepared, most', await server.stalls(), 'ms', {
      bar: 50,
    });

    const ask = async body => {
      const begun = performance.now();
      const { status, bytes, text } = await server.send('POST', '/services/ml/polygon-prediction', {
        body,
        as: 'person',
        context: { project_id: project },
      });
      if (status !== 200) throw new Error(text);
      const took = performance.now() - begun;
      return { took, bytes, answer: JSON.parse(text) };
    };
    const [asked, shares] = [[], { box: [], one: [], best: [], three: [] }];
    for (const { image, truth, box } of objects) {
      const size = { width: image.width, height: image.height };
      const base = { image: items.get(image.id), longest_side: 4096 };
      const masks = ({ answer }) => answer.candidates.map(each => maskOfCandidate(each, answer.step, size));
      const record = result => {
        asked.push(result);
        return result;
      };
      const boxed = record(
        await ask({ ...base, points: [], box: { x1: box.minX, y1: box.minY, x2: box.maxX, y2: box.maxY } }),
      );
      shares.box.push(sharedOverUnion(masks(boxed)[0], truth));
      const { x, y } = innermost(truth, image.width);
      const points = [{ x, y, label: 1 }];
      let result = record(await ask({ ...base, points }));
      const all = masks(result).map(each => sharedOverUnion(each, truth));
      shares.one.push(all[0]);
      shares.best.push(Math.max(...all));
      let found = masks(result)[0];
      for (let click = 2; click <= 3; click++) {
        points.push(nextClick(found, truth, image.width));
        result = record(await ask({ ...base, points, previous: { id: result.answer.id, candidate: 0 } }));
        found = masks(result)[0];
      }
      shares.three.push(sharedOverUnion(found, truth));
    }
    printQuality(figures, 'SAM 2, box', shares.box);
    printQuality(figures, 'SAM 2, one click', shares.one);
    printQuality(figures, 'SAM 2, one click, best of three candidates', shares.best);
    printQuality(figures, 'SAM 2, three clicks', shares.three);
    report(figures, 'COCO photographs', asked);

    const clicks = [];
    for (let click = 0; click < LARGE.clicks; click++)
      clicks.push(
        await ask({
          image: large,
          points: [
            { x: (LARGE.width * (1 + (click % 6))) / 7, y: (LARGE.height * (1 + Math.floor(click / 6))) / 6, label: 1 },
          ],
        }),
      );
    report(figures, `${LARGE.width} × ${LARGE.height}`, clicks, { goal: 150 });
    figures.print('event loop stood still while people clicked, most', await server.stalls(), 'ms', { bar: 50 });
  } finally {
    await server.stop();
  }
}

/** Milliseconds from the wish to the embedding. */
async function prepare(server, project, item) {
  const begun = performance.now();
  const options = { as: 'person', context: { project_id: project } };
  let view = await server.call('POST', `/services/ml/item/${item}/preparation`, {
    ...options,
    body: { priority: 'now' },
  });
  while (view.state === 'waiting' || view.state === 'working')
    view = await server.call('GET', `/services/ml/preparation/${view.id}?wait_ms=20000`, options);
  if (view.state !== 'ready') throw new Error(JSON.stringify(view));
  return performance.now() - begun;
}

function report(figures, where, asked, details = {}) {
  const times = asked.map(each => each.took);
  figures.print(`click p95, ${where}`, percentile(times, 0.95), 'ms', {
    bar: 300,
    n: times.length,
    median: Math.round(percentile(times, 0.5)),
    ...details,
  });
  figures.print(`answer to a click, largest, ${where}`, Math.max(...asked.map(each => each.bytes)) / 1000, 'kB', {
    bar: 60,
  });
}
