import type { ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { floodLabels } from '../../common/flood.ts';
import { messages } from '../messages.ts';
import type { PixelContext } from '../pixel-context.ts';
import { pickClass } from './pick-class.ts';

/**
 * Fills the area under the pointer that hangs together: an empty one, such as a hole, becomes part of the selected
 * object that Shift asks for, or a new object; a painted one changes its owner. Alt empties it.
 */
export function fillTool(context: PixelContext): () => ToolState {
  const idle = (): ToolState => ({
    name: 'fill.idle',
    cursor: 'crosshair',
    move: () => 'stay',
    down(pointer) {
      if (pointer.button !== 0) return undefined;
      if (pointer.ctrl) return pickClass(context, pointer.place);
      if (!context.holds(pointer.place)) return 'stay';
      const region = floodLabels(context.raster, Math.floor(pointer.place.x), Math.floor(pointer.place.y));
      if (pointer.alt) context.eraseRegion(messages.fillTool.emptyArea, region);
      else context.paintRegion(messages.fillTool.fill, region, pointer.shift);
      return 'stay';
    },
  });
  return idle;
}
