import { distance } from '#plugins/editor/common/geometry/place.ts';
import type { Rectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import type { OverlayPainter } from '#plugins/editor/web/kit/stage/overlay.ts';
import type { StagePointer, ToolState } from '#plugins/editor/web/kit/stage/tool-state.ts';
import { boxBetween } from '../../common/box-handles.ts';
import type { VectorContext } from '../vector-context.ts';
import { clickReach } from './crosshair-state.ts';
import { isTakeBack } from './take-back-key.ts';

/** What is spanned between two corners. */
export interface Span {
  readonly name: string;
  /** Width divided by height that Shift keeps; 1 when absent. */
  readonly aspect?: number;
  readonly idle: () => ToolState;
  /** The second corner is set; the rectangle is on the picture and at least one pixel wide and high. */
  readonly done: (box: Rectangle, pointer: StagePointer) => ToolState;
  readonly paint: (painter: OverlayPainter, box: Rectangle) => void;
}

/** Spans a rectangle by a drag or by two clicks. Alt spans from the centre, Shift keeps the aspect, a square unless told otherwise; Enter and N end it where the pointer is. */
export function spanState(context: VectorContext, start: StagePointer, span: Span): ToolState {
  const anchor = context.onImage(start.place);
  let last = start;
  let twoClicks = false;
  const aspect = span.aspect ?? 1;
  // With the x axis divided by the aspect, what keeps it is a square.
  const squeeze = <T extends { readonly x: number; readonly y: number }>(place: T): T => ({ ...place, x: place.x / aspect });
  const box = (): Rectangle => {
    const size = context.size === undefined ? undefined : { width: context.size.width / aspect, height: context.size.height };
    const squeezed = boxBetween(squeeze(anchor), squeeze(last.place), { fromCentre: last.alt, square: last.shift }, size);
    return { ...squeezed, minX: squeezed.minX * aspect, maxX: squeezed.maxX * aspect };
  };
  const finish = (): ToolState => {
    const { minX, minY, maxX, maxY } = box();
    return maxX - minX >= 1 && maxY - minY >= 1 ? span.done(box(), last) : span.idle();
  };
  return {
    name: span.name,
    cursor: 'none',
    enter: () => context.session.scene.select([]),
    move(pointer) {
      last = pointer;
      return 'stay';
    },
    up(pointer) {
      last = pointer;
      if (twoClicks || distance(pointer.screen, start.screen) > clickReach) return finish();
      twoClicks = true;
      return 'stay';
    },
    down(pointer) {
      last = pointer;
      return 'stay';
    },
    key(pressed) {
      if (pressed.key === 'enter' || pressed.key === 'n') return finish();
      return isTakeBack(pressed) ? span.idle() : undefined;
    },
    cancel: span.idle,
    paint(painter) {
      const rectangle = box();
      painter.crosshair(last.screen);
      span.paint(painter, rectangle);
      painter.note(last.screen, `${Math.round(rectangle.maxX - rectangle.minX)} × ${Math.round(rectangle.maxY - rectangle.minY)}`);
      return true;
    },
  };
}

/** The corners of a rectangle as a closed path. */
export function rectanglePath({ minX, minY, maxX, maxY }: Rectangle): readonly number[] {
  return [minX, minY, maxX, minY, maxX, maxY, minX, maxY];
}
