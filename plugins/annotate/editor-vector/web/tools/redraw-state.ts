import { replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import {
  nearestOnPath,
  nearestVertex,
  simplifyPath,
  vertexAt,
} from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import type { OutlineEnd } from '../../common/redraw-outline.ts';
import { withPartRedrawn } from '../../common/redraw-outline.ts';
import { stamped } from '../../common/selection-edits.ts';
import type { VertexKey } from '../../common/shape-vertices.ts';
import { vertexPaths } from '../../common/shape-vertices.ts';
import type { PolygonInstance, PolylineInstance } from '../../common/shapes.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';

/** CSS pixels from the outline within which the new part may end. */
const endReach = 12;

/** CSS pixels by which the drawn line may be simplified. */
const tolerance = 0.8;

/**
 * Redraws a part of an outline by free hand: from one of its vertices to where the pointer is let go, on the same
 * outline.
 */
export function redrawingPart(
  context: VectorContext,
  instance: PolygonInstance | PolylineInstance,
  key: VertexKey,
  idle: () => ToolState,
): ToolState {
  const { session, stage } = context;
  const path = vertexPaths(instance)[key.ring]!;
  const from = vertexAt(path, key.index);
  let drawn: readonly number[] = [from.x, from.y];
  const endOf = ({ place }: StagePointer): OutlineEnd | undefined => {
    const vertex = nearestVertex(path, place, stage.reach(endReach));
    if (vertex !== undefined) return vertex === key.index ? undefined : { kind: 'vertex', index: vertex };
    const hit = nearestOnPath(path, instance.type === 'polygon', place);
    return hit !== undefined && hit.distance <= stage.reach(endReach)
      ? { kind: 'edge', edge: hit.edge, place: { x: hit.x, y: hit.y } }
      : undefined;
  };
  let end: OutlineEnd | undefined;
  return {
    name: 'select.redrawing',
    cursor: 'crosshair',
    move(pointer) {
      drawn = [...drawn, ...pointer.trail.map(place => context.onImage(place)).flatMap(({ x, y }) => [x, y])];
      end = endOf(pointer);
      return 'stay';
    },
    up(pointer) {
      end = endOf(pointer);
      const before = session.scene.get(instance.id);
      if (before === undefined) return idle();
      const after =
        end === undefined
          ? undefined
          : withPartRedrawn(instance, key, end, simplifyPath(drawn, stage.reach(tolerance)));
      if (after === undefined) session.notify(messages.redrawState.drawToAnotherPlace);
      else session.edit(messages.redrawState.redrawPart, [replaceInstance(before, stamped(after, context.author))]);
      return idle();
    },
    key: () => 'stay',
    cancel: idle,
    paint(painter) {
      const color = context.colorOf(instance);
      painter.line(drawn, color, { dashed: true });
      painter.handle(from, color, 'round', 'hot');
      if (end !== undefined)
        painter.handle(end.kind === 'vertex' ? vertexAt(path, end.index) : end.place, color, 'round', 'hot');
      return true;
    },
  };
}
