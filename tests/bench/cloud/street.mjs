import { open } from 'node:fs/promises';

const BATCH = 100_000;

/**
 * Writes a street of 800 m with ground, walls and trees, in the order of a drive: the same for the same number of
 * points.
 */
export async function makeStreet(path, points) {
  const handle = await open(path, 'w');
  try {
    for (let first = 0; first < points; first += BATCH)
      await handle.write(Buffer.from(batch(first, Math.min(BATCH, points - first), points, 0).buffer));
  } finally {
    await handle.close();
  }
}

/** The same street in memory, moved on by `ahead` metres. */
export function streetPoints(points, ahead = 0) {
  const whole = Buffer.alloc(points * 16);
  for (let first = 0; first < points; first += BATCH) {
    const { buffer } = batch(first, Math.min(BATCH, points - first), points, ahead);
    Buffer.from(buffer).copy(whole, first * 16);
  }
  return whole;
}

function batch(first, count, points, ahead) {
  const values = new Float32Array(count * 4);
  for (let i = 0; i < count; i += 1) {
    const at = first + i;
    const [turn, lift] = [(at * 0.618_033_988_749) % 1, (at * 0.414_213_562_373) % 1];
    const along = (at / points) * 800 - 400 + (lift - 0.5) * 40 - ahead;
    const kind = at % 10;
    const wall = kind < 3;
    const tree = kind === 3;
    const side = turn < 0.5 ? -1 : 1;
    const angle = turn * 2 * Math.PI;
    const [x, y, z] = tree
      ? [Math.round(along / 15) * 15 + Math.cos(angle) * lift * 3, side * 12 + Math.sin(angle) * lift * 3, 3 + lift * 4]
      : [along, wall ? side * 18 : (turn * 2 - 1) * 40, wall ? lift * 12 : Math.sin(along / 30)];
    values.set([x, y, z, kind / 10], i * 4);
  }
  return values;
}
