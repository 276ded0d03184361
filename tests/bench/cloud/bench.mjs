import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Figures } from '../support/figures.mjs';

const BUILDER = fileURLToPath(new URL('../../../dist/server/cloud-builder.js', import.meta.url));
const BARS = { memory: 600, seconds: 60 };
/** Interval of memory samples, in milliseconds. */
const LOOK_MS = 20;
const BATCH = 100_000;

/** Builds the octree of a made-up street in the process of the built server (`npm run build`). Options: `--points N`, 20 000 000 when absent. */
export async function run(options) {
  if (!existsSync(BUILDER)) throw new Error('Build the product first: npm run build');
  const at = options.indexOf('--points');
  const points = at < 0 ? 20_000_000 : Number(options[at + 1]);
  const folder = await mkdtemp(join(tmpdir(), 'loupe-bench-cloud-'));
  const figures = new Figures('cloud');
  try {
    const input = join(folder, 'street.bin');
    await makeStreet(input, points);
    const output = join(folder, 'nodes');
    const { seconds, megabytes } = await build(input, output);
    const { frames } = JSON.parse(await readFile(`${output}.json`, 'utf8'));
    const { nodes } = frames[0];
    const found = nodes.reduce((sum, each) => sum + each.points, 0);
    if (found !== points) throw new Error(`${found} of ${points} points are in nodes.`);
    const details = { points, nodes: nodes.length, file: 'KITTI bin' };
    figures.print('peak memory of the octree job', megabytes, 'MB', { bar: BARS.memory, ...details });
    figures.print('time of the octree job', seconds, 's', { bar: BARS.seconds, ...details });
    figures.print('bytes of the first node', nodes[0].size, 'B', { of: (await stat(output)).size, ...details });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return figures.held;
}

/** A street of 800 m with ground, walls and trees, in the order of a drive: the same for the same number of points. */
async function makeStreet(path, points) {
  const handle = await open(path, 'w');
  try {
    for (let first = 0; first < points; first += BATCH) {
      const count = Math.min(BATCH, points - first);
      const values = new Float32Array(count * 4);
      for (let i = 0; i < count; i += 1) {
        const at = first + i;
        const [turn, lift] = [(at * 0.618_033_988_749) % 1, (at * 0.414_213_562_373) % 1];
        const along = (at / points) * 800 - 400 + (lift - 0.5) * 40;
        const kind = at % 10;
        const wall = kind < 3;
        const tree = kind === 3;
        const side = turn < 0.5 ? -1 : 1;
        const angle = turn * 2 * Math.PI;
        const [x, y, z] = tree
          ? [
              Math.round(along / 15) * 15 + Math.cos(angle) * lift * 3,
              side * 12 + Math.sin(angle) * lift * 3,
              3 + lift * 4,
            ]
          : [along, wall ? side * 18 : (turn * 2 - 1) * 40, wall ? lift * 12 : Math.sin(along / 30)];
        values.set([x, y, z, kind / 10], i * 4);
      }
      await handle.write(Buffer.from(values.buffer));
    }
  } finally {
    await handle.close();
  }
}

async function build(input, output) {
  const request = `${output}-request.json`;
  await writeFile(request, JSON.stringify({ inputs: [{ path: input, name: 'street.bin' }], output }));
  const begin = performance.now();
  const child = spawn(process.execPath, ['--max-old-space-size=256', BUILDER, request], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { MALLOC_ARENA_MAX: '2', TMPDIR: tmpdir() },
  });
  const ended = once(child, 'exit');
  let [megabytes, running] = [0, true];
  void ended.then(() => (running = false));
  while (running) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    megabytes = Math.max(megabytes, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
    await pause(LOOK_MS);
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`The builder ended with ${code}.`);
  return { seconds: (performance.now() - begin) / 1000, megabytes };
}
