import type { NodePoints } from '../common/cloud-node.ts';

type Triple = readonly [number, number, number];

/** Colors from low to high. */
const RAMP: readonly Triple[] = [
  [38, 70, 160],
  [40, 150, 190],
  [110, 190, 110],
  [240, 200, 70],
  [220, 90, 60],
];
const GROUND: Triple = [24, 27, 33];

/**
 * Draws points as seen from above, x to the right and y up, colored by height.
 * @param nodes points with the corner of their node
 * @param low, high heights that get the first and the last color
 * @returns rows of red, green, blue from the top
 */
export function topView(
  nodes: readonly { readonly points: NodePoints; readonly min: Triple }[],
  min: Triple,
  max: Triple,
  [low, high]: readonly [number, number],
  size: number,
): Uint8Array {
  const pixels = new Uint8Array(size * size * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = GROUND[at % 3]!;
  const tops = new Float64Array(size * size).fill(-Infinity);
  const extent = Math.max(max[0] - min[0], max[1] - min[1], 1e-6);
  const scale = (size - 1) / extent;
  const [left, bottom] = [(min[0] + max[0] - extent) / 2, (min[1] + max[1] - extent) / 2];
  for (const { points, min: corner } of nodes)
    for (let i = 0; i < points.positions.length; i += 3) {
      const column = Math.round((points.positions[i]! + corner[0] - left) * scale);
      const row = size - 1 - Math.round((points.positions[i + 1]! + corner[1] - bottom) * scale);
      const height = points.positions[i + 2]! + corner[2];
      if (column < 0 || row < 0 || column >= size || row >= size) continue;
      const at = row * size + column;
      if (height <= tops[at]!) continue;
      tops[at] = height;
      const place = Math.min(1, Math.max(0, (height - low) / Math.max(high - low, 1e-6))) * (RAMP.length - 1);
      const step = Math.min(RAMP.length - 2, Math.floor(place));
      for (let channel = 0; channel < 3; channel += 1) {
        const [from, to] = [RAMP[step]![channel]!, RAMP[step + 1]![channel]!];
        pixels[at * 3 + channel] = Math.round(from + (to - from) * (place - step));
      }
    }
  return pixels;
}

/** Heights between which the middle of the points lies: a few high or low ones would leave one color to all others. */
export function heightRange(nodes: readonly { readonly points: NodePoints; readonly min: Triple }[]): [number, number] {
  const heights = nodes
    .flatMap(({ points, min }) => Array.from(points.indices, (_, at) => points.positions[at * 3 + 2]! + min[2]))
    .sort((one, other) => one - other);
  const at = (part: number): number => heights[Math.floor((heights.length - 1) * part)] ?? 0;
  return [at(0.02), at(0.98)];
}
