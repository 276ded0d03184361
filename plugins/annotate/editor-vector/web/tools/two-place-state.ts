import { distance } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { OverlayPainter, StageKey, StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import type { VectorContext } from '../vector-context.ts';
import { clickReach } from './crosshair-state.ts';
import { isTakeBack } from './take-back-key.ts';

/** Shape of two places. */
export interface TwoPlaces {
  readonly name: string;
  readonly idle: () => ToolState;
  /** The second place is set, at the pointer. */
  readonly done: (pointer: StagePointer) => ToolState | 'stay';
  /** True for a key that sets the second place where the pointer is. */
  readonly isEnd?: (key: StageKey) => boolean;
  readonly paint: (painter: OverlayPainter, pointer: StagePointer) => void;
}

/** Takes a second place by a drag from the first, or by a second click. Nothing is selected meanwhile. */
export function twoPlaceState(
  context: VectorContext,
  start: StagePointer,
  { name, idle, done, isEnd, paint }: TwoPlaces,
): ToolState {
  let last = start;
  let twoClicks = false;
  const follow = (pointer: StagePointer): 'stay' => {
    last = pointer;
    return 'stay';
  };
  return {
    name,
    cursor: 'none',
    enter: () => context.session.scene.select([]),
    move: follow,
    down: follow,
    up(pointer) {
      last = pointer;
      if (twoClicks || distance(pointer.screen, start.screen) > clickReach) return done(last);
      twoClicks = true;
      return 'stay';
    },
    key(pressed) {
      if (isEnd?.(pressed) === true) return done(last);
      return isTakeBack(pressed) ? idle() : undefined;
    },
    cancel: idle,
    paint(painter) {
      painter.crosshair(last.screen, context.activeColor);
      paint(painter, last);
      return true;
    },
  };
}
