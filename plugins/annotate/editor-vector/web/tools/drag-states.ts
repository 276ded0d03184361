import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { replaceInstance, sameJson } from '#plugins/annotate/annotations/common/index.ts';
import type { Place, Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import {
  clampMove,
  distance,
  emptyRectangle,
  rectangleBetween,
  unite,
  vertexAt,
} from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import type { BoxHandle } from '../../common/box-handles.ts';
import { boxPoints, boxRectangle, handleCursor, resizeBox } from '../../common/box-handles.ts';
import { withCornerMoved } from '../../common/cuboid-corners.ts';
import type { LinkedVertex } from '../../common/linked-vertices.ts';
import { moveLinked } from '../../common/linked-vertices.ts';
import { moveShape } from '../../common/move-shape.ts';
import { stamped } from '../../common/selection-edits.ts';
import type { VertexKey, VertexShape } from '../../common/shape-vertices.ts';
import { vertexPaths, withVertexMoved } from '../../common/shape-vertices.ts';
import type { BoxInstance, CuboidInstance, VectorInstance } from '../../common/shapes.ts';
import { isVectorInstance } from '../../common/shapes.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';

/** CSS pixels the pointer must move before a vertex follows it: a click on one leaves it where it is. */
const dragReach = 2;

/** A drag that changes instances: shown as drafts, one edit at the end, nothing when cancelled. */
export function changing(
  context: VectorContext,
  options: {
    readonly name: string;
    readonly label: string;
    readonly cursor: string;
    readonly idle: () => ToolState;
    readonly change: (pointer: StagePointer) => readonly Instance[];
  },
): ToolState {
  const { scene } = context.session;
  const commit = (): ToolState => {
    const patches = [...scene.drafts.values()].flatMap(after => {
      const before = scene.get(after.id);
      return before === undefined || sameJson(before, after)
        ? []
        : [replaceInstance(before, stamped(after, context.author))];
    });
    scene.clearDrafts();
    context.session.edit(options.label, patches);
    return options.idle();
  };
  return {
    name: options.name,
    cursor: options.cursor,
    move(pointer) {
      scene.setDrafts(options.change(pointer));
      return 'stay';
    },
    up: commit,
    key: () => 'stay',
    cancel: options.idle,
    complete: commit,
    exit: () => scene.clearDrafts(),
  };
}

/**
 * Moves the selected shapes that are not locked. Shift keeps to one axis; nothing is moved off the image that was on
 * it.
 */
export function movingShapes(context: VectorContext, start: StagePointer, idle: () => ToolState): ToolState {
  const { scene } = context.session;
  const shapes = scene.selected.filter(
    (instance): instance is VectorInstance => isVectorInstance(instance) && instance.locked !== true,
  );
  const bounds = shapes.reduce<Rectangle>(
    (sum, shape) => unite(sum, context.stage.layer.index.boundsOf(shape.id) ?? emptyRectangle),
    emptyRectangle,
  );
  const change = (pointer: StagePointer): readonly Instance[] => {
    const raw = { x: pointer.place.x - start.place.x, y: pointer.place.y - start.place.y };
    const sideways = Math.abs(raw.x) >= Math.abs(raw.y);
    const wanted: Place = pointer.shift ? { x: sideways ? raw.x : 0, y: sideways ? 0 : raw.y } : raw;
    const delta = context.size === undefined ? wanted : clampMove(bounds, wanted, context.size);
    return shapes.map(shape => moveShape(shape, delta));
  };
  return changing(context, {
    name: 'select.moving',
    label: shapes.length === 1 ? messages.dragStates.move : messages.dragStates.moveCountShapes(shapes.length),
    cursor: 'move',
    idle,
    change,
  });
}

/** Resizes a box by a handle. */
export function resizingBox(
  context: VectorContext,
  instance: BoxInstance,
  handle: BoxHandle,
  idle: () => ToolState,
): ToolState {
  const start = boxRectangle(instance);
  const change = (pointer: StagePointer): readonly Instance[] => {
    const box = resizeBox(
      start,
      handle,
      pointer.place,
      { fromCentre: pointer.alt, square: pointer.shift },
      context.size,
    );
    return [{ ...instance, points: boxPoints(box) }];
  };
  return changing(context, {
    name: 'select.resizing',
    label: messages.dragStates.resize,
    cursor: handleCursor(handle),
    idle,
    change,
  });
}

/** Moves a corner of a cuboid; it stays on the image. */
export function movingCorner(
  context: VectorContext,
  instance: CuboidInstance,
  corner: number,
  idle: () => ToolState,
): ToolState {
  const change = (pointer: StagePointer): readonly Instance[] => [
    withCornerMoved(instance, corner, pointer.place, context.size),
  ];
  return changing(context, {
    name: 'select.corner',
    label: messages.dragStates.moveCorner,
    cursor: 'move',
    idle,
    change,
  });
}

/** A vertex that is dragged, and the linked ones of neighbours that go with it. */
export interface DraggedVertex {
  readonly instance: VertexShape;
  readonly key: VertexKey;
  readonly linked?: readonly LinkedVertex[];
  /** The vertex was just put in: it stays even when it is not moved. */
  readonly inserted?: boolean;
}

/** Moves one vertex and what is linked to it, drawn to vertices and borders of others; they stay on the image. */
export function movingVertex(
  context: VectorContext,
  { instance, key, linked = [], inserted = false }: DraggedVertex,
  start: StagePointer,
  idle: () => ToolState,
): ToolState {
  const from = vertexAt(vertexPaths(instance)[key.ring]!, key.index);
  const ids = [instance.id, ...linked.map(each => each.instance.id)];
  let dragged = false;
  const change = (pointer: StagePointer): readonly Instance[] => {
    dragged ||= distance(pointer.screen, start.screen) >= dragReach;
    if (!dragged) return inserted ? [...context.session.scene.drafts.values()] : [];
    // The vertex keeps its distance from the pointer, so that it does not jump when it is taken beside its middle.
    const wanted = { x: from.x + pointer.place.x - start.place.x, y: from.y + pointer.place.y - start.place.y };
    const to = context.onImage(context.snapping.place({ place: wanted, ctrl: pointer.ctrl }, ids));
    return linked.length > 1 ? moveLinked(linked, to) : [withVertexMoved(instance, key, to)];
  };
  const state = changing(context, {
    name: 'select.vertex',
    label: inserted ? messages.dragStates.insertVertex : messages.dragStates.moveVertex,
    cursor: 'move',
    idle,
    change,
  });
  return {
    ...state,
    exit() {
      context.snapping.forget();
      state.exit?.();
    },
    paint: painter => context.snapping.paint(painter),
  };
}

/** Pans the view by dragging an empty place. */
export function panningView(context: VectorContext, start: StagePointer, idle: () => ToolState): ToolState {
  let from = start.screen;
  return {
    name: 'select.panning',
    cursor: 'grabbing',
    move(pointer) {
      context.stage.camera.pan({ x: pointer.screen.x - from.x, y: pointer.screen.y - from.y });
      from = pointer.screen;
      return 'stay';
    },
    up: idle,
    cancel: idle,
  };
}

/** Selects the shapes that lie wholly inside a rectangle; Ctrl adds them to the selection. */
export function rubberBand(context: VectorContext, start: StagePointer, idle: () => ToolState): ToolState {
  const { scene } = context.session;
  const before = [...scene.selection];
  let band = rectangleBetween(start.place, start.place);
  return {
    name: 'select.band',
    cursor: 'crosshair',
    move(pointer) {
      band = rectangleBetween(start.place, pointer.place);
      scene.select([...(pointer.ctrl ? before : []), ...context.stage.layer.index.inside(band)]);
      return 'stay';
    },
    up: idle,
    cancel() {
      scene.select(before);
      return idle();
    },
    paint(painter) {
      painter.rubberBand(band);
      return true;
    },
  };
}
