import type { Box, Vector } from './box.ts';
import { boxBounds, rotationOf } from './box.ts';

/** Points that lie near each other, such as those of a node. */
export interface PointChunk {
  /** Lower corner of the chunk, metres; positions are relative to it. */
  readonly min: Vector;
  readonly max: Vector;
  /** x, y, z of each point. */
  readonly positions: Float32Array;
}

/** Calls back with each point of the chunks inside a box, along the axes of the box from its centre. */
export function eachInside(
  chunks: readonly PointChunk[],
  box: Box,
  visit: (x: number, y: number, z: number) => void,
): void {
  const { min, max } = boxBounds(box);
  const r = rotationOf(box.rotation);
  const [hx, hy, hz] = [box.size.x / 2, box.size.y / 2, box.size.z / 2];
  for (const chunk of chunks) {
    if (
      chunk.max.x < min.x ||
      chunk.max.y < min.y ||
      chunk.max.z < min.z ||
      chunk.min.x > max.x ||
      chunk.min.y > max.y ||
      chunk.min.z > max.z
    )
      continue;
    const { positions } = chunk;
    const ox = chunk.min.x - box.position.x;
    const oy = chunk.min.y - box.position.y;
    const oz = chunk.min.z - box.position.z;
    // No lists in here: they make the first calls, before it is compiled, a third slower.
    for (let at = 0; at + 2 < positions.length; at += 3) {
      const dx = positions[at]! + ox;
      const dy = positions[at + 1]! + oy;
      const dz = positions[at + 2]! + oz;
      const x = r[0] * dx + r[3] * dy + r[6] * dz;
      if (x > hx || x < -hx) continue;
      const y = r[1] * dx + r[4] * dy + r[7] * dz;
      if (y > hy || y < -hy) continue;
      const z = r[2] * dx + r[5] * dy + r[8] * dz;
      if (z > hz || z < -hz) continue;
      visit(x, y, z);
    }
  }
}

/** Number of points inside a box. */
export function countInside(chunks: readonly PointChunk[], box: Box): number {
  let count = 0;
  eachInside(chunks, box, () => (count += 1));
  return count;
}
