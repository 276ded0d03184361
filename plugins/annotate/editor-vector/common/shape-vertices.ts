import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import {
  insertVertex,
  moveVertex,
  removeVertex,
  roundCoordinate,
} from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { PointInstance, PolygonInstance, PolylineInstance, TemplateInstance, VectorInstance } from './shapes.ts';

/** A vertex by its ring (0 the outer one or the only path, 1.. the holes) and its number there. */
export interface VertexKey {
  readonly ring: number;
  readonly index: number;
}

/** The shapes whose single vertices can be dragged. */
export type VertexShape = PolygonInstance | PolylineInstance | PointInstance | TemplateInstance;

export function hasVertices(instance: VectorInstance): instance is VertexShape {
  return (
    instance.type === 'polygon' ||
    instance.type === 'polyline' ||
    instance.type === 'point' ||
    instance.type === 'template'
  );
}

/** The paths of a shape as flat lists, outer ring first. Template and point give their key points as one path. */
export function vertexPaths(instance: VertexShape): readonly (readonly number[])[] {
  switch (instance.type) {
    case 'polygon':
      return [instance.points, ...(instance.exclude ?? [])];
    case 'polyline':
      return [instance.points];
    case 'point':
      return [[instance.x, instance.y]];
    case 'template':
      return [instance.points.flatMap(({ x, y }) => [x, y])];
  }
}

/** Its edges can take new vertices. */
export function canInsertVertex(instance: VectorInstance): instance is PolygonInstance | PolylineInstance {
  return instance.type === 'polygon' || instance.type === 'polyline';
}

/** The shape with one vertex at another place, rounded as it is written. */
export function withVertexMoved<T extends VertexShape>(instance: T, { ring, index }: VertexKey, to: Place): T {
  const place = rounded(to);
  switch (instance.type) {
    case 'point':
      return { ...instance, ...place };
    case 'template':
      return { ...instance, points: instance.points.with(index, { ...instance.points[index]!, ...place }) };
    default:
      return withPath(instance, ring, moveVertex(vertexPaths(instance)[ring]!, index, place));
  }
}

/** The shape with a new vertex on edge `edge` of a ring; names of the later vertices (`pointLabels`) move along. */
export function withVertexInserted<T extends PolygonInstance | PolylineInstance>(
  instance: T,
  ring: number,
  edge: number,
  at: Place,
): T {
  const changed = withPath(instance, ring, insertVertex(vertexPaths(instance)[ring]!, edge, rounded(at)));
  return ring === 0 ? withLabels(changed, key => (key > edge ? key + 1 : key)) : changed;
}

/**
 * The shape without one vertex. A hole that would keep fewer than three vertices goes altogether; undefined when the
 * shape itself cannot spare one (three for a polygon, two for a polyline).
 */
export function withVertexRemoved<T extends PolygonInstance | PolylineInstance>(
  instance: T,
  { ring, index }: VertexKey,
): T | undefined {
  const path = vertexPaths(instance)[ring]!;
  const least = instance.type === 'polygon' ? 3 : 2;
  if (path.length >> 1 > least) {
    const changed = withPath(instance, ring, removeVertex(path, index));
    return ring === 0 ? withLabels(changed, key => (key === index ? undefined : key > index ? key - 1 : key)) : changed;
  }
  if (ring === 0 || instance.type !== 'polygon') return undefined;
  return { ...instance, exclude: (instance.exclude ?? []).toSpliced(ring - 1, 1) };
}

/**
 * The shape with another path for one of its rings; `origins` contains for each new vertex its number before, so that
 * labels (`pointLabels`) go along.
 */
export function withPathReplaced<T extends PolygonInstance | PolylineInstance>(
  instance: T,
  ring: number,
  path: readonly number[],
  origins: readonly (number | undefined)[],
): T {
  const changed = withPath(instance, ring, path);
  if (ring !== 0) return changed;
  const places = new Map(origins.flatMap((origin, index) => (origin === undefined ? [] : [[origin, index] as const])));
  return withLabels(changed, key => places.get(key));
}

function withPath<T extends VertexShape>(instance: T, ring: number, path: readonly number[]): T {
  if (ring === 0 || instance.type !== 'polygon') return { ...instance, points: path };
  return { ...instance, exclude: (instance.exclude ?? []).with(ring - 1, path) };
}

function withLabels<T extends VectorInstance>(instance: T, place: (key: number) => number | undefined): T {
  const labels = instance.pointLabels;
  if (labels === undefined || Object.keys(labels).length === 0) return instance;
  const moved = Object.entries(labels).flatMap(([key, text]) => {
    const to = place(Number(key));
    return to === undefined ? [] : [[String(to), text] as const];
  });
  return { ...instance, pointLabels: Object.fromEntries(moved) };
}

function rounded({ x, y }: Place): Place {
  return { x: roundCoordinate(x), y: roundCoordinate(y) };
}
