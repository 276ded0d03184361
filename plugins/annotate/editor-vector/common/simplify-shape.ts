import {
  ringArea,
  ringsContain,
  simplifyPath,
  simplifyRing,
} from '#plugins/annotate/annotations/common/geometry/index.ts';
import { crossesItself, crossingRings } from './ring-crossing.ts';
import { vertexPaths, withPathReplaced } from './shape-vertices.ts';
import type { PolygonInstance, PolylineInstance } from './shapes.ts';

/** Times the tolerance is halved until the simplified rings are sound. */
const mostHalvings = 6;

/**
 * A polygon or line with fewer vertices, nowhere farther than `tolerance` pixels from what it was; rings neither cross
 * themselves nor each other where they did not before, for which the tolerance is made smaller. The vertices named in
 * `fixed` (`ring index`) stay, such as those that neighbours share.
 */
export function simplifyShape<T extends PolygonInstance | PolylineInstance>(
  shape: T,
  tolerance: number,
  fixed: ReadonlySet<string> = new Set(),
): T {
  const wasSound = isSound(shape);
  let reach = tolerance;
  for (let halving = 0; halving <= mostHalvings && reach > 0; halving += 1) {
    const found = simplified(shape, reach, fixed);
    if (!wasSound || isSound(found)) return found;
    reach /= 2;
  }
  return shape;
}

function simplified<T extends PolygonInstance | PolylineInstance>(
  shape: T,
  tolerance: number,
  fixed: ReadonlySet<string>,
): T {
  let changed = shape;
  for (const [ring, path] of vertexPaths(shape).entries()) {
    const kept =
      shape.type === 'polygon'
        ? keptOfRing(
            path,
            tolerance,
            [...fixed].flatMap(key => (key.startsWith(`${ring} `) ? [Number(key.slice(key.indexOf(' ') + 1))] : [])),
          )
        : numbersOf(path, simplifyPath(path, tolerance));
    if (kept.length < path.length >> 1)
      changed = withPathReplaced(
        changed,
        ring,
        kept.flatMap(index => [path[index * 2]!, path[index * 2 + 1]!]),
        kept,
      );
  }
  return changed;
}

/** The numbers of the vertices of a ring that stay. */
function keptOfRing(ring: readonly number[], tolerance: number, fixed: readonly number[]): readonly number[] {
  const count = ring.length >> 1;
  const corners = fixed.filter(index => index < count).toSorted((one, other) => one - other);
  if (corners.length < 2) return numbersOf(ring, simplifyRing(ring, tolerance), corners);
  const kept = corners.flatMap((from, number) => {
    const to = corners[(number + 1) % corners.length]!;
    const numbers = Array.from(
      { length: ((to - from + count) % count || count) + 1 },
      (_, step) => (from + step) % count,
    );
    const path = numbers.flatMap(index => [ring[index * 2]!, ring[index * 2 + 1]!]);
    return numbersOf(path, simplifyPath(path, tolerance))
      .slice(0, -1)
      .map(index => numbers[index]!);
  });
  return kept.length < 3
    ? numbersOf(ring, simplifyRing(ring, tolerance), corners)
    : kept.toSorted((one, other) => one - other);
}

/** The numbers in `path` of the vertices of `part`, which come in the same order; those of `also` are added. */
function numbersOf(path: readonly number[], part: readonly number[], also: readonly number[] = []): readonly number[] {
  const kept = new Set(also);
  let at = 0;
  for (let index = 0; index < path.length >> 1 && at < part.length; index += 1) {
    if (path[index * 2] !== part[at] || path[index * 2 + 1] !== part[at + 1]) continue;
    kept.add(index);
    at += 2;
  }
  return [...kept].toSorted((one, other) => one - other);
}

function isSound(shape: PolygonInstance | PolylineInstance): boolean {
  if (shape.type === 'polyline') return true;
  const [outer, ...holes] = vertexPaths(shape) as readonly [readonly number[], ...(readonly number[])[]];
  if ([outer, ...holes].some(ring => ringArea(ring) === 0 || crossesItself(ring) === true)) return false;
  if (holes.length === 0) return true;
  return (
    crossingRings([outer, ...holes]).length === 0 &&
    holes.every(hole => hole.some((_, at) => at % 2 === 0 && ringsContain([outer], { x: hole[at]!, y: hole[at + 1]! })))
  );
}
