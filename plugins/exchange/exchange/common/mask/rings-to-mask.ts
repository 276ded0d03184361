import { RunBuilder } from './mask-runs.ts';
import type { MaskRuns } from './mask-runs.ts';

/** First pixel whose centre is not before `value`. */
export const firstCentre = (value: number): number => Math.ceil(value - 0.5);

/**
 * Returns the crossings of the rings with the middle of each column, by column; columns without any are holes of the
 * list.
 */
function columnCrossings(rings: readonly (readonly number[])[], width: number): number[][] {
  const columns: number[][] = [];
  for (const ring of rings) {
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const x1 = ring[before]!;
      const y1 = ring[before + 1]!;
      const x2 = ring[at]!;
      const last = Math.min(width, firstCentre(Math.max(x1, x2)));
      const slope = (ring[at + 1]! - y1) / (x2 - x1);
      for (let column = Math.max(0, firstCentre(Math.min(x1, x2))); column < last; column += 1) {
        (columns[column] ??= []).push(y1 + (column + 0.5 - x1) * slope);
      }
    }
  }
  return columns;
}

const ascending = (one: number, other: number): number => one - other;

/** The covered rows of a column, flat: first row, row after the last, and so on; appended to `spans`. */
function addSpans(spans: number[], crossings: number[], height: number): void {
  if (crossings.length === 2) {
    if (crossings[0]! > crossings[1]!) crossings.reverse();
  } else crossings.sort(ascending);
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const from = Math.max(0, firstCentre(crossings[at]!));
    const to = Math.min(height, firstCentre(crossings[at + 1]!));
    if (to > from) spans.push(from, to);
  }
}

/** Spans in the order of their first row; those of one part are in order already. */
function inOrder(spans: number[]): number[] {
  const pairs: [number, number][] = [];
  for (let at = 0; at < spans.length; at += 2) pairs.push([spans[at]!, spans[at + 1]!]);
  return pairs.sort((one, other) => one[0] - other[0]).flat();
}

/**
 * The mask of an area made of parts, each a list of rings (flat lists in pixels). Within a part a pixel is set when
 * its centre is inside by the even-odd rule, so holes are rings too; parts are united.
 */
export function ringsToMask(
  parts: readonly (readonly (readonly number[])[])[],
  width: number,
  height: number,
): MaskRuns {
  const columns: number[][] = [];
  for (const rings of parts) {
    columnCrossings(rings, width).forEach((crossings, column) => addSpans((columns[column] ??= []), crossings, height));
  }
  const builder = new RunBuilder();
  columns.forEach((unordered, column) => {
    const spans = parts.length > 1 ? inOrder(unordered) : unordered;
    let end = 0;
    for (let at = 0; at < spans.length; at += 2) {
      const start = Math.max(spans[at]!, end);
      builder.add(column * height + start, spans[at + 1]! - start);
      end = Math.max(end, spans[at + 1]!);
    }
  });
  return builder.build(width, height);
}
