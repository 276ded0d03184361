import { replaceInstance } from '#plugins/editor/common/edits.ts';
import { distance } from '#plugins/editor/common/geometry/place.ts';
import type { Outcome, StagePointer, ToolState } from '#plugins/editor/web/kit/stage/tool-state.ts';
import { handleCursor } from '../../common/box-handles.ts';
import { stamped } from '../../common/selection-edits.ts';
import type { VertexKey, VertexShape } from '../../common/shape-vertices.ts';
import { canInsertVertex, withVertexInserted, withVertexRemoved } from '../../common/shape-vertices.ts';
import type { VectorContext } from '../vector-context.ts';
import { clickReach } from './box-tool.ts';
import { movingShapes, movingVertex, panningView, resizingBox, rubberBand } from './drag-states.ts';
import type { HotTarget } from './hot-target.ts';
import { hotTarget } from './hot-target.ts';

/** Selects, moves and reshapes: see the keyboard sheet for what Ctrl, Shift and Alt do. */
export function selectTool(context: VectorContext): () => ToolState {
  const { session, stage } = context;
  const { scene } = session;

  const idle = (): ToolState => {
    let hot: HotTarget | undefined = stage.input.last === undefined ? undefined : hotTarget(context, stage.input.last.place);
    return {
      name: 'select.idle',
      cursor: () => cursorFor(context, hot),
      move(pointer) {
        hot = hotTarget(context, pointer.place);
        scene.setHover(hot === undefined ? undefined : hot.kind === 'shape' ? hot.id : hot.instance.id);
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
      doubleClick(pointer) {
        if (stage.shapeAt(pointer.place) !== undefined) return undefined;
        stage.camera.fit();
        return 'stay';
      },
      paint(painter) {
        if (hot?.kind === 'edge') painter.handle(hot.place, context.colorOf(hot.instance), 'round', 'ghost');
        return hot?.kind === 'edge';
      },
    };
  };

  const press = (pointer: StagePointer, hot: HotTarget | undefined): Outcome => {
    if (hot === undefined) return pointingAtNothing(pointer);
    switch (hot.kind) {
      case 'handle':
        return resizingBox(context, hot.instance, hot.handle, idle);
      case 'vertex':
        if ((pointer.alt || pointer.shift) && canInsertVertex(hot.instance)) return removeVertex(hot.instance, hot.key);
        return movingVertex(context, hot.instance, hot.key, idle);
      case 'edge': {
        if (pointer.ctrl || pointer.shift) return pointingAt(pointer, hot.instance.id);
        const inserted = withVertexInserted(hot.instance, hot.ring, hot.edge, hot.place);
        scene.setDrafts([inserted]);
        return movingVertex(context, inserted, { ring: hot.ring, index: hot.edge + 1 }, idle, 'Insert vertex');
      }
      case 'shape':
        return pointingAt(pointer, hot.id);
    }
  };

  const removeVertex = (instance: VertexShape, key: VertexKey): Outcome => {
    if (!canInsertVertex(instance)) return undefined;
    const before = scene.get(instance.id);
    const after = withVertexRemoved(instance, key);
    if (before === undefined) return undefined;
    if (after === undefined) session.notify(instance.type === 'polygon' ? 'A polygon keeps at least three points. Press Delete to remove the shape.' : 'A polyline keeps at least two points. Press Delete to remove the shape.');
    else session.edit('Delete vertex', [replaceInstance(before, stamped(after, context.author))]);
    return idle();
  };

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
        session.notify('The shape is locked. Press L to unlock it.');
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

function cursorFor(context: VectorContext, hot: HotTarget | undefined): string {
  if (hot === undefined) return 'default';
  if (hot.kind === 'handle') return handleCursor(hot.handle);
  if (hot.kind === 'vertex') return 'move';
  if (hot.kind === 'edge') return 'copy';
  const { scene, readOnly } = context.session;
  return scene.selection.has(hot.id) && !readOnly && !scene.isLocked(hot.id) ? 'move' : 'pointer';
}
