import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { OverlayPainter, StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { boxBetween } from '../../common/box-handles.ts';
import type { VectorContext } from '../vector-context.ts';
import { twoPlaceState } from './two-place-state.ts';

/** Rectangle between two corners. */
export interface Span {
  readonly name: string;
  /** Width divided by height that Shift keeps; 1 when absent. */
  readonly aspect?: number;
  readonly idle: () => ToolState;
  /** The second corner is set; the rectangle is on the picture and at least one pixel wide and high. */
  readonly done: (box: Rectangle, pointer: StagePointer) => ToolState;
  readonly paint: (painter: OverlayPainter, box: Rectangle) => void;
}

/**
 * Spans a rectangle by a drag or by two clicks. Alt spans from the centre, Shift keeps the aspect, a square unless
 * asked otherwise; Enter and N end it where the pointer is.
 */
export function spanState(context: VectorContext, start: StagePointer, span: Span): ToolState {
  const anchor = context.onImage(start.place);
  const aspect = span.aspect ?? 1;
  // With the x axis divided by the aspect, what keeps it is a square.
  const squeeze = <T extends { readonly x: number; readonly y: number }>(place: T): T => ({
    ...place,
    x: place.x / aspect,
  });
  const box = (pointer: StagePointer): Rectangle => {
    const size =
      context.size === undefined ? undefined : { width: context.size.width / aspect, height: context.size.height };
    const squeezed = boxBetween(
      squeeze(anchor),
      squeeze(pointer.place),
      { fromCentre: pointer.alt, square: pointer.shift },
      size,
    );
    return { ...squeezed, minX: squeezed.minX * aspect, maxX: squeezed.maxX * aspect };
  };
  return twoPlaceState(context, start, {
    name: span.name,
    idle: span.idle,
    done(pointer) {
      const spanned = box(pointer);
      return spanned.maxX - spanned.minX >= 1 && spanned.maxY - spanned.minY >= 1
        ? span.done(spanned, pointer)
        : span.idle();
    },
    isEnd: ({ key }) => key === 'enter' || key === 'n',
    paint(painter, pointer) {
      const spanned = box(pointer);
      span.paint(painter, spanned);
      painter.labels.note(
        pointer.screen,
        `${Math.round(spanned.maxX - spanned.minX)} × ${Math.round(spanned.maxY - spanned.minY)}`,
      );
    },
  });
}

/** The corners of a rectangle as a closed path. */
export function rectanglePath({ minX, minY, maxX, maxY }: Rectangle): readonly number[] {
  return [minX, minY, maxX, minY, maxX, maxY, minX, maxY];
}
