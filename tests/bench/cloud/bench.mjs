import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Figures } from '../support/figures.mjs';
import { measureEditor } from './editor.mjs';
import { makeStreet } from './street.mjs';

const BUILDER = fileURLToPath(new URL('../../../dist/server/cloud-builder.js', import.meta.url));
const BARS = { memory: 600, seconds: 60 };
/** Interval of memory samples, in milliseconds. */
const LOOK_MS = 20;

/**
 * Builds the octree of a made-up street in the process of the built server (`npm run build`), then measures the editor
 * on it. Options: `--points N`, 20 000 000 when absent; `--octree` and `--editor` for one of both; `--database NAME`.
 */
export async function run(options) {
  if (!existsSync(BUILDER)) throw new Error('Build the product first: npm run build');
  const at = options.indexOf('--points');
  const points = at < 0 ? 20_000_000 : Number(options[at + 1]);
  const figures = new Figures('cloud');
  if (!options.includes('--editor')) await measureOctree(figures, points);
  if (!options.includes('--octree')) await measureEditor([...options, '--built'], figures, points);
  return figures.held;
}

async function measureOctree(figures, points) {
  const folder = await mkdtemp(join(tmpdir(), 'loupe-bench-cloud-'));
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
