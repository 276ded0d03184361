import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { Figures } from '../support/figures.mjs';
import { measureLarge } from './large.mjs';
import { measurePeer } from './peer.mjs';
import { SIDE } from './workload.mjs';

const CUTTER = fileURLToPath(new URL('../../../dist/server/tile-cutter.js', import.meta.url));
const TILE = 512;
const BARS = { memory: 600, first: 0.5 };
/** Milliseconds between samples of memory and tiles. */
const LOOK_MS = 20;

/**
 * Cuts a BigTIFF in the process of the built server (`npm run build`), then measures the editor on documents of many
 * polygons, and OpenSeadragon with Annotorious on the same polygons. Options: `--size PIXELS` of a side, 20 000 when
 * absent; `--cut`, `--large` and `--peer` for one of the three.
 */
export async function run(options) {
  if (!existsSync(CUTTER)) throw new Error('Build the product first: npm run build');
  const figures = new Figures('tiled');
  const one = ['--cut', '--large', '--peer'].find(each => options.includes(each));
  const wants = part => one === undefined || one === part;
  if (wants('--cut')) await measureCutting(options, figures);
  if (wants('--large')) await measureLarge([...options, '--built'], figures);
  if (wants('--peer')) await measureBeside(figures);
  return figures.held;
}

async function measureCutting(options, figures) {
  const at = options.indexOf('--size');
  const size = at < 0 ? 20_000 : Number(options[at + 1]);
  const folder = await mkdtemp(join(tmpdir(), 'loupe-bench-tiled-'));
  try {
    const input = join(folder, 'slide.tif');
    await makeSlide(input, size);
    const { seconds, first, megabytes } = await cut(input, join(folder, 'slide'), size);
    const details = { image: `${size} × ${size} BigTIFF in strips`, megapixels: (size * size) / 1e6 };
    figures.print('peak memory of cutting', megabytes, 'MB', { bar: BARS.memory, ...details });
    figures.print('time to cut', seconds, 's', details);
    figures.print('first tiles, as a share of the time to cut', first / seconds, '', { bar: BARS.first, ...details });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Cuts the plain image of the large documents for the peer. */
async function measureBeside(figures) {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-bench-tiled-'));
  try {
    const input = join(folder, 'slide.jpg');
    await sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#d8c8d4' }, limitInputPixels: false })
      .jpeg()
      .toFile(input);
    await cut(input, join(folder, 'slide'), SIDE);
    await measurePeer(figures, join(folder, 'slide_files'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Noise that repeats, so that no tile is blank and the file stays small. */
async function makeSlide(path, size) {
  const side = 1000;
  const noise = await sharp({
    create: { width: side, height: side, channels: 3, noise: { type: 'gaussian', mean: 140, sigma: 30 } },
  })
    .png()
    .toBuffer();
  await sharp({ create: { width: size, height: size, channels: 3, background: '#888888' }, limitInputPixels: false })
    .composite([{ input: noise, tile: true }])
    .tiff({ bigtiff: true, compression: 'jpeg', quality: 60 })
    .toFile(path);
}

async function cut(input, output, size) {
  const levels = Math.ceil(Math.log2(size / TILE)) + 1;
  const full = join(`${output}_files`, String(levels - 1));
  const begin = performance.now();
  const child = spawn(process.execPath, [CUTTER, JSON.stringify({ input, output, tileSize: TILE, turned: false })], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { MALLOC_ARENA_MAX: '2' },
  });
  const ended = once(child, 'exit');
  let [first, megabytes, running] = [Number.NaN, 0, true];
  void ended.then(() => (running = false));
  while (running) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    megabytes = Math.max(megabytes, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
    if (Number.isNaN(first) && (await readdir(full).catch(() => [])).some(name => name.endsWith('_1.jpeg')))
      first = (performance.now() - begin) / 1000;
    await pause(LOOK_MS);
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`The cutter ended with code ${code}.`);
  return { seconds: (performance.now() - begin) / 1000, first, megabytes };
}
