import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import {
  distance,
  nearestOnPath,
  pathLength,
  ringArea,
  vertexAt,
  vertexCount,
} from '#plugins/annotate/annotations/common/geometry/index.ts';

/** A place on the edges of a path: behind vertex `edge`, by `along` (0..1) of the way to the next one. */
interface PathPlace extends Place {
  readonly edge: number;
  readonly along: number;
}

function locate(points: readonly number[], closed: boolean, place: Place): PathPlace {
  const { edge, x, y } = nearestOnPath(points, closed, place)!;
  const from = vertexAt(points, edge);
  const length = distance(from, vertexAt(points, (edge + 1) % vertexCount(points)));
  return { x, y, edge, along: length === 0 ? 0 : distance(from, { x, y }) / length };
}

/** The way along a closed ring in the direction of its vertices, from one place on it to another, both included. */
function forward(points: readonly number[], from: PathPlace, to: PathPlace): readonly number[] {
  const count = vertexCount(points);
  const way = [from.x, from.y];
  const around = from.edge === to.edge && to.along < from.along;
  let passed = (to.edge - from.edge + count) % count;
  if (passed === 0 && around) passed = count;
  for (let step = 1; step <= passed; step += 1) {
    const { x, y } = vertexAt(points, (from.edge + step) % count);
    if (x !== way.at(-2) || y !== way.at(-1)) way.push(x, y);
  }
  if (to.x !== way.at(-2) || to.y !== way.at(-1)) way.push(to.x, to.y);
  return way;
}

/**
 * The way along a ring from the place nearest to `from` to that nearest to `to`, of the two the one that passes
 * `middle`; without a middle the shorter one. Flat list, both ends included.
 */
export function wayAlongRing(ring: readonly number[], from: Place, to: Place, middle?: Place): readonly number[] {
  const start = locate(ring, true, from);
  const end = locate(ring, true, to);
  const there = forward(ring, start, end);
  const back = reversed(forward(ring, end, start));
  if (middle === undefined) return pathLength(there, false) <= pathLength(back, false) ? there : back;
  const passing = (way: readonly number[]): number => nearestOnPath(way, false, middle)!.distance;
  return passing(there) <= passing(back) ? there : back;
}

/** Likewise along an open line, where there is only one way. */
export function wayAlongLine(line: readonly number[], from: Place, to: Place): readonly number[] {
  const start = locate(line, false, from);
  const end = locate(line, false, to);
  const ahead = start.edge < end.edge || (start.edge === end.edge && start.along <= end.along);
  const [first, last] = ahead ? [start, end] : [end, start];
  const way = [first.x, first.y];
  for (let index = first.edge + 1; index <= last.edge; index += 1) {
    const { x, y } = vertexAt(line, index);
    if (x !== way.at(-2) || y !== way.at(-1)) way.push(x, y);
  }
  if (last.x !== way.at(-2) || last.y !== way.at(-1)) way.push(last.x, last.y);
  return ahead ? way : reversed(way);
}

/** A path with a part of it redrawn, and where each of its vertices comes from. */
export interface Redrawn {
  readonly points: readonly number[];
  /** For each vertex its number before; undefined for a new one. */
  readonly origins: readonly (number | undefined)[];
}

/**
 * A path in which the part between two of its vertices is replaced by a drawn way (its ends included, which are those
 * vertices). Of the two parts of a ring, the one that goes is that which encloses less with the way: it is the one that
 * was drawn again.
 */
export function redrawPart(
  points: readonly number[],
  closed: boolean,
  from: number,
  to: number,
  way: readonly number[],
): Redrawn | undefined {
  const count = vertexCount(points);
  if (from === to) return undefined;
  const between = way.slice(2, -2);
  const numbers = (start: number, end: number): readonly number[] =>
    Array.from({ length: ((end - start + count) % count) + 1 }, (_, step) => (start + step) % count);
  const path = (ids: readonly number[]): readonly number[] =>
    ids.flatMap(index => [points[index * 2]!, points[index * 2 + 1]!]);
  if (!closed) {
    const [low, high] = from < to ? [from, to] : [to, from];
    const middle = from < to ? between : reversed(between);
    const kept = (start: number, end: number): readonly number[] =>
      Array.from({ length: Math.max(0, end - start + 1) }, (_, step) => start + step);
    const [head, tail] = [kept(0, low), kept(high, count - 1)];
    return { points: [...path(head), ...middle, ...path(tail)], origins: [...head, ...blanks(middle), ...tail] };
  }
  const ahead = numbers(from, to);
  const behind = numbers(to, from);
  const enclosed = (ids: readonly number[], line: readonly number[]): number =>
    ringArea([...path(ids), ...reversed(line)]);
  const replacesAhead = enclosed(ahead, way) <= enclosed(behind, reversed(way));
  // Kept: the other part, from its beginning to its end; the way closes the ring.
  const kept = replacesAhead ? behind : ahead;
  const closing = replacesAhead ? between : reversed(between);
  return startingAtLowest({ points: [...path(kept), ...closing], origins: [...kept, ...blanks(closing)] });
}

function blanks(points: readonly number[]): readonly undefined[] {
  return Array.from({ length: vertexCount(points) }, () => undefined);
}

/** The ring begins again at the vertex with the lowest old number, so that what did not change keeps its place. */
function startingAtLowest({ points, origins }: Redrawn): Redrawn {
  const lowest = origins.reduce<number>(
    (best, origin, index) =>
      origin !== undefined && (origins[best] === undefined || origin < origins[best]) ? index : best,
    0,
  );
  return {
    points: [...points.slice(lowest * 2), ...points.slice(0, lowest * 2)],
    origins: [...origins.slice(lowest), ...origins.slice(0, lowest)],
  };
}

/** A flat list with its vertices in the opposite order. */
export function reversed(points: readonly number[]): readonly number[] {
  const turned: number[] = [];
  for (let at = points.length - 2; at >= 0; at -= 2) turned.push(points[at]!, points[at + 1]!);
  return turned;
}
