import { distance, vertexAt } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Outcome, StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { handleCursor } from '../../common/box-handles.ts';
import { insertLinked } from '../../common/linked-vertices.ts';
import type { VertexKey, VertexShape } from '../../common/shape-vertices.ts';
import { canInsertVertex, vertexPaths, withVertexInserted } from '../../common/shape-vertices.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';
import { clickReach } from './crosshair-state.ts';
import type { DraggedVertex } from './drag-states.ts';
import { movingCorner, movingShapes, movingVertex, panningView, resizingBox, rubberBand } from './drag-states.ts';
import type { HotTarget } from './hot-target.ts';
import { hotTarget } from './hot-target.ts';
import { labelledPointAt } from './labelled-point-at.ts';
import { redrawingPart } from './redraw-state.ts';
import { removeVertex } from './remove-vertex.ts';
import { scaleCursor, scalingShapes, turningShapes } from './transform-states.ts';

/** Selects, moves and reshapes: see the keyboard sheet for what Ctrl, Shift and Alt do. */
export function selectTool(context: VectorContext): () => ToolState {
  const { session, stage } = context;
  const { scene } = session;

  const idle = (): ToolState => {
    let hot: HotTarget | undefined =
      stage.input.last === undefined ? undefined : hotTarget(context, stage.input.last.place);
    return {
      name: 'select.idle',
      cursor: () => cursorFor(context, hot),
      move(pointer) {
        hot = hotTarget(context, pointer.place);
        scene.setHover(hovered(hot));
        return 'stay';
      },
      leave() {
        hot = undefined;
        scene.setHover(undefined);
        return 'stay';
      },
      down(pointer) {
        if (pointer.button === 2) {
          const id = stage.shapeAt(pointer.place);
          if (id !== undefined && !scene.selection.has(id)) scene.select([id]);
          return 'stay';
        }
        return pointer.button === 0 ? press(pointer, hotTarget(context, pointer.place)) : undefined;
      },
      up(pointer) {
        // Not when it goes down: the same press would close the menu again.
        if (pointer.button !== 2) return undefined;
        context.controller.openMenu(pointer.screen);
        return 'stay';
      },
      doubleClick(pointer) {
        const point = labelledPointAt(context, pointer.place);
        if (point !== undefined) {
          context.controller.label(point);
          return 'stay';
        }
        if (stage.shapeAt(pointer.place) !== undefined || hotTarget(context, pointer.place) !== undefined)
          return undefined;
        stage.camera.fit();
        return 'stay';
      },
      key({ key, shift, ctrl, alt }) {
        if (key !== 'f2' || shift || ctrl || alt || stage.input.last === undefined) return undefined;
        const point = labelledPointAt(context, stage.input.last.place);
        if (point === undefined) session.notify(messages.selectTool.pointAtAVertex);
        context.controller.label(point);
        return 'stay';
      },
      paint(painter) {
        if (hot?.kind === 'edge') painter.handle(hot.place, context.colorOf(hot.instance), 'round', 'ghost');
        if (hot?.kind === 'vertex')
          painter.handle(
            vertexAt(vertexPaths(hot.instance)[hot.key.ring]!, hot.key.index),
            context.colorOf(hot.instance),
            'round',
            'hot',
          );
        return hot?.kind === 'edge' || hot?.kind === 'vertex';
      },
    };
  };

  const press = (pointer: StagePointer, hot: HotTarget | undefined): Outcome => {
    if (hot === undefined) return pointingAtNothing(pointer);
    switch (hot.kind) {
      case 'handle': {
        const { only, shapes } = hot.selection;
        if (only?.type === 'bbox') return resizingBox(context, only, hot.handle, idle);
        return scalingShapes(context, { shapes, frame: hot.frame, idle }, hot.handle, pointer);
      }
      case 'turn':
        return turningShapes(context, { shapes: hot.selection.shapes, frame: hot.frame, idle }, pointer);
      case 'corner':
        return movingCorner(context, hot.instance, hot.corner, idle);
      case 'vertex':
        if (pointer.ctrl && !canInsertVertex(hot.instance)) return pointingAt(pointer, hot.instance.id);
        if (pointer.alt && canInsertVertex(hot.instance)) return removed(hot.instance, hot.key);
        return pointer.shift && canInsertVertex(hot.instance)
          ? pointingAtVertex(pointer, hot.instance, hot.key)
          : draggingVertex(hot.instance, hot.key, pointer);
      case 'edge': {
        if (pointer.ctrl || pointer.shift) return pointingAt(pointer, hot.instance.id);
        return insertingVertex(hot, pointer);
      }
      case 'shape':
        return pointingAt(pointer, hot.id);
    }
  };

  const draggingVertex = (instance: VertexShape, key: VertexKey, pointer: StagePointer): ToolState =>
    movingVertex(
      context,
      {
        instance,
        key,
        ...(instance.type === 'polygon' ? { linked: context.sharedEdges.linkedTo(instance, key) } : {}),
      },
      pointer,
      idle,
    );

  const insertingVertex = (
    { instance, ring, edge, place }: Extract<HotTarget, { kind: 'edge' }>,
    pointer: StagePointer,
  ): ToolState => {
    const key = { ring, index: edge + 1 };
    const inserted =
      instance.type === 'polygon'
        ? insertedOn(instance, ring, edge, place)
        : { instance: withVertexInserted(instance, ring, edge, place), key };
    scene.setDrafts(inserted.linked?.map(each => each.instance) ?? [inserted.instance]);
    return movingVertex(context, { ...inserted, inserted: true }, pointer, idle);
  };

  const insertedOn = (
    instance: Extract<VertexShape, { type: 'polygon' }>,
    ring: number,
    edge: number,
    place: { readonly x: number; readonly y: number },
  ): DraggedVertex => {
    const edges = context.sharedEdges.edgesOn(instance, ring, edge);
    const changed = insertLinked(edges, place);
    const linked = edges.map((each, index) => ({
      instance: changed[index]!,
      key: { ring: each.ring, index: each.edge + 1 },
    }));
    return { instance: changed[0]!, key: linked[0]!.key, linked };
  };

  const removed = (instance: Parameters<typeof removeVertex>[1], key: VertexKey): ToolState => {
    removeVertex(context, instance, key);
    return idle();
  };

  /** Shift is down on a vertex: a click removes it, a drag redraws that part of the outline. */
  const pointingAtVertex = (
    start: StagePointer,
    instance: Parameters<typeof removeVertex>[1],
    key: VertexKey,
  ): ToolState => ({
    name: 'select.vertex-pointing',
    cursor: 'crosshair',
    move(pointer) {
      return distance(pointer.screen, start.screen) <= clickReach
        ? 'stay'
        : begun(redrawingPart(context, instance, key, idle), pointer);
    },
    up: () => removed(instance, key),
    cancel: idle,
  });

  /** The pointer is down on a shape: a click selects, a drag moves. */
  const pointingAt = (start: StagePointer, id: string): ToolState => ({
    name: 'select.pointing',
    cursor: 'pointer',
    move(pointer) {
      if (distance(pointer.screen, start.screen) <= clickReach) return 'stay';
      if (start.shift && !scene.selection.has(id)) return begun(rubberBand(context, start, idle), pointer);
      const grabbed = [...scene.selection].some(one => stage.layer.index.hits(one, start.place, stage.reach(5)));
      if (!grabbed) scene.select(start.ctrl ? [...scene.selection, id] : [id]);
      if (session.readOnly) return begun(panningView(context, start, idle), pointer);
      if (scene.selected.every(instance => instance.locked === true)) {
        session.notify(messages.selectTool.shapeIsLocked);
        return idle();
      }
      return begun(movingShapes(context, start, idle), pointer);
    },
    up() {
      if (start.ctrl) scene.toggleSelection([id]);
      else scene.select([id]);
      return idle();
    },
    cancel: idle,
  });

  /** The pointer is down on an empty place: a click deselects, a drag pans, with Shift it draws a rubber band. */
  const pointingAtNothing = (start: StagePointer): ToolState => ({
    name: 'select.empty',
    cursor: 'default',
    move(pointer) {
      if (distance(pointer.screen, start.screen) <= clickReach) return 'stay';
      return begun(start.shift ? rubberBand(context, start, idle) : panningView(context, start, idle), pointer);
    },
    up() {
      if (!start.ctrl && !start.shift) scene.select([]);
      return idle();
    },
    cancel: idle,
  });

  return idle;
}

/** A drag that begins with the movement that made it one, so that nothing lags behind the pointer. */
function begun(state: ToolState, pointer: StagePointer): ToolState {
  state.move?.(pointer);
  return state;
}

function hovered(hot: HotTarget | undefined): string | undefined {
  if (hot === undefined) return undefined;
  if (hot.kind === 'shape') return hot.id;
  return 'instance' in hot ? hot.instance.id : hot.selection.only?.id;
}

function cursorFor(context: VectorContext, hot: HotTarget | undefined): string {
  switch (hot?.kind) {
    case undefined:
      return 'default';
    case 'handle':
      return hot.selection.only?.type === 'bbox' ? handleCursor(hot.handle) : scaleCursor(hot.frame, hot.handle);
    case 'turn':
      return 'grab';
    case 'vertex':
    case 'corner':
      return 'move';
    case 'edge':
      return 'copy';
    case 'shape': {
      const { scene, readOnly } = context.session;
      return scene.selection.has(hot.id) && !readOnly && !scene.isLocked(hot.id) ? 'move' : 'pointer';
    }
  }
}
