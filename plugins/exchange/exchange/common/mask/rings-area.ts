import { maskArea } from './mask-runs.ts';
import { firstCentre, ringsToMask } from './rings-to-mask.ts';

/** Crossings of a column that is crossed more than twice: the rows of all crossings. */
type Crossings = Map<number, number[]>;

const ascending = (one: number, other: number): number => one - other;

/**
 * Pixels of the mask of an area (`ringsToMask`), counted without making it: most columns are crossed twice, and the
 * rows between are the pixels. Parts as there; width and height of the image in pixels.
 */
export function ringsArea(parts: readonly (readonly (readonly number[])[])[], width: number, height: number): number {
  const [rings, ...others] = parts;
  // Where parts lie over each other their pixels count once.
  if (rings === undefined || others.length > 0) return maskArea(ringsToMask(parts, width, height));
  const { left, right } = columnsOf(rings, width);
  if (right <= left) return 0;
  const counts = new Uint32Array(right - left);
  const firsts = new Int32Array(right - left);
  const seconds = new Int32Array(right - left);
  const more: Crossings = new Map();
  for (const ring of rings) {
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const [x1, y1, x2] = [ring[before]!, ring[before + 1]!, ring[at]!];
      const end = Math.min(right, firstCentre(Math.max(x1, x2)));
      const slope = (ring[at + 1]! - y1) / (x2 - x1);
      for (let column = Math.max(left, firstCentre(Math.min(x1, x2))); column < end; column += 1) {
        const row = Math.min(height, Math.max(0, firstCentre(y1 + (column + 0.5 - x1) * slope)));
        const place = column - left;
        const count = counts[place]!++;
        if (count === 0) firsts[place] = row;
        else if (count === 1) seconds[place] = row;
        else if (count === 2) more.set(place, [firsts[place]!, seconds[place]!, row]);
        else more.get(place)!.push(row);
      }
    }
  }
  let area = 0;
  for (let place = 0; place < counts.length; place += 1)
    if (counts[place] === 2) area += Math.abs(firsts[place]! - seconds[place]!);
  for (const rows of more.values()) {
    rows.sort(ascending);
    for (let at = 0; at + 1 < rows.length; at += 2) area += rows[at + 1]! - rows[at]!;
  }
  return area;
}

function columnsOf(
  rings: readonly (readonly number[])[],
  width: number,
): { readonly left: number; readonly right: number } {
  let [least, most] = [Infinity, -Infinity];
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      least = Math.min(least, ring[at]!);
      most = Math.max(most, ring[at]!);
    }
  }
  return { left: Math.max(0, firstCentre(least)), right: Math.min(width, firstCentre(most)) };
}
