import type { PointChunk } from './cloud-points.ts';

/** Metres along a side of a cell. */
const CELL = 2;
/** Share of the points of a cell that may be echoes below the ground. */
const ECHOES = 0.02;
/** Fewest points that tell the ground of a cell. */
const FEWEST = 5;

/** The height of the ground at each place, estimated from the lowest points around. */
export class Ground {
  readonly #cells: ReadonlyMap<string, number>;
  /** Height where nothing is known, metres. */
  readonly overall: number;

  constructor(chunks: readonly PointChunk[]) {
    const heights = new Map<string, number[]>();
    for (const { min, positions } of chunks)
      for (let at = 0; at + 2 < positions.length; at += 3) {
        const key = keyOf(positions[at]! + min.x, positions[at + 1]! + min.y);
        const list = heights.get(key);
        if (list === undefined) heights.set(key, [positions[at + 2]! + min.z]);
        else list.push(positions[at + 2]! + min.z);
      }
    const cells = new Map<string, number>();
    for (const [key, list] of heights) {
      if (list.length < FEWEST) continue;
      list.sort((one, other) => one - other);
      cells.set(key, list[Math.floor(list.length * ECHOES)]!);
    }
    this.#cells = cells;
    this.overall = median([...cells.values()]) ?? lowest(heights.values()) ?? 0;
  }

  /** Height of the ground at a place, metres: that of its cell and the cells around, so that one cell on a roof does not count. */
  at(x: number, y: number): number {
    const around: number[] = [];
    for (let across = -1; across <= 1; across += 1)
      for (let along = -1; along <= 1; along += 1) {
        const found = this.#cells.get(keyOf(x + across * CELL, y + along * CELL));
        if (found !== undefined) around.push(found);
      }
    const middle = median(around);
    if (middle === undefined) return this.overall;
    const own = this.#cells.get(keyOf(x, y));
    return own !== undefined && Math.abs(own - middle) < CELL / 4 ? own : middle;
  }
}

const keyOf = (x: number, y: number): string => `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;

function median(values: number[]): number | undefined {
  return values.sort((one, other) => one - other)[values.length >> 1];
}

function lowest(lists: Iterable<readonly number[]>): number | undefined {
  let least = Infinity;
  for (const list of lists) for (const value of list) least = Math.min(least, value);
  return Number.isFinite(least) ? least : undefined;
}
