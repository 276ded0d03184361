import type { MaskRuns } from './mask-runs.ts';
import { cellsOfRuns } from './mask-runs.ts';
import type { OutlinePart } from './mask-outline.ts';
import { outlinesOf } from './mask-outline.ts';

/** A mask in item pixels, 1 inside and 0 outside. */
export interface PlacedMask {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Outlines and mask of one region. */
export interface Region {
  readonly parts: readonly OutlinePart[];
  readonly mask: PlacedMask;
}

/** Parts and holes below so many square pixels of the item are noise. */
const SMALLEST = 4;

/**
 * Returns a region from runs of cells.
 *
 * @param step width of a cell in item pixels
 * @param tolerance largest distance of an outline from the edges of the cells, in item pixels
 */
export function regionFromRuns(runs: MaskRuns, step: number, tolerance: number): Region {
  const cells = cellsOfRuns(runs);
  const { x, y, width, height } = runs;
  const parts = outlinesOf(
    { x: x * step, y: y * step, width, height, data: cells, step },
    Math.max(tolerance, step / 2),
    SMALLEST * step * step,
  );
  return { parts, mask: step === 1 ? { x, y, width, height, data: cells } : spread(runs, cells, step) };
}

/** The cells as pixels of the item. */
function spread({ x, y, width, height }: MaskRuns, cells: Uint8Array, step: number): PlacedMask {
  const data = new Uint8Array(width * step * height * step);
  const row = new Uint8Array(width * step);
  for (let line = 0; line < height; line++) {
    for (let column = 0; column < width; column++)
      row.fill(cells[line * width + column]!, column * step, (column + 1) * step);
    for (let copy = 0; copy < step; copy++) data.set(row, (line * step + copy) * row.length);
  }
  return { x: x * step, y: y * step, width: width * step, height: height * step, data };
}
