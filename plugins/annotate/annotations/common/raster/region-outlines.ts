import type { PixelRegion } from './pixel-region.ts';
import { emptyRegion } from './pixel-region.ts';
import { polygonRows } from './polygon-rows.ts';

/**
 * One connected piece as outlines along the edges of its pixels; flat lists x, y, … in item pixels without a repeated
 * first point.
 */
export interface OutlinedPiece {
  readonly outer: readonly number[];
  readonly holes: readonly (readonly number[])[];
}

/** Directions in which an edge is walked, with the inside to its right: right, down, left, up. */
const stepX = [1, 0, -1, 0];
const stepY = [0, 1, 0, -1];

/**
 * Returns the outlines of a region in item pixels: one piece for each area whose pixels share sides, with its holes. A
 * line has points only where it turns. Filling the outlines gives the same region, to the pixel.
 */
export function regionOutlines(region: PixelRegion): readonly OutlinedPiece[] {
  const { x: left, y: top, width, height, data } = region;
  const inside = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && data[y * width + x] === 1;
  // Only edges that have the inside below them begin a line; each is walked once.
  const walked = new Uint8Array((width + 1) * (height + 1));
  const outers: { readonly ring: number[]; readonly x: number; readonly y: number; readonly holes: number[][] }[] = [];
  const holes: { readonly ring: number[]; readonly x: number; readonly y: number }[] = [];
  const owner = new Int32Array(width * height).fill(-1);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!inside(x, y)) continue;
      if (!inside(x, y - 1) && walked[y * (width + 1) + x] === 0) {
        const ring = trace(inside, x, y, (column, row) => {
          walked[row * (width + 1) + column] = 1;
        });
        if (signedArea(ring) > 0) {
          const piece = { ring, x, y, holes: [] };
          flood(region, owner, x, y, outers.length);
          outers.push(piece);
        } else {
          holes.push({ ring, x, y });
        }
      }
    }
  }
  for (const { ring, x, y } of holes) outers[owner[y * width + x]!]!.holes.push(ring);
  const placed = (ring: readonly number[]): readonly number[] =>
    ring.map((value, at) => value + (at % 2 === 0 ? left : top));
  return outers.map(({ ring, holes: own }) => ({ outer: placed(ring), holes: own.map(placed) }));
}

/**
 * The region of outlines: pixels whose centre is inside of a piece, by the even-odd rule of its rings, and on the
 * image.
 */
export function outlinesRegion(
  pieces: readonly OutlinedPiece[],
  size: { readonly width: number; readonly height: number },
): PixelRegion {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { outer } of pieces) {
    for (let at = 0; at + 1 < outer.length; at += 2) {
      minX = Math.min(minX, outer[at]!);
      maxX = Math.max(maxX, outer[at]!);
      minY = Math.min(minY, outer[at + 1]!);
      maxY = Math.max(maxY, outer[at + 1]!);
    }
  }
  const area = {
    minX: Math.max(0, minX),
    minY: Math.max(0, minY),
    maxX: Math.min(size.width, maxX),
    maxY: Math.min(size.height, maxY),
  };
  if (!(area.minX < area.maxX && area.minY < area.maxY))
    return { x: 0, y: 0, width: 0, height: 0, data: new Uint8Array(0) };
  const region = emptyRegion(area);
  for (const { outer, holes } of pieces) {
    polygonRows([outer, ...holes], (y, from, to) => {
      if (y < region.y || y >= region.y + region.height) return;
      const start = (y - region.y) * region.width;
      region.data.fill(
        1,
        start + Math.max(0, from - region.x),
        start + Math.min(region.width, Math.max(0, to - region.x)),
      );
    });
  }
  return region;
}

function trace(
  inside: (x: number, y: number) => boolean,
  startX: number,
  startY: number,
  top: (x: number, y: number) => void,
): number[] {
  const ring: number[] = [];
  let [x, y, direction] = [startX, startY, 0];
  do {
    ring.push(x, y);
    // Straight on while the pixel to the right of the edge is inside and the one to its left is not.
    for (;;) {
      if (direction === 0) top(x, y);
      x += stepX[direction]!;
      y += stepY[direction]!;
      const [right, ahead] = cellsAt(inside, x, y, direction);
      if (!right) {
        direction = (direction + 1) % 4;
        break;
      }
      if (ahead) {
        direction = (direction + 3) % 4;
        break;
      }
    }
  } while (x !== startX || y !== startY || direction !== 0);
  return ring;
}

/** Returns the cells beyond a corner: the pixel to the right of the way on, and the one to its left. */
function cellsAt(
  inside: (x: number, y: number) => boolean,
  x: number,
  y: number,
  direction: number,
): readonly [boolean, boolean] {
  switch (direction) {
    case 0:
      return [inside(x, y), inside(x, y) && inside(x, y - 1)];
    case 1:
      return [inside(x - 1, y), inside(x - 1, y) && inside(x, y)];
    case 2:
      return [inside(x - 1, y - 1), inside(x - 1, y - 1) && inside(x - 1, y)];
    default:
      return [inside(x, y - 1), inside(x, y - 1) && inside(x - 1, y - 1)];
  }
}

function signedArea(ring: readonly number[]): number {
  let twice = 0;
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    twice += ring[at]! * ring[next + 1]! - ring[next]! * ring[at + 1]!;
  }
  return twice / 2;
}

function flood(
  { width, height, data }: PixelRegion,
  owner: Int32Array,
  startX: number,
  startY: number,
  number: number,
): void {
  const open = [startY * width + startX];
  owner[open[0]!] = number;
  while (open.length > 0) {
    const at = open.pop()!;
    const x = at % width;
    for (const next of [x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width, at + width]) {
      if (next < 0 || next >= width * height || data[next] !== 1 || owner[next] !== -1) continue;
      owner[next] = number;
      open.push(next);
    }
  }
}
