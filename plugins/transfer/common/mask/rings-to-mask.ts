import { RunBuilder } from './mask-runs.ts';
import type { MaskRuns } from './mask-runs.ts';

/** Rows of one column that are covered: pairs of first row and row after the last. */
type Spans = (readonly [from: number, to: number])[];

/** First pixel whose centre is not before `value`. */
const firstCentre = (value: number): number => Math.ceil(value - 0.5);

/** Where the edges of the rings cross the middle of each column. */
function columnCrossings(rings: readonly (readonly number[])[], width: number): Map<number, number[]> {
  const columns = new Map<number, number[]>();
  for (const ring of rings) {
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const [x1, y1, x2, y2] = [ring[before]!, ring[before + 1]!, ring[at]!, ring[at + 1]!];
      const last = Math.min(width, firstCentre(Math.max(x1, x2)));
      for (let column = Math.max(0, firstCentre(Math.min(x1, x2))); column < last; column += 1) {
        const y = y1 + ((column + 0.5 - x1) / (x2 - x1)) * (y2 - y1);
        const crossings = columns.get(column);
        if (crossings) crossings.push(y);
        else columns.set(column, [y]);
      }
    }
  }
  return columns;
}

function spansOf(crossings: number[], height: number): Spans {
  crossings.sort((one, other) => one - other);
  const spans: Spans = [];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const from = Math.max(0, firstCentre(crossings[at]!));
    const to = Math.min(height, firstCentre(crossings[at + 1]!));
    if (to > from) spans.push([from, to]);
  }
  return spans;
}

/**
 * The mask of an area made of parts, each a list of rings (flat lists in pixels). Within a part a pixel is set when
 * its centre is inside by the even-odd rule, so holes are rings too; parts are united (formats/interop 0.10).
 */
export function ringsToMask(parts: readonly (readonly (readonly number[])[])[], width: number, height: number): MaskRuns {
  const columns = new Map<number, Spans>();
  for (const rings of parts) {
    for (const [column, crossings] of columnCrossings(rings, width)) columns.set(column, [...(columns.get(column) ?? []), ...spansOf(crossings, height)]);
  }
  const builder = new RunBuilder();
  for (const column of [...columns.keys()].toSorted((one, other) => one - other)) {
    let end = 0;
    for (const [from, to] of columns.get(column)!.toSorted((one, other) => one[0] - other[0])) {
      const start = Math.max(from, end);
      builder.add(column * height + start, to - start);
      end = Math.max(end, to);
    }
  }
  return builder.build(width, height);
}
