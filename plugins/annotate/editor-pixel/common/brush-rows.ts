import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** Shape and size of a brush; the size is its width in whole item pixels. */
export interface Brush {
  readonly shape: 'round' | 'square';
  readonly size: number;
}

/** Smallest and largest brush, item pixels. */
export const brushSizes = { least: 1, most: 1000 } as const;

/**
 * Returns the centre of a brush for a place of the pointer: brushes of an odd size on the centre of a pixel, others on
 * a corner, so that a dab is always the same.
 */
export function brushCentre({ size }: Brush, { x, y }: Place): Place {
  return size % 2 === 1 ? { x: Math.floor(x) + 0.5, y: Math.floor(y) + 0.5 } : { x: Math.round(x), y: Math.round(y) };
}

/**
 * The pixels that a brush covers on its way from one centre to another ({@link brushCentre}): those whose centre it
 * passes over, its rim included. Calls back once for each row: row, first pixel, pixel after the last.
 */
export function brushRows(
  brush: Brush,
  from: Place,
  to: Place,
  found: (y: number, from: number, to: number) => void,
): void {
  const half = brush.size / 2;
  const top = Math.ceil(Math.min(from.y, to.y) - half - 0.5);
  const bottom = Math.floor(Math.max(from.y, to.y) + half - 0.5);
  for (let y = top; y <= bottom; y += 1) {
    const [left, right] =
      brush.shape === 'round' ? roundSpan(half, from, to, y + 0.5) : squareSpan(half, from, to, y + 0.5);
    const first = Math.ceil(left - 0.5);
    const last = Math.floor(right - 0.5);
    if (first <= last) found(y, first, last + 1);
  }
}

/**
 * Left and right end, on a line across, of what a disc covers that moves along a segment; left of it is greater when it
 * covers nothing.
 */
function roundSpan(radius: number, from: Place, to: Place, y: number): readonly [number, number] {
  let [left, right] = [Infinity, -Infinity];
  for (const { x, y: centre } of [from, to]) {
    const rest = radius * radius - (y - centre) ** 2;
    if (rest < 0) continue;
    const reach = Math.sqrt(rest);
    left = Math.min(left, x - reach);
    right = Math.max(right, x + reach);
  }
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return [left, right];
  // The long sides of the way, one to each hand.
  const [sideX, sideY] = [(-dy / length) * radius, (dx / length) * radius];
  for (const sign of [1, -1]) {
    const y1 = from.y + sign * sideY;
    const y2 = to.y + sign * sideY;
    if (y < Math.min(y1, y2) || y > Math.max(y1, y2)) continue;
    const x1 = from.x + sign * sideX;
    const x2 = to.x + sign * sideX;
    const ends = y1 === y2 ? [x1, x2] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)];
    left = Math.min(left, ...ends);
    right = Math.max(right, ...ends);
  }
  return [left, right];
}

/**
 * The same for an upright square: where its middle may be on the way when it covers a line, widened by half its side.
 */
function squareSpan(half: number, from: Place, to: Place, y: number): readonly [number, number] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [start, end] = [0, 1];
  if (dy === 0) {
    if (Math.abs(y - from.y) > half) return [Infinity, -Infinity];
  } else {
    const [one, other] = [(y - half - from.y) / dy, (y + half - from.y) / dy];
    start = Math.max(0, Math.min(one, other));
    end = Math.min(1, Math.max(one, other));
    if (start > end) return [Infinity, -Infinity];
  }
  const [x1, x2] = [from.x + start * dx, from.x + end * dx];
  return [Math.min(x1, x2) - half, Math.max(x1, x2) + half];
}
