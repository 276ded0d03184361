import type { Cube, NodeSink } from './node-sink.ts';
import { childCube } from './node-sink.ts';
import type { Records } from './records.ts';

/** Points of the largest node without children, and of a cloud that is one node. */
export const leafPoints = 50_000;
export const singleNodePoints = 100_000;
/** Points of a node with children. */
export const samplePoints = 60_000;
/** Deepest level of an octree: names have at most so many digits. */
export const deepest = 20;

/** Cells along a side of the grid of which each node takes a point a cell, the finest first. */
const GRIDS = [128, 64, 32];
const marks = new Uint8Array(128 ** 3);

/**
 * Divides points in memory into nodes. Each node takes one point of each cell of a grid, so that the nodes of the upper
 * levels are an even sample; the others go to its children.
 * @param order numbers of the points in `records`; it is rearranged
 */
export function subdivide(
  cube: Cube,
  records: Records,
  order: Uint32Array,
  from: number,
  to: number,
  sink: NodeSink,
  largestLeaf = leafPoints,
): void {
  if (to - from <= largestLeaf || cube.name.length > deepest) {
    sink.write(cube, records, order, from, to);
    return;
  }
  let taken = from;
  for (const cells of GRIDS) {
    taken = takeSample(cube, records, order, from, to, cells);
    if (taken - from <= samplePoints) break;
  }
  sink.write(cube, records, order, from, taken);
  const ends = partition(cube, records, order, taken, to);
  let start = taken;
  for (let digit = 0; digit < 8; digit += 1) {
    if (ends[digit]! > start) subdivide(childCube(cube, digit), records, order, start, ends[digit]!, sink);
    start = ends[digit]!;
  }
}

/** Moves one point of each cell to the front. Answers where the sample ends. */
function takeSample(
  { min, size }: Cube,
  { x, y, z }: Records,
  order: Uint32Array,
  from: number,
  to: number,
  cells: number,
): number {
  const scale = cells / size;
  const last = cells - 1;
  marks.fill(0, 0, cells ** 3);
  let end = from;
  for (let i = from; i < to; i += 1) {
    const at = order[i]!;
    const cx = Math.min(last, Math.max(0, Math.floor((x[at]! - min[0]) * scale)));
    const cy = Math.min(last, Math.max(0, Math.floor((y[at]! - min[1]) * scale)));
    const cz = Math.min(last, Math.max(0, Math.floor((z[at]! - min[2]) * scale)));
    const cell = (cx * cells + cy) * cells + cz;
    if (marks[cell] === 1) continue;
    marks[cell] = 1;
    order[i] = order[end]!;
    order[end] = at;
    end += 1;
  }
  return end;
}

/** Sorts points by the child they are in. Answers where each child ends. */
function partition({ min, size }: Cube, { x, y, z }: Records, order: Uint32Array, from: number, to: number): number[] {
  const [mx, my, mz] = [min[0] + size / 2, min[1] + size / 2, min[2] + size / 2];
  const counts = Array.from({ length: 8 }, () => 0);
  const digits = new Uint8Array(to - from);
  for (let i = from; i < to; i += 1) {
    const at = order[i]!;
    const digit = (x[at]! >= mx ? 4 : 0) | (y[at]! >= my ? 2 : 0) | (z[at]! >= mz ? 1 : 0);
    digits[i - from] = digit;
    counts[digit]! += 1;
  }
  let start = from;
  const next = counts.map(count => {
    start += count;
    return start - count;
  });
  const source = order.slice(from, to);
  for (let i = 0; i < source.length; i += 1) {
    const digit = digits[i]!;
    order[next[digit]!] = source[i]!;
    next[digit]! += 1;
  }
  return next;
}
