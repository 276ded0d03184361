import { nearestOnPath, nearestVertex } from '#plugins/editor/common/geometry/path.ts';
import type { Place } from '#plugins/editor/common/geometry/place.ts';
import { distance } from '#plugins/editor/common/geometry/place.ts';
import type { BoxHandle } from '../../common/box-handles.ts';
import { boxHandles, boxRectangle, handlePlace } from '../../common/box-handles.ts';
import type { VertexKey, VertexShape } from '../../common/shape-vertices.ts';
import { canInsertVertex, hasVertices, vertexPaths } from '../../common/shape-vertices.ts';
import type { BoxInstance, PolygonInstance, PolylineInstance, VectorInstance } from '../../common/shapes.ts';
import { isVectorInstance } from '../../common/shapes.ts';
import type { VectorContext } from '../vector-context.ts';

/** What is under the pointer and would be taken by it. */
export type HotTarget =
  | { readonly kind: 'handle'; readonly instance: BoxInstance; readonly handle: BoxHandle }
  | { readonly kind: 'vertex'; readonly instance: VertexShape; readonly key: VertexKey }
  | { readonly kind: 'edge'; readonly instance: PolygonInstance | PolylineInstance; readonly ring: number; readonly edge: number; readonly place: Place }
  | { readonly kind: 'shape'; readonly id: string };

/** CSS pixels around handles and vertices, and along edges. */
const handleReach = 8;
const edgeReach = 5;

/** The one selected shape whose handles are shown; undefined when none or several are selected, or it must not be changed. */
export function handledShape(context: VectorContext): VectorInstance | undefined {
  const { scene, readOnly } = context.session;
  if (readOnly || scene.selection.size !== 1) return undefined;
  const [id] = scene.selection;
  const instance = scene.shown(id!);
  if (instance === undefined || instance.locked === true || instance.visible === false || !isVectorInstance(instance)) return undefined;
  return instance;
}

/** Handles and vertices of the selected shape first, then its edges, then the shape a person means there. */
export function hotTarget(context: VectorContext, place: Place): HotTarget | undefined {
  const selected = handledShape(context);
  const part = selected === undefined ? undefined : partOf(context, selected, place);
  if (part !== undefined) return part;
  const id = context.stage.shapeAt(place);
  return id === undefined ? undefined : { kind: 'shape', id };
}

function partOf(context: VectorContext, instance: VectorInstance, place: Place): HotTarget | undefined {
  const reach = context.stage.reach(handleReach);
  if (instance.type === 'bbox') {
    const box = boxRectangle(instance);
    const nearest = boxHandles.map(handle => ({ handle, away: distance(handlePlace(box, handle), place) })).toSorted((first, second) => first.away - second.away)[0]!;
    return nearest.away <= reach ? { kind: 'handle', instance, handle: nearest.handle } : undefined;
  }
  if (!hasVertices(instance)) return undefined;
  const paths = vertexPaths(instance);
  for (const [ring, path] of paths.entries()) {
    const index = nearestVertex(path, place, reach);
    if (index !== undefined) return { kind: 'vertex', instance, key: { ring, index } };
  }
  if (!canInsertVertex(instance)) return undefined;
  for (const [ring, path] of paths.entries()) {
    const hit = nearestOnPath(path, instance.type === 'polygon', place);
    if (hit !== undefined && hit.distance <= context.stage.reach(edgeReach)) return { kind: 'edge', instance, ring, edge: hit.edge, place: { x: hit.x, y: hit.y } };
  }
  return undefined;
}
