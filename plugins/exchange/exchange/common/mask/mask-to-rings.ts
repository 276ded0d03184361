import { eachRun, maskExtent } from './mask-runs.ts';
import type { MaskRuns } from './mask-runs.ts';

/**
 * One connected area: its outer ring and its holes, flat lists on pixel corners, only vertices where the line turns.
 */
export interface MaskPolygon {
  readonly points: readonly number[];
  readonly holes: readonly (readonly number[])[];
}

// Directions in the order right, down, left, up; set pixels lie to the right of the way.
const stepX = [1, 0, -1, 0] as const;
const stepY = [0, 1, 0, -1] as const;

/** The part of a mask that holds set pixels, row by row, with an empty pixel all around. */
class Raster {
  readonly columns: number;
  readonly rows: number;
  readonly left: number;
  readonly top: number;
  /** Number of the area a pixel belongs to plus 1; 1 before areas are known, 0 when not set. */
  readonly cells: Int32Array;

  constructor(mask: MaskRuns, extent: { left: number; top: number; right: number; bottom: number }) {
    this.left = extent.left - 1;
    this.top = extent.top - 1;
    this.columns = extent.right - extent.left + 2;
    this.rows = extent.bottom - extent.top + 2;
    this.cells = new Int32Array(this.columns * this.rows);
    eachRun(mask, (start, length) => {
      for (let position = start; position < start + length; position += 1) {
        const column = Math.floor(position / mask.height);
        this.cells[(position - column * mask.height - this.top) * this.columns + column - this.left] = -1;
      }
    });
  }

  /** Gives the number to all pixels that hang together with this one, also over corners. */
  fill(cell: number, number: number): void {
    const open = [cell];
    this.cells[cell] = number;
    while (open.length > 0) {
      const from = open.pop()!;
      for (const to of [
        from - this.columns - 1,
        from - this.columns,
        from - this.columns + 1,
        from - 1,
        from + 1,
        from + this.columns - 1,
        from + this.columns,
        from + this.columns + 1,
      ]) {
        if (this.cells[to] !== -1) continue;
        this.cells[to] = number;
        open.push(to);
      }
    }
  }
}

/** For each pixel corner the directions in which a border leaves it, one bit each. */
function borders(raster: Raster): Uint8Array {
  const { columns, rows, cells } = raster;
  const leaving = new Uint8Array(columns * rows);
  for (let row = 1; row < rows - 1; row += 1) {
    for (let column = 1; column < columns - 1; column += 1) {
      const cell = row * columns + column;
      if (cells[cell] === 0) continue;
      if (cells[cell - columns] === 0) leaving[cell]! |= 1;
      if (cells[cell + 1] === 0) leaving[cell + 1]! |= 2;
      if (cells[cell + columns] === 0) leaving[cell + columns + 1]! |= 4;
      if (cells[cell - 1] === 0) leaving[cell + columns]! |= 8;
    }
  }
  return leaving;
}

function trace(leaving: Uint8Array, raster: Raster, start: number): number[] {
  const ring: number[] = [];
  let corner = start;
  let direction = 0;
  do {
    ring.push((corner % raster.columns) + raster.left, Math.floor(corner / raster.columns) + raster.top);
    const bit = 1 << direction;
    do {
      leaving[corner]! &= ~bit;
      corner += stepX[direction]! + stepY[direction]! * raster.columns;
    } while (leaving[corner] === bit);
    // Where two borders meet the left turn keeps pixels together that touch at the corner only.
    direction =
      [(direction + 3) % 4, direction, (direction + 1) % 4].find(next => (leaving[corner]! & (1 << next)) !== 0) ?? -1;
  } while (direction >= 0);
  return ring;
}

/** Twice the area of a ring, positive when it runs clockwise on the screen. */
function turning(ring: readonly number[]): number {
  let sum = 0;
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2)
    sum += ring[before]! * ring[at + 1]! - ring[at]! * ring[before + 1]!;
  return sum;
}

/**
 * The areas of a mask as polygons: set pixels that touch, also at a corner, form one area; a
 * single pixel gives its four corners. `ringsToMask` of the result is the mask again. Areas come in the order of
 * their topmost, then leftmost pixel.
 */
export function maskToRings(mask: MaskRuns): readonly MaskPolygon[] {
  const extent = maskExtent(mask);
  if (!extent) return [];
  const raster = new Raster(mask, extent);
  const leaving = borders(raster);
  const areas: { points: number[]; holes: number[][] }[] = [];
  for (let corner = 0; corner < leaving.length; corner += 1) {
    while ((leaving[corner]! & 1) !== 0) {
      const ring = trace(leaving, raster, corner);
      if (turning(ring) < 0) {
        areas[raster.cells[corner]! - 1]!.holes.push(ring);
        continue;
      }
      areas.push({ points: ring, holes: [] });
      raster.fill(corner, areas.length);
    }
  }
  return areas;
}
