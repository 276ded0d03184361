import { boundsOf, encloses, simplifyRing } from '#plugins/annotate/annotations/common/geometry/index.ts';

/**
 * A grid of 0 and 1 placed in the item: cell (0, 0) begins at (x, y) and every cell is `step` item pixels wide and
 * high.
 */
export interface PlacedGrid {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly step: number;
}

/** One connected piece in item pixels; flat lists x, y, … without a repeated first point. */
export interface OutlinePart {
  readonly outer: readonly number[];
  readonly holes: readonly (readonly number[])[];
}

const TURN_X = [1, 0, -1, 0] as const;
const TURN_Y = [0, 1, 0, -1] as const;

/**
 * Returns the outlines of a mask along the edges of its cells, largest part first. Parts that touch at a corner only are
 * separate.
 *
 * @param tolerance largest distance of an outline from the edges of the cells, in item pixels
 * @param smallest area in square item pixels below which parts and holes are left out
 */
export function outlinesOf(grid: PlacedGrid, tolerance: number, smallest: number = 0): readonly OutlinePart[] {
  const outers: { readonly ring: readonly number[]; readonly area: number; readonly holes: (readonly number[])[] }[] =
    [];
  const holes: (readonly number[])[] = [];
  for (const ring of cellRings(grid)) {
    const area = (ringArea(ring) * grid.step * grid.step) / 2;
    if (Math.abs(area) < smallest) continue;
    const placed = ring.map((value, at) => (at % 2 === 0 ? grid.x : grid.y) + value * grid.step);
    if (area > 0) outers.push({ ring: placed, area, holes: [] });
    else holes.push(placed);
  }
  outers.sort((first, second) => second.area - first.area);
  for (const hole of holes) {
    // The smallest part around it: a part may lie in a hole of another. The first corner of a hole is reached
    // eastwards, along a cell of the part.
    const bounds = boundsOf(hole);
    const [x, y] = [hole[0]! - grid.step / 2, hole[1]! + grid.step / 2];
    outers.findLast(({ ring }) => encloses(boundsOf(ring), bounds) && liesIn(ring, x, y))?.holes.push(hole);
  }
  return outers
    .map(({ ring, holes: own }) => ({
      outer: simplifyRing(ring, tolerance),
      holes: own.map(hole => simplifyRing(hole, tolerance)).filter(hole => hole.length >= 6),
    }))
    .filter(part => part.outer.length >= 6);
}

/**
 * Closed rings of cell corners: clockwise (on the screen) around parts, the other way around holes. Only corners where
 * the line turns.
 */
function cellRings({ width, height, data }: PlacedGrid): readonly (readonly number[])[] {
  const inside = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && data[y * width + x] === 1;
  const seen = new Uint8Array(data.length);
  const rings: number[][] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x] !== 1 || seen[y * width + x] === 1 || inside(x, y - 1)) continue;
      rings.push(walk(inside, seen, width, x, y));
    }
  }
  return rings;
}

/** Follows the edge with the inside on the right hand, beginning eastwards along the top of cell (x, y). */
function walk(
  inside: (x: number, y: number) => boolean,
  seen: Uint8Array,
  width: number,
  startX: number,
  startY: number,
): number[] {
  const ring: number[] = [];
  let [x, y, direction] = [startX, startY, 0];
  do {
    if (direction === 0) seen[y * width + x] = 1;
    x += TURN_X[direction]!;
    y += TURN_Y[direction]!;
    const turn = nextTurn(inside, x, y, direction);
    if (turn !== 0) ring.push(x, y);
    direction = (direction + turn + 4) % 4;
  } while (x !== startX || y !== startY || direction !== 0);
  return ring;
}

/**
 * At a corner: 1 to the right, -1 to the left, 0 straight on. Right first where two cells meet at the corner only, so
 * that they stay apart.
 */
function nextTurn(inside: (x: number, y: number) => boolean, x: number, y: number, direction: number): number {
  const [aheadRight, aheadLeft] = AHEAD[direction]!;
  if (!inside(x + aheadRight[0], y + aheadRight[1])) return 1;
  return inside(x + aheadLeft[0], y + aheadLeft[1]) ? -1 : 0;
}

/**
 * The cells ahead of a corner, right and left of the way, relative to the corner; by direction east, south, west,
 * north.
 */
const AHEAD = [
  [
    [0, 0],
    [0, -1],
  ],
  [
    [-1, 0],
    [0, 0],
  ],
  [
    [-1, -1],
    [-1, 0],
  ],
  [
    [0, -1],
    [-1, -1],
  ],
] as const;

/** Twice the area; positive for clockwise rings on the screen. */
function ringArea(ring: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    sum += ring[at]! * ring[next + 1]! - ring[next]! * ring[at + 1]!;
  }
  return sum;
}

function liesIn(ring: readonly number[], x: number, y: number): boolean {
  let inside = false;
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const [x1, y1, x2, y2] = [ring[at]!, ring[at + 1]!, ring[before]!, ring[before + 1]!];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}
