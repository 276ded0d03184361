import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Outcome, OverlayPainter, StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import type { VectorContext } from '../vector-context.ts';

/** CSS pixels the pointer may move in a click; beyond it is a drag. */
export const clickReach = 4;

/** The state in which a tool waits for the main button, with lines across the whole view. */
export function crosshairState(
  context: VectorContext,
  name: string,
  press: (pointer: StagePointer) => Outcome,
  options: { readonly move?: (pointer: StagePointer) => void; readonly paint?: (painter: OverlayPainter) => void } = {},
): ToolState {
  let screen: Place | undefined = context.stage.input.last?.screen;
  return {
    name,
    cursor: 'none',
    move(pointer) {
      screen = pointer.screen;
      options.move?.(pointer);
      return 'stay';
    },
    leave() {
      screen = undefined;
      context.snapping.forget();
      context.stage.requestOverlay();
      return 'stay';
    },
    down(pointer) {
      return pointer.button === 0 ? press(pointer) : undefined;
    },
    exit: () => context.snapping.forget(),
    paint(painter) {
      if (screen !== undefined) painter.crosshair(screen, context.activeColor);
      options.paint?.(painter);
      return screen !== undefined || options.paint !== undefined;
    },
  };
}
