import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { distance, nearestOnPath, nearestVertex } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { BoxHandle } from '../../common/box-handles.ts';
import { boxHandles } from '../../common/box-handles.ts';
import { cuboidCorners } from '../../common/cuboid-corners.ts';
import type { SelectionFrame } from '../../common/selection-frame.ts';
import { frameHandlePlace, turnHandlePlace } from '../../common/selection-frame.ts';
import type { VertexKey, VertexShape } from '../../common/shape-vertices.ts';
import { canInsertVertex, hasVertices, vertexPaths } from '../../common/shape-vertices.ts';
import type { CuboidInstance, PolygonInstance, PolylineInstance, VectorInstance } from '../../common/shapes.ts';
import type { HandledSelection } from '../handled-selection.ts';
import type { VectorContext } from '../vector-context.ts';

/** Target under the pointer that a press would take. */
export type HotTarget =
  | {
      readonly kind: 'handle';
      readonly selection: HandledSelection;
      readonly frame: SelectionFrame;
      readonly handle: BoxHandle;
    }
  | { readonly kind: 'turn'; readonly selection: HandledSelection; readonly frame: SelectionFrame }
  | { readonly kind: 'corner'; readonly instance: CuboidInstance; readonly corner: number }
  | { readonly kind: 'vertex'; readonly instance: VertexShape; readonly key: VertexKey }
  | {
      readonly kind: 'edge';
      readonly instance: PolygonInstance | PolylineInstance;
      readonly ring: number;
      readonly edge: number;
      readonly place: Place;
    }
  | { readonly kind: 'shape'; readonly id: string };

/** CSS pixels around handles and vertices, and along edges. */
const handleReach = 8;
const edgeReach = 5;

/** CSS pixels from the frame's handles to the one for turning. */
export const turnDistance = 24;

/** Handles and vertices of the selection first, then its edges, then the shape a person means there. */
export function hotTarget(context: VectorContext, place: Place): HotTarget | undefined {
  const selection = context.handles.handled;
  const vertex = selection.only === undefined ? undefined : vertexOf(context, selection.only, place);
  const part =
    vertex ??
    handleOf(context, selection, place) ??
    (selection.only === undefined ? undefined : edgeOf(context, selection.only, place));
  if (part !== undefined) return part;
  const id = context.stage.shapeAt(place);
  return id === undefined ? undefined : { kind: 'shape', id };
}

/** The handles of a frame that are shown and can be taken, and where they are. */
export function frameHandles(
  context: VectorContext,
  { frame, outside, sides }: HandledSelection,
): readonly { readonly handle: BoxHandle; readonly place: Place }[] {
  if (frame === undefined) return [];
  const off = context.stage.reach(outside);
  return boxHandles
    .filter(handle => sides || handle.length === 2)
    .map(handle => ({ handle, place: frameHandlePlace(frame, handle, off) }));
}

/** Returns the place of the handle for turning: above the frame, or below it where there is no room above. */
export function turnHandle(context: VectorContext, { frame, outside }: HandledSelection): Place | undefined {
  if (frame === undefined) return undefined;
  const away = context.stage.reach(outside + turnDistance);
  const above = turnHandlePlace(frame, away);
  const { x, y } = context.stage.camera.toScreen(above);
  const { width, height } = context.stage.camera.viewport;
  const inView = x >= 8 && y >= 8 && x <= width - 8 && y <= height - 8;
  return inView ? above : turnHandlePlace(frame, -2 * frame.halfHeight - away);
}

function handleOf(context: VectorContext, selection: HandledSelection, place: Place): HotTarget | undefined {
  const { frame } = selection;
  if (frame === undefined) return undefined;
  const reach = context.stage.reach(handleReach);
  const turn = turnHandle(context, selection);
  if (turn !== undefined && distance(turn, place) <= reach) return { kind: 'turn', selection, frame };
  let nearest: { readonly handle: BoxHandle; readonly away: number } | undefined;
  for (const each of frameHandles(context, selection)) {
    const away = distance(each.place, place);
    if (away <= reach && (nearest === undefined || away < nearest.away)) nearest = { handle: each.handle, away };
  }
  return nearest === undefined ? undefined : { kind: 'handle', selection, frame, handle: nearest.handle };
}

function vertexOf(context: VectorContext, instance: VectorInstance, place: Place): HotTarget | undefined {
  const reach = context.stage.reach(handleReach);
  if (instance.type === 'cuboid') {
    const corner = nearestVertex(
      cuboidCorners(instance.points).flatMap(({ x, y }) => [x, y]),
      place,
      reach,
    );
    return corner === undefined ? undefined : { kind: 'corner', instance, corner };
  }
  if (!hasVertices(instance)) return undefined;
  for (const [ring, path] of vertexPaths(instance).entries()) {
    const index = nearestVertex(path, place, reach);
    if (index !== undefined) return { kind: 'vertex', instance, key: { ring, index } };
  }
  return undefined;
}

function edgeOf(context: VectorContext, instance: VectorInstance, place: Place): HotTarget | undefined {
  if (!canInsertVertex(instance)) return undefined;
  for (const [ring, path] of vertexPaths(instance).entries()) {
    const hit = nearestOnPath(path, instance.type === 'polygon', place);
    if (hit !== undefined && hit.distance <= context.stage.reach(edgeReach))
      return { kind: 'edge', instance, ring, edge: hit.edge, place: { x: hit.x, y: hit.y } };
  }
  return undefined;
}
