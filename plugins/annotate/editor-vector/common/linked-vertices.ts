import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { roundCoordinate } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { VertexKey } from './shape-vertices.ts';
import { vertexPaths, withVertexInserted, withVertexMoved, withVertexRemoved } from './shape-vertices.ts';
import type { PolygonInstance } from './shapes.ts';
import { isVectorInstance } from './shapes.ts';

/** Vertices of two polygons at most so many item pixels apart are one and the same place, and linked. */
export const linkTolerance = 0.01;

/** A vertex of a polygon at the place of another one. */
export interface LinkedVertex {
  readonly instance: PolygonInstance;
  readonly key: VertexKey;
}

/** Polygons that take part in shared edges: neither locked nor hidden. */
export function isLinkable(instance: Instance): instance is PolygonInstance {
  return (
    isVectorInstance(instance) && instance.type === 'polygon' && instance.locked !== true && instance.visible !== false
  );
}

/** The vertices of polygons at a place, at most one of each ring. */
export function verticesAt(polygons: readonly PolygonInstance[], { x, y }: Place): readonly LinkedVertex[] {
  // Two coordinates of two decimals that differ by 0.01 differ by a little more or less in binary.
  const reach = linkTolerance + 1e-6;
  return polygons.flatMap(instance =>
    vertexPaths(instance).flatMap((path, ring): LinkedVertex[] => {
      for (let at = 0; at < path.length; at += 2) {
        if (Math.abs(path[at]! - x) <= reach && Math.abs(path[at + 1]! - y) <= reach)
          return [{ instance, key: { ring, index: at >> 1 } }];
      }
      return [];
    }),
  );
}

/** Moves vertices that stand together to one place. */
export function moveLinked(linked: readonly LinkedVertex[], to: Place): readonly PolygonInstance[] {
  return changeEach(linked, (instance, key) => withVertexMoved(instance, key, to));
}

/** An edge that two polygons have in common, as the other one sees it. */
export interface LinkedEdge {
  readonly instance: PolygonInstance;
  readonly ring: number;
  /** The vertex the edge begins at. */
  readonly edge: number;
}

/** The edges of polygons that run between the same two places, in either direction. */
export function edgesBetween(polygons: readonly PolygonInstance[], from: Place, to: Place): readonly LinkedEdge[] {
  const starts = verticesAt(polygons, from);
  const ends = verticesAt(polygons, to);
  return starts.flatMap(({ instance, key }): LinkedEdge[] => {
    const end = ends.find(one => one.instance === instance && one.key.ring === key.ring);
    if (end === undefined) return [];
    const count = vertexPaths(instance)[key.ring]!.length >> 1;
    if ((key.index + 1) % count === end.key.index) return [{ instance, ring: key.ring, edge: key.index }];
    if ((end.key.index + 1) % count === key.index) return [{ instance, ring: key.ring, edge: end.key.index }];
    return [];
  });
}

/** Puts a vertex into edges that lie on one another. */
export function insertLinked(edges: readonly LinkedEdge[], at: Place): readonly PolygonInstance[] {
  return edges.map(({ instance, ring, edge }) => withVertexInserted(instance, ring, edge, at));
}

/** Deletes vertices that stand together; undefined when one of the polygons cannot spare its vertex. */
export function removeLinked(linked: readonly LinkedVertex[]): readonly PolygonInstance[] | undefined {
  const changed = changeEach(linked, (instance, key) => withVertexRemoved(instance, key));
  return changed.includes(undefined) ? undefined : (changed as readonly PolygonInstance[]);
}

/**
 * Rings of one polygon are changed one after the other, the last first, so that the numbers of the others stay true.
 */
function changeEach<T extends PolygonInstance | undefined>(
  linked: readonly LinkedVertex[],
  change: (instance: PolygonInstance, key: VertexKey) => T,
): readonly T[] {
  const byInstance = new Map<string, { readonly instance: PolygonInstance; readonly keys: VertexKey[] }>();
  for (const { instance, key } of linked) {
    const known = byInstance.get(instance.id);
    if (known === undefined) byInstance.set(instance.id, { instance, keys: [key] });
    else known.keys.push(key);
  }
  return [...byInstance.values()].map(({ instance, keys }) => {
    let changed: T = instance as unknown as T;
    for (const key of keys.toSorted((one, other) => other.ring - one.ring)) {
      if (changed === undefined) break;
      changed = change(changed, key);
    }
    return changed;
  });
}

/**
 * Brings the near vertices of polygons together: every vertex within `reach` item pixels of one of an earlier polygon
 * moves onto it, so that both are linked. Answers the polygons that changed.
 */
export function linkPolygons(polygons: readonly PolygonInstance[], reach: number): readonly PolygonInstance[] {
  const changed: PolygonInstance[] = [];
  const settled: PolygonInstance[] = [];
  for (const polygon of polygons) {
    let now = polygon;
    for (const [ring, path] of vertexPaths(polygon).entries()) {
      const taken = new Set<string>();
      for (let at = 0; at < path.length; at += 2) {
        const place = { x: path[at]!, y: path[at + 1]! };
        const target = nearestVertexOf(settled, place, reach);
        // Two vertices of one ring must not fall together.
        if (target === undefined || taken.has(`${target.x} ${target.y}`)) continue;
        taken.add(`${target.x} ${target.y}`);
        if (target.x !== place.x || target.y !== place.y) now = withVertexMoved(now, { ring, index: at >> 1 }, target);
      }
    }
    settled.push(now);
    if (now !== polygon) changed.push(now);
  }
  return changed;
}

function nearestVertexOf(polygons: readonly PolygonInstance[], place: Place, reach: number): Place | undefined {
  let best = reach;
  let found: Place | undefined;
  for (const path of polygons.flatMap(vertexPaths)) {
    for (let at = 0; at < path.length; at += 2) {
      const away = Math.hypot(path[at]! - place.x, path[at + 1]! - place.y);
      if (away > best) continue;
      best = away;
      found = { x: path[at]!, y: path[at + 1]! };
    }
  }
  return found;
}

/** Steps by which a vertex leaves a place it shares: twice the tolerance, invisible on the picture. */
const partings = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/**
 * A polygon none of whose vertices is linked to one of `others`: those that are move by 0.02 pixels, towards its inside
 * where that is free. The document has no field for links, so lying apart is what stores them. Answers the polygon
 * itself when nothing was linked.
 */
export function unlinkPolygon(polygon: PolygonInstance, others: readonly PolygonInstance[]): PolygonInstance {
  let changed = polygon;
  for (const [ring, path] of vertexPaths(polygon).entries()) {
    const count = path.length >> 1;
    for (let index = 0; index < count; index += 1) {
      const place = { x: path[index * 2]!, y: path[index * 2 + 1]! };
      if (verticesAt(others, place).length === 0) continue;
      const before = (index + count - 1) % count;
      const after = (index + 1) % count;
      const inward = {
        x: (path[before * 2]! + path[after * 2]!) / 2 - place.x,
        y: (path[before * 2 + 1]! + path[after * 2 + 1]!) / 2 - place.y,
      };
      const step = 2 * linkTolerance;
      const free = partings
        .toSorted((one, other) => other[0] * inward.x + other[1] * inward.y - (one[0] * inward.x + one[1] * inward.y))
        .map(([x, y]) => ({ x: roundCoordinate(place.x + x * step), y: roundCoordinate(place.y + y * step) }))
        .find(each => verticesAt(others, each).length === 0);
      if (free !== undefined) changed = withVertexMoved(changed, { ring, index }, free);
    }
  }
  return changed;
}
