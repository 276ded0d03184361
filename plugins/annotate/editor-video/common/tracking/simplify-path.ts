import type { TrackBox } from './grey-image.ts';

/** A box at a moment. */
export interface TimedBox {
  readonly time: number;
  readonly box: TrackBox;
}

/** Edges of a box, which interpolation moves one by one. */
const edges = ({ x, y, width, height }: TrackBox): readonly [number, number, number, number] => [
  x,
  y,
  x + width,
  y + height,
];

/**
 * Places of boxes that describe a path within a tolerance when edges between them are interpolated; first and last
 * always.
 */
export function describingPlaces(path: readonly TimedBox[], tolerance: number): readonly number[] {
  if (path.length < 3) return path.map((_, at) => at);
  const kept = new Set([0, path.length - 1]);
  const open: [number, number][] = [[0, path.length - 1]];
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [from, to] = span;
    const { place, distance } = farthest(path, from, to);
    if (distance <= tolerance) continue;
    kept.add(place);
    open.push([from, place], [place, to]);
  }
  return [...kept].toSorted((one, other) => one - other);
}

function farthest(path: readonly TimedBox[], from: number, to: number): { place: number; distance: number } {
  const [first, last] = [path[from]!, path[to]!];
  const [start, end] = [edges(first.box), edges(last.box)];
  let [place, distance] = [from, 0];
  for (let at = from + 1; at < to; at += 1) {
    const share = (path[at]!.time - first.time) / (last.time - first.time);
    const own = edges(path[at]!.box);
    const away = Math.max(
      ...own.map((edge, side) => Math.abs(edge - (start[side]! + (end[side]! - start[side]!) * share))),
    );
    if (away > distance) [place, distance] = [at, away];
  }
  return { place, distance };
}
