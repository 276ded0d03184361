import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import type { OutlinedPiece, PixelRegion } from '#plugins/annotate/annotations/common/raster/index.ts';
import { regionOutlines } from '#plugins/annotate/annotations/common/raster/index.ts';
import { floodColors } from '../../common/flood.ts';
import { messages } from '../messages.ts';
import type { PixelContext } from '../pixel-context.ts';
import { pickClass } from './pick-class.ts';

/** Item pixels around the seed that are looked at, so that the preview follows the pointer on any picture. */
const most = 1536;
/** Tolerance for each CSS pixel dragged. */
const perPixel = 0.4;

/**
 * Paints the area of like colour around the pointer. Dragging away from the start raises the tolerance, towards it
 * lowers it, and shows what would be painted; letting go paints. Shift adds to the selected object, Alt erases.
 */
export function wandTool(context: PixelContext): () => ToolState {
  const idle = (): ToolState => ({
    name: 'wand.idle',
    cursor: 'crosshair',
    move: () => 'stay',
    down(pointer) {
      if (pointer.button !== 0) return undefined;
      if (pointer.ctrl) return pickClass(context, pointer.place);
      return context.holds(pointer.place) ? growing(context, pointer, idle) : 'stay';
    },
  });
  return idle;
}

function growing(context: PixelContext, start: StagePointer, idle: () => ToolState): ToolState {
  const { stage, options, size, session } = context;
  const [seedX, seedY] = [Math.floor(start.place.x), Math.floor(start.place.y)];
  const left = Math.max(0, Math.min(seedX - most / 2, size.width - most));
  const top = Math.max(0, Math.min(seedY - most / 2, size.height - most));
  const window = {
    x: left,
    y: top,
    width: Math.min(most, size.width - left),
    height: Math.min(most, size.height - top),
  };
  const before = options.settings.tolerance;
  let tolerance = before;
  let picture: Uint8ClampedArray | undefined;
  let region: PixelRegion | undefined;
  let pieces: readonly OutlinedPiece[] = [];
  let ended = false;
  let released = false;
  const look = (): void => {
    if (picture === undefined || ended) return;
    region = floodColors(picture, window, seedX, seedY, tolerance);
    pieces = withoutSpecks(regionOutlines(region));
    stage.requestOverlay();
  };
  const paint = (): void => {
    if (region === undefined) return;
    options.set({ tolerance });
    if (start.alt) context.eraseRegion(messages.wandTool.magicEraser, region);
    else context.paintRegion(messages.shared.magicWand, region, start.shift);
  };
  void stage
    .pixels({ minX: window.x, minY: window.y, maxX: window.x + window.width, maxY: window.y + window.height }, most)
    .then(
      image => {
        picture = image.data;
        look();
        if (released && !ended) paint();
      },
      (error: unknown) => session.notify(error instanceof Error ? error.message : String(error), 'error'),
    );
  return {
    name: 'wand.growing',
    cursor: 'crosshair',
    move(pointer) {
      const dragged = Math.hypot(pointer.screen.x - start.screen.x, pointer.screen.y - start.screen.y);
      const towards = pointer.screen.x + pointer.screen.y < start.screen.x + start.screen.y ? -1 : 1;
      const next = Math.round(Math.min(255, Math.max(0, before + towards * dragged * perPixel)));
      if (next === tolerance) return 'stay';
      tolerance = next;
      look();
      return 'stay';
    },
    up() {
      // A quick click may end before the picture's pixels are there; they are painted when they come.
      released = true;
      paint();
      return idle();
    },
    cancel() {
      ended = true;
      return idle();
    },
    paint(painter) {
      painter.region(pieces, start.alt ? '#1b2026' : context.activeColor);
      painter.labels.note(start.screen, messages.wandTool.tolerance(tolerance));
      return true;
    },
  };
}

/** Pieces and holes that are worth drawing while it is dragged: grainy pictures give thousands of single pixels. */
function withoutSpecks(pieces: readonly OutlinedPiece[]): readonly OutlinedPiece[] {
  const large = (ring: readonly number[]): boolean =>
    Math.abs(ring[0]! - ring[4]!) + Math.abs(ring[1]! - ring[5]!) > 2 || ring.length > 8;
  return pieces.filter(({ outer }) => large(outer)).map(({ outer, holes }) => ({ outer, holes: holes.filter(large) }));
}
