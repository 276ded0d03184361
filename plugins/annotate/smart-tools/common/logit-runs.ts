import type { MaskRuns } from './mask-runs.ts';
import { runsInBounds } from './mask-runs.ts';

/**
 * The mask of a `columns × lines` grid of logits (positive = inside) stretched over `width × height` pixels with linear
 * interpolation. The places where the value passes zero are computed, not sampled, so that the cost follows the number
 * of rows and not of pixels.
 */
export function runsOfLogits(
  logits: Float32Array,
  columns: number,
  lines: number,
  width: number,
  height: number,
): MaskRuns {
  const line = new Float32Array(columns);
  const rows: number[][] = [];
  for (let y = 0; y < height; y++) {
    const at = Math.min(Math.max(((y + 0.5) * lines) / height - 0.5, 0), lines - 1);
    const upper = Math.floor(at);
    const lower = Math.min(upper + 1, lines - 1);
    const share = at - upper;
    let highest = -Infinity;
    for (let x = 0; x < columns; x++) {
      const value = logits[upper * columns + x]! * (1 - share) + logits[lower * columns + x]! * share;
      line[x] = value;
      if (value > highest) highest = value;
    }
    rows.push(highest > 0 ? crossings(line, width) : []);
  }
  return runsInBounds(rows);
}

/** Begin and end of each run of pixels whose centres lie where the line is positive. */
function crossings(line: Float32Array, width: number): number[] {
  const size = line.length;
  const row: number[] = [];
  if (line[0]! > 0) row.push(0);
  for (let x = 0; x + 1 < size; x++) {
    const [here, next] = [line[x]!, line[x + 1]!];
    if (here > 0 === next > 0) continue;
    const place = ((x + here / (here - next) + 0.5) * width) / size - 0.5;
    const column = Math.min(Math.max(Math.ceil(place), 0), width);
    // Two crossings between the centres of two neighbouring pixels leave nothing.
    if (row.at(-1) === column) row.pop();
    else row.push(column);
  }
  if (row.length % 2 === 1) {
    if (row.at(-1) === width) row.pop();
    else row.push(width);
  }
  return row;
}
