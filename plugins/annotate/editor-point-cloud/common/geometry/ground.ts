import type { PointChunk } from './cloud-points.ts';

/** Metres along a side of a cell. */
const CELL = 2;
/** Cells along a side of a block, whose cells are estimated together. */
const BLOCK = 4;
/** Share of the points of a cell that may be echoes below the ground. */
const ECHOES = 0.02;
/** Fewest points that give the ground of a cell. */
const FEWEST = 5;
/** Points from which the ground of the entire scan is estimated, and most cells along a side for that. */
const SAMPLE = 60_000;
const SIDE = 64;

/**
 * The height of the ground at each place, estimated from the lowest points around. Only what is around a place that is
 * asked for is looked at, so that the first question costs as little on 20 million points as on a small scan.
 */
export class Ground {
  readonly #chunks: readonly PointChunk[];
  readonly #blocks = new Map<string, readonly (number | undefined)[]>();
  #overall: number | undefined;

  constructor(chunks: readonly PointChunk[]) {
    this.#chunks = chunks;
  }

  /** Height where nothing is known, metres. */
  get overall(): number {
    this.#overall ??= overallHeight(this.#chunks);
    return this.#overall;
  }

  /**
   * Height of the ground at a place, metres: that of its cell and the cells around, so that one cell on a roof does not
   * count.
   */
  at(x: number, y: number): number {
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    const around: number[] = [];
    for (let across = -1; across <= 1; across += 1)
      for (let along = -1; along <= 1; along += 1) {
        const found = this.#cell(column + across, row + along);
        if (found !== undefined) around.push(found);
      }
    const middle = median(around);
    if (middle === undefined) return this.overall;
    const own = this.#cell(column, row);
    return own !== undefined && Math.abs(own - middle) < CELL / 4 ? own : middle;
  }

  #cell(column: number, row: number): number | undefined {
    const [across, down] = [Math.floor(column / BLOCK), Math.floor(row / BLOCK)];
    const key = `${across} ${down}`;
    let block = this.#blocks.get(key);
    if (block === undefined) {
      block = lowest(this.#chunks, across * BLOCK * CELL, down * BLOCK * CELL, CELL, BLOCK, 1);
      this.#blocks.set(key, block);
    }
    return block[(row - down * BLOCK) * BLOCK + column - across * BLOCK];
  }
}

/**
 * The lowest height of each cell of a square, without echoes; undefined of cells with too few points. Every `step`th
 * point is looked at.
 */
function lowest(
  chunks: readonly PointChunk[],
  left: number,
  lower: number,
  cell: number,
  side: number,
  step: number,
): (number | undefined)[] {
  const reach = cell * side;
  const cells: number[] = [];
  const heights: number[] = [];
  for (const { min, max, positions } of chunks) {
    if (min.x > left + reach || max.x < left || min.y > lower + reach || max.y < lower) continue;
    for (let at = 0; at + 2 < positions.length; at += 3 * step) {
      const column = Math.floor((positions[at]! + min.x - left) / cell);
      const row = Math.floor((positions[at + 1]! + min.y - lower) / cell);
      if (column < 0 || row < 0 || column >= side || row >= side) continue;
      cells.push(row * side + column);
      heights.push(positions[at + 2]! + min.z);
    }
  }
  const ends = new Uint32Array(side * side + 1);
  for (const each of cells) ends[each + 1]! += 1;
  for (let at = 0; at < side * side; at += 1) ends[at + 1]! += ends[at]!;
  const next = ends.slice();
  const sorted = new Float64Array(heights.length);
  for (const [at, each] of cells.entries()) sorted[next[each]!++] = heights[at]!;
  return Array.from({ length: side * side }, (_, at) => {
    const own = sorted.subarray(ends[at], ends[at + 1]);
    return own.length < FEWEST ? undefined : own.sort()[Math.floor(own.length * ECHOES)];
  });
}

function overallHeight(chunks: readonly PointChunk[]): number {
  const points = chunks.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  if (points === 0) return 0;
  const [left, lower] = [Math.min(...chunks.map(({ min }) => min.x)), Math.min(...chunks.map(({ min }) => min.y))];
  const extent = Math.max(
    ...chunks.map(({ max }) => max.x - left),
    ...chunks.map(({ max }) => max.y - lower),
    CELL / 2,
  );
  const cell = Math.max(CELL, (extent * 1.0001) / SIDE);
  const step = Math.max(1, Math.floor(points / SAMPLE));
  const found = lowest(chunks, left, lower, cell, Math.ceil((extent * 1.0001) / cell), step);
  return median(found.filter(each => each !== undefined)) ?? Math.min(...chunks.map(({ min }) => min.z));
}

function median(values: number[]): number | undefined {
  return values.sort((one, other) => one - other)[values.length >> 1];
}
