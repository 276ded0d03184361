import { roundCoordinate } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';
import { crosshairState } from './crosshair-state.ts';

/** Places points, one per click. */
export function pointTool(context: VectorContext): () => ToolState {
  return () =>
    crosshairState(
      context,
      'point.idle',
      pointer => {
        const { x, y } = context.onImage(context.snapping.place(pointer));
        context.add(messages.pointTool.drawPoint, { type: 'point', x: roundCoordinate(x), y: roundCoordinate(y) });
        return 'stay';
      },
      { move: pointer => void context.snapping.place(pointer), paint: painter => void context.snapping.paint(painter) },
    );
}
