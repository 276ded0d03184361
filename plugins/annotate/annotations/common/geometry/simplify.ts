/**
 * A path with fewer vertices that nowhere leaves the old one by more than `tolerance` pixels (Douglas and Peucker).
 * First and last vertex stay.
 */
export function simplifyPath(points: readonly number[], tolerance: number): readonly number[] {
  const count = points.length >> 1;
  if (count <= 2 || tolerance <= 0) return points;
  const keep = new Uint8Array(count);
  keep[0] = 1;
  keep[count - 1] = 1;
  const open: [number, number][] = [[0, count - 1]];
  while (open.length > 0) {
    const [first, last] = open.pop()!;
    const farthest = farthestBetween(points, first, last);
    if (farthest.distance <= tolerance) continue;
    keep[farthest.index] = 1;
    open.push([first, farthest.index], [farthest.index, last]);
  }
  return points.filter((_, at) => keep[at >> 1] === 1);
}

/** Like {@link simplifyPath} for a closed ring, keeping at least three vertices when the ring has them. */
export function simplifyRing(points: readonly number[], tolerance: number): readonly number[] {
  const count = points.length >> 1;
  if (count <= 3) return points;
  const opposite = farthestFrom(points, 0);
  const there = simplifyPath(points.slice(0, (opposite + 1) * 2), tolerance);
  const back = simplifyPath([...points.slice(opposite * 2), points[0]!, points[1]!], tolerance);
  const ring = [...there, ...back.slice(2, -2)];
  if (ring.length >= 6) return ring;
  const third =
    farthestBetween(points, 0, opposite).distance >=
    farthestBetween([...points, points[0]!, points[1]!], opposite, count).distance
      ? farthestBetween(points, 0, opposite).index
      : farthestBetween([...points, points[0]!, points[1]!], opposite, count).index;
  return [0, opposite, third]
    .toSorted((one, other) => one - other)
    .flatMap(index => [points[index * 2]!, points[index * 2 + 1]!]);
}

function farthestBetween(
  points: readonly number[],
  first: number,
  last: number,
): { readonly index: number; readonly distance: number } {
  const x1 = points[first * 2]!;
  const y1 = points[first * 2 + 1]!;
  const dx = points[last * 2]! - x1;
  const dy = points[last * 2 + 1]! - y1;
  const square = dx * dx + dy * dy;
  let index = Math.min(first + 1, last);
  let best = -1;
  for (let at = first + 1; at < last; at += 1) {
    const x = points[at * 2]! - x1;
    const y = points[at * 2 + 1]! - y1;
    const along = square === 0 ? 0 : Math.min(Math.max((x * dx + y * dy) / square, 0), 1);
    const away = (x - along * dx) ** 2 + (y - along * dy) ** 2;
    if (away <= best) continue;
    best = away;
    index = at;
  }
  return { index, distance: best < 0 ? 0 : Math.sqrt(best) };
}

function farthestFrom(points: readonly number[], from: number): number {
  let index = from;
  let best = -1;
  for (let at = 0; at < points.length >> 1; at += 1) {
    const away = (points[at * 2]! - points[from * 2]!) ** 2 + (points[at * 2 + 1]! - points[from * 2 + 1]!) ** 2;
    if (away <= best) continue;
    best = away;
    index = at;
  }
  return index;
}
