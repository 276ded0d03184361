import type { Place } from './place.ts';

/**
 * A place on a path: the edge from vertex `edge` to the next, its distance from what was asked, and the place itself.
 */
export interface PathHit extends Place {
  readonly edge: number;
  readonly distance: number;
}

/** Number of vertices of a flat list x, y, x, y, … */
export function vertexCount(points: readonly number[]): number {
  return points.length >> 1;
}

/** Vertex number `index`. */
export function vertexAt(points: readonly number[], index: number): Place {
  return { x: points[index * 2]!, y: points[index * 2 + 1]! };
}

/**
 * The place of a path nearest to `place`; a closed path has an edge from the last vertex to the first. Undefined for an
 * empty path.
 */
export function nearestOnPath(points: readonly number[], closed: boolean, place: Place): PathHit | undefined {
  const count = vertexCount(points);
  if (count === 0) return undefined;
  let best = Infinity;
  let edge = 0;
  let bestX = points[0]!;
  let bestY = points[1]!;
  const edges = closed && count > 1 ? count : Math.max(count - 1, 1);
  for (let index = 0; index < edges; index += 1) {
    const next = index + 1 < count ? index + 1 : 0;
    const x1 = points[index * 2]!;
    const y1 = points[index * 2 + 1]!;
    const dx = points[next * 2]! - x1;
    const dy = points[next * 2 + 1]! - y1;
    const square = dx * dx + dy * dy;
    const along = square === 0 ? 0 : Math.min(Math.max(((place.x - x1) * dx + (place.y - y1) * dy) / square, 0), 1);
    const x = x1 + along * dx;
    const y = y1 + along * dy;
    const away = (x - place.x) ** 2 + (y - place.y) ** 2;
    if (away < best) {
      best = away;
      edge = index;
      bestX = x;
      bestY = y;
    }
  }
  return { edge, distance: Math.sqrt(best), x: bestX, y: bestY };
}

/** The vertex nearest to `place` within `reach`, or undefined. */
export function nearestVertex(points: readonly number[], place: Place, reach: number): number | undefined {
  let best = reach * reach;
  let found: number | undefined;
  for (let index = 0; index < vertexCount(points); index += 1) {
    const away = (points[index * 2]! - place.x) ** 2 + (points[index * 2 + 1]! - place.y) ** 2;
    if (away > best) continue;
    best = away;
    found = index;
  }
  return found;
}

/** The path with a new vertex behind vertex `edge`. */
export function insertVertex(points: readonly number[], edge: number, place: Place): readonly number[] {
  return points.toSpliced((edge + 1) * 2, 0, place.x, place.y);
}

/** The path without vertex `index`. */
export function removeVertex(points: readonly number[], index: number): readonly number[] {
  return points.toSpliced(index * 2, 2);
}

/** The path with vertex `index` at another place. */
export function moveVertex(points: readonly number[], index: number, place: Place): readonly number[] {
  return points.toSpliced(index * 2, 2, place.x, place.y);
}

/** The path moved by `delta`. */
export function movePath(points: readonly number[], delta: Place): readonly number[] {
  return points.map((value, at) => value + (at % 2 === 0 ? delta.x : delta.y));
}

/** Length along the path. */
export function pathLength(points: readonly number[], closed: boolean): number {
  let sum = 0;
  const count = vertexCount(points);
  const edges = closed && count > 1 ? count : count - 1;
  for (let index = 0; index < edges; index += 1) {
    const next = (index + 1) % count;
    sum += Math.hypot(points[next * 2]! - points[index * 2]!, points[next * 2 + 1]! - points[index * 2 + 1]!);
  }
  return sum;
}
