import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const source = fileURLToPath(new URL('../../../plugins/annotate/editor-video/common/tracking/', import.meta.url));
const [WIDTH, HEIGHT, FRAMES] = [480, 270, 150];

/** Mean overlap that the two-way tracker and the one from one frame reached with the made clips of the reference. */
const REFERENCE = { moving: { between: 0.99, from: 0.81 }, occluded: { between: 0.97, from: 0.81 } };
const SPEED = 40;

/** Seconds of processor time of this process, which a busy machine does not falsify. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The trackers on made clips whose boxes are known. Labelled films of real things are not at hand here. */
export async function measureTrackers({ figures }) {
  const load = async name =>
    (await runnerImport(`${source}${name}.ts`, { configFile: false, logLevel: 'error' })).module;
  const { trackBetween, trackFrom } = await load('two-way');
  const { overlapOf } = await load('grey-image');
  const mean = (path, boxes) => path.reduce((sum, { box }, at) => sum + overlapOf(box, boxes[at]), 0) / boxes.length;
  for (const [name, post] of [
    ['moving', false],
    ['occluded', true],
  ]) {
    const { images, boxes } = sceneOf(post);
    for (const every of [30, 60]) {
      const path = [];
      const began = processorTime();
      for (let at = 0; at < FRAMES - 1; at += every) {
        const to = Math.min(at + every, FRAMES - 1);
        const found = await trackBetween(images.slice(at, to + 1), boxes[at], boxes[to]);
        path.push(...found.slice(path.length === 0 ? 0 : 1));
      }
      const speed = FRAMES / (processorTime() - began);
      const details = { clip: `made: ${name}`, keyFramesEvery: every };
      figures.print('tracker between key frames, mean overlap', mean(path, boxes), 'IoU', {
        ...(every === 30 ? { least: REFERENCE[name].between } : {}),
        ...details,
      });
      figures.print('tracker between key frames, speed', speed, 'frames a second', {
        least: SPEED,
        of: 'processor time',
        ...details,
      });
    }
    const path = [];
    const began = processorTime();
    for await (const each of trackFrom(
      (async function* () {
        yield* images;
      })(),
      boxes[0],
    ))
      path.push(each);
    figures.print('tracker from one key frame, mean overlap', mean(path, boxes), 'IoU', {
      least: REFERENCE[name].from,
      clip: `made: ${name}`,
    });
    figures.print('tracker from one key frame, speed', FRAMES / (processorTime() - began), 'frames a second', {
      least: SPEED,
      of: 'processor time',
      clip: `made: ${name}`,
    });
  }
}

/** The same value for a place on every run. */
function noise(x, y) {
  const mixed = Math.imul(Math.imul(Math.floor(x), 374_761_393) ^ Math.imul(Math.floor(y), 668_265_263), 1_274_126_177);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % 256;
}

/** A textured object that moves over a textured background and grows; a post covers the middle if asked for. */
function sceneOf(post) {
  const boxes = Array.from({ length: FRAMES }, (_, at) => {
    const side = 64 * (1 + (0.4 * at) / FRAMES);
    return { x: 30 + (300 * at) / FRAMES, y: 90 + 30 * Math.sin(at / 14), width: side, height: side * 0.8 };
  });
  const images = boxes.map(box => {
    const data = new Uint8Array(WIDTH * HEIGHT);
    for (let y = 0; y < HEIGHT; y += 1)
      for (let x = 0; x < WIDTH; x += 1) {
        const [u, v] = [(x - box.x) / box.width, (y - box.y) / box.height];
        const inside = u >= 0 && u < 1 && v >= 0 && v < 1;
        const value = inside ? noise(u * 9, v * 7 + 100) * 0.8 + 40 : 90 + noise(x / 8, y / 8) * 0.25;
        data[y * WIDTH + x] = post && x >= 230 && x < 246 ? 30 : value;
      }
    return { width: WIDTH, height: HEIGHT, data };
  });
  return { images, boxes };
}
