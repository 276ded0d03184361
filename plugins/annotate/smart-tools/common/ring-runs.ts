import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { MaskRuns } from './mask-runs.ts';
import { runsInBounds } from './mask-runs.ts';

/**
 * The pixels of a picture whose centres lie inside a closed ring (x, y, … without a repeated first point; even-odd
 * rule).
 */
export function runsOfRing(ring: readonly number[], size: Size): MaskRuns {
  const rows: number[][] = Array.from({ length: size.height }, () => []);
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const [x1, y1, x2, y2] = [ring[before]!, ring[before + 1]!, ring[at]!, ring[at + 1]!];
    const first = Math.max(0, Math.ceil(Math.min(y1, y2) - 0.5));
    const last = Math.min(size.height - 1, Math.ceil(Math.max(y1, y2) - 0.5) - 1);
    for (let row = first; row <= last; row++) rows[row]!.push(x1 + ((row + 0.5 - y1) * (x2 - x1)) / (y2 - y1));
  }
  return runsInBounds(
    rows.map(crossings =>
      pixelRuns(
        crossings.toSorted((one, other) => one - other),
        size.width,
      ),
    ),
  );
}

function pixelRuns(crossings: readonly number[], width: number): number[] {
  const row: number[] = [];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const begin = Math.min(Math.max(Math.ceil(crossings[at]! - 0.5), 0), width);
    const end = Math.min(Math.max(Math.ceil(crossings[at + 1]! - 0.5), 0), width);
    if (begin >= end) continue;
    if (row.at(-1) === begin) row.pop();
    else row.push(begin);
    row.push(end);
  }
  return row;
}
