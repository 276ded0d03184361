import { distance } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { RasterChange } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { moveInstances, paintMoved } from '../../common/instance-shaping.ts';
import { isProtected } from '../../common/paint-rules.ts';
import { messages } from '../messages.ts';
import type { PixelContext } from '../pixel-context.ts';

const clickReach = 3;

/** Selects by a click, with Ctrl several; moves what is selected by a drag; a drag on nothing pans. */
export function selectTool(context: PixelContext): () => ToolState {
  const { session, paint, stage } = context;
  const { scene } = session;
  const idle = (): ToolState => ({
    name: 'select.idle',
    cursor: () => {
      const under = stage.input.last === undefined ? undefined : paint.instanceAt(stage.input.last.place);
      return under === undefined
        ? 'default'
        : scene.selection.has(under.id) && !session.readOnly && !isProtected(under)
          ? 'move'
          : 'pointer';
    },
    move(pointer) {
      scene.setHover(paint.instanceAt(pointer.place)?.id);
      return 'stay';
    },
    leave() {
      scene.setHover(undefined);
      return 'stay';
    },
    down(pointer) {
      const under = paint.instanceAt(pointer.place);
      if (pointer.button === 2) {
        if (under !== undefined && !scene.selection.has(under.id)) scene.select([under.id]);
        return 'stay';
      }
      return pointer.button === 0 ? pressed(pointer, under?.id) : undefined;
    },
    doubleClick(pointer) {
      if (paint.instanceAt(pointer.place) !== undefined) return undefined;
      stage.camera.fit();
      return 'stay';
    },
  });
  const pressed = (start: StagePointer, id: string | undefined): ToolState => ({
    name: 'select.pressed',
    cursor: id === undefined ? 'default' : 'pointer',
    move(pointer) {
      if (distance(pointer.screen, start.screen) <= clickReach) return 'stay';
      const next = id === undefined || session.readOnly ? panning(context, start, idle) : grab(start, id);
      next.move?.(pointer);
      return next;
    },
    up() {
      if (id === undefined) {
        if (!start.ctrl && !start.shift) scene.select([]);
      } else if (start.ctrl || start.shift) scene.toggleSelection([id]);
      else scene.select([id]);
      return idle();
    },
    cancel: idle,
  });
  const grab = (start: StagePointer, id: string): ToolState => {
    if (!scene.selection.has(id)) scene.select([id]);
    if (scene.selected.some(isProtected)) {
      session.notify(messages.selectTool.objectIsLocked);
      return idle();
    }
    return moving(context, start, idle);
  };
  return idle;
}

function panning({ stage }: PixelContext, start: StagePointer, idle: () => ToolState): ToolState {
  let last = start.screen;
  return {
    name: 'select.panning',
    cursor: 'grabbing',
    move({ screen }) {
      stage.camera.pan({ x: screen.x - last.x, y: screen.y - last.y });
      last = screen;
      return 'stay';
    },
    up: idle,
    cancel: idle,
  };
}

/** Shows the moved objects while they are dragged; letting go makes it one edit. */
function moving(context: PixelContext, start: StagePointer, idle: () => ToolState): ToolState {
  const { session, raster, paint } = context;
  const { selected } = session.scene;
  const slots = selected.flatMap(instance => paint.slotsOf(instance.id));
  const { movable } = context;
  let [dx, dy] = [0, 0];
  let shown: RasterChange | undefined;
  return {
    name: 'select.moving',
    cursor: 'move',
    move({ place }) {
      const [x, y] = [Math.round(place.x - start.place.x), Math.round(place.y - start.place.y)];
      if (x === dx && y === dy) return 'stay';
      [dx, dy] = [x, y];
      shown?.revert();
      shown = new RasterChange(raster);
      paintMoved(shown, slots, dx, dy, movable);
      shown.announce();
      return 'stay';
    },
    up() {
      shown?.revert();
      if (dx !== 0 || dy !== 0)
        context.edit(
          messages.selectTool.move,
          moveInstances(raster, session.scene.instances, selected, dx, dy, movable, context.author),
        );
      return idle();
    },
    cancel() {
      shown?.revert();
      return idle();
    },
  };
}
