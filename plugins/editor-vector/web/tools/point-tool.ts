import type { Place } from '#plugins/editor/common/geometry/place.ts';
import { clampToImage, roundCoordinate } from '#plugins/editor/common/geometry/place.ts';
import type { ToolState } from '#plugins/editor/web/kit/stage/tool-state.ts';
import type { VectorContext } from '../vector-context.ts';

/** Places points, one per click. */
export function pointTool(context: VectorContext): () => ToolState {
  return () => {
    let screen: Place | undefined = context.stage.input.last?.screen;
    return {
      name: 'point.idle',
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
        if (pointer.button !== 0) return undefined;
        const place = context.size === undefined ? pointer.place : clampToImage(pointer.place, context.size);
        context.add('Draw point', { type: 'point', x: roundCoordinate(place.x), y: roundCoordinate(place.y) });
        return 'stay';
      },
      paint(painter) {
        if (screen !== undefined) painter.crosshair(screen);
        return screen !== undefined;
      },
    };
  };
}
