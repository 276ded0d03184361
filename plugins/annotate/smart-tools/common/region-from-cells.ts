import type { Rectangle, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { runsOfLogits } from './logit-runs.ts';
import type { Region } from './region-from-runs.ts';
import { regionFromRuns } from './region-from-runs.ts';
import { tidyLogits } from './tidy-logits.ts';

/** Cells of a region on the longer side, at most: beyond it they are several item pixels wide. */
const LONGEST = 4096;

/**
 * A region from a small grid of 0 and 1 that covers an area of the item, smoothed so that its steps do not show,
 * without specks and pinholes. `area` has whole numbers; parts that hold one of the `kept` cells stay.
 */
export function regionFromCells(
  cells: Uint8Array,
  { width, height }: Size,
  area: Rectangle,
  tolerance: number,
  kept: readonly number[] = [],
): Region {
  const [across, down] = [area.maxX - area.minX, area.maxY - area.minY];
  const step = Math.max(1, Math.ceil(Math.max(across, down) / LONGEST));
  const enlarged = across > width * 1.2;
  const logits = tidyLogits(
    enlarged ? smoothed(cells, width, height) : Float32Array.from(cells, cell => cell * 2 - 1),
    width,
    height,
    kept,
  );
  const runs = runsOfLogits(logits, width, height, Math.ceil(across / step), Math.ceil(down / step));
  const { parts, mask } = regionFromRuns(runs, step, tolerance);
  const moved = (ring: readonly number[]): readonly number[] =>
    ring.map((value, at) =>
      Math.min(value + (at % 2 === 0 ? area.minX : area.minY), at % 2 === 0 ? area.maxX : area.maxY),
    );
  return {
    parts: parts.map(({ outer, holes }) => ({ outer: moved(outer), holes: holes.map(moved) })),
    mask: { ...mask, x: mask.x + area.minX, y: mask.y + area.minY },
  };
}

/** The mean of each cell and its neighbours, as -1..1. */
function smoothed(cells: Uint8Array, width: number, height: number): Float32Array {
  const logits = new Float32Array(cells.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [sum, count] = [0, 0];
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const weight = row === y && column === x ? 2 : 1;
          sum += cells[row * width + column]! * weight;
          count += weight;
        }
      }
      logits[y * width + x] = (sum / count) * 2 - 1;
    }
  }
  return logits;
}
