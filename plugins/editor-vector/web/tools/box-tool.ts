import type { Place } from '#plugins/editor/common/geometry/place.ts';
import { clampToImage, distance } from '#plugins/editor/common/geometry/place.ts';
import type { Rectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import type { StagePointer, ToolState } from '#plugins/editor/web/kit/stage/tool-state.ts';
import { boxBetween, boxPoints } from '../../common/box-handles.ts';
import type { VectorContext } from '../vector-context.ts';

/** CSS pixels the pointer may move in a click; beyond it is a drag. */
export const clickReach = 4;

/** Draws boxes, by a drag or by two clicks. Alt draws from the centre, Shift a square. */
export function boxTool(context: VectorContext): () => ToolState {
  const idle = (): ToolState => {
    let screen: Place | undefined = context.stage.input.last?.screen;
    return {
      name: 'box.idle',
      cursor: 'none',
      move(pointer) {
        screen = pointer.screen;
        return 'stay';
      },
      leave() {
        screen = undefined;
        context.stage.requestOverlay();
        return 'stay';
      },
      down(pointer) {
        return pointer.button === 0 ? drawing(context, pointer, idle) : undefined;
      },
      paint(painter) {
        if (screen !== undefined) painter.crosshair(screen);
        return screen !== undefined;
      },
    };
  };
  return idle;
}

function drawing(context: VectorContext, start: StagePointer, idle: () => ToolState): ToolState {
  const { size } = context;
  const anchor = size === undefined ? start.place : clampToImage(start.place, size);
  let last = start;
  let twoClicks = false;
  const box = (): Rectangle => boxBetween(anchor, last.place, { fromCentre: last.alt, square: last.shift }, size);
  const finish = (): ToolState => {
    const points = boxPoints(box());
    if (points.x2 - points.x1 >= 1 && points.y2 - points.y1 >= 1) context.add('Draw box', { type: 'bbox', points });
    return idle();
  };
  return {
    name: 'box.drawing',
    cursor: 'none',
    enter: () => context.session.scene.select([]),
    move(pointer) {
      last = pointer;
      return 'stay';
    },
    up(pointer) {
      last = pointer;
      if (twoClicks) return finish();
      if (distance(pointer.screen, start.screen) > clickReach) return finish();
      twoClicks = true;
      return 'stay';
    },
    down(pointer) {
      last = pointer;
      return 'stay';
    },
    key({ key }) {
      return key === 'enter' || key === 'n' ? finish() : undefined;
    },
    cancel: idle,
    paint(painter) {
      const { minX, minY, maxX, maxY } = box();
      painter.crosshair(last.screen);
      painter.line([minX, minY, maxX, minY, maxX, maxY, minX, maxY], context.activeColor, { closed: true, fill: 0.15 });
      painter.note(last.screen, `${Math.round(maxX - minX)} × ${Math.round(maxY - minY)}`);
      return true;
    },
  };
}
