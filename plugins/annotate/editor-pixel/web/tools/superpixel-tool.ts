import type { OutlinedPiece } from '#plugins/annotate/annotations/common/raster/index.ts';
import { paintRegion, regionOutlines } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { messages } from '../messages.ts';
import type { PixelContext } from '../pixel-context.ts';
import type { SuperpixelBlocks } from '../superpixels/superpixel-blocks.ts';
import { pickClass } from './pick-class.ts';

/**
 * Paints superpixels: the one under the pointer, and all a drag passes over. Begins inside the selected object or with
 * Shift: adds to it. Alt erases.
 */
export function superpixelTool(context: PixelContext, blocks: SuperpixelBlocks): () => ToolState {
  let shown: { readonly id: string; readonly pieces: readonly OutlinedPiece[] } | undefined;
  const look = (pointer: StagePointer | undefined): void => {
    const cell = pointer === undefined ? undefined : blocks.at(pointer.place.x, pointer.place.y);
    if (cell?.id === shown?.id) return;
    shown = cell === undefined ? undefined : { id: cell.id, pieces: regionOutlines(cell.region()) };
  };
  const paint: NonNullable<ToolState['paint']> = painter => {
    look(context.stage.input.last);
    if (shown !== undefined) painter.region(shown.pieces, context.activeColor);
    return shown !== undefined;
  };
  const idle = (): ToolState => ({
    name: 'superpixel.idle',
    cursor: 'crosshair',
    move: () => 'stay',
    leave: () => 'stay',
    down(pointer) {
      if (pointer.button !== 0) return undefined;
      if (pointer.ctrl) return pickClass(context, pointer.place);
      if (blocks.at(pointer.place.x, pointer.place.y) === undefined) {
        context.session.notify(messages.superpixelTool.pictureIsBeingCutIntoSuperpixels);
        return 'stay';
      }
      return collecting(context, blocks, pointer, idle, paint);
    },
    paint,
  });
  return idle;
}

function collecting(
  context: PixelContext,
  blocks: SuperpixelBlocks,
  start: StagePointer,
  idle: () => ToolState,
  paint: NonNullable<ToolState['paint']>,
): ToolState {
  const selected = context.selectedMask;
  const inside = selected !== undefined && context.paint.instanceAt(start.place)?.id === selected.id;
  const painting = start.alt ? undefined : context.begin(start.shift || inside);
  if (painting === undefined && !start.alt) return idle();
  const erasing = painting === undefined ? context.beginErasing() : undefined;
  const change = painting?.change ?? erasing!.change;
  const taken = new Set<string>();
  const take = (place: { readonly x: number; readonly y: number }): void => {
    const cell = blocks.at(place.x, place.y);
    if (cell === undefined || taken.has(cell.id)) return;
    taken.add(cell.id);
    paintRegion(change, cell.region(), painting?.slot ?? 0, painting?.paintable ?? erasing!.erasable);
    change.announce();
  };
  take(start.place);
  return {
    name: 'superpixel.collecting',
    cursor: 'crosshair',
    move(pointer) {
      for (const place of pointer.trail) take(place);
      return 'stay';
    },
    up() {
      if (painting !== undefined) context.finish(messages.superpixelTool.paintSuperpixels, painting);
      else context.finishErasing(messages.superpixelTool.eraseSuperpixels, change);
      return idle();
    },
    cancel() {
      change.revert();
      return idle();
    },
    paint,
  };
}
