import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { ringArea, roundCoordinate } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { redrawPart } from './border-path.ts';
import type { VertexKey } from './shape-vertices.ts';
import { vertexPaths, withPathReplaced, withVertexInserted } from './shape-vertices.ts';
import type { PolygonInstance, PolylineInstance } from './shapes.ts';

/** End of a drawn part: at a vertex, or at a place on an edge, which then gets a vertex. */
export type OutlineEnd =
  | { readonly kind: 'vertex'; readonly index: number }
  | { readonly kind: 'edge'; readonly edge: number; readonly place: Place };

/**
 * The shape with the part of one of its rings between two places redrawn along `way` (flat, from the vertex `key` on,
 * in item pixels). Labels of vertices stay with them, those of vertices that go are dropped. Undefined when nothing of
 * a shape would be left.
 */
export function withPartRedrawn<T extends PolygonInstance | PolylineInstance>(
  instance: T,
  key: VertexKey,
  end: OutlineEnd,
  way: readonly number[],
): T | undefined {
  const inserted = end.kind === 'vertex' ? instance : withVertexInserted(instance, key.ring, end.edge, end.place);
  const to = end.kind === 'vertex' ? end.index : end.edge + 1;
  const from = end.kind === 'edge' && key.index > end.edge ? key.index + 1 : key.index;
  const path = vertexPaths(inserted)[key.ring]!;
  const closed = instance.type === 'polygon';
  const last = [path[to * 2]!, path[to * 2 + 1]!];
  const drawn = [...way.slice(0, way.length > 2 ? -2 : undefined), ...last].map(roundCoordinate);
  const redrawn = redrawPart(path, closed, from, to, drawn);
  if (redrawn === undefined || redrawn.points.length < (closed ? 6 : 4) || (closed && ringArea(redrawn.points) === 0))
    return undefined;
  return withPathReplaced(inserted, key.ring, redrawn.points, redrawn.origins);
}
