import type { Place, Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { distance } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Paintable, RasterChange } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { brushCentre, brushRows } from '../../common/brush-rows.ts';
import type { PixelContext } from '../pixel-context.ts';
import { paintBrush } from './brush-cursor.ts';
import { pickClass } from './pick-class.ts';
import { messages } from '../messages.ts';

/** CSS pixels a pointer may move and still click. */
const clickReach = 3;

/** End of the last stroke of this tool, for straight lines by Shift+click. */
interface Trail {
  last: Place | undefined;
}

/**
 * Paints, or erases. Paint that begins inside the selected object goes on with it, and so does all paint with Shift;
 * other paint is a new object. Shift+click draws a straight line from where the last stroke ended; with Alt held the
 * brush erases and the eraser paints; Alt with the right button drags the size; Ctrl+click takes the class under the
 * pointer.
 */
export function brushTool(context: PixelContext, kind: 'brush' | 'eraser'): () => ToolState {
  const trail: Trail = { last: undefined };
  const idle = (): ToolState => ({
    name: `${kind}.idle`,
    cursor: 'none',
    move: () => 'stay',
    leave: () => 'stay',
    down(pointer) {
      if (pointer.button === 2 && pointer.alt) return resizing(context, pointer, idle);
      if (pointer.button !== 0) return undefined;
      if (pointer.ctrl) return pickClass(context, pointer.place);
      const erases = (kind === 'eraser') !== pointer.alt;
      if (pointer.shift) return waiting(context, pointer, erases, trail, idle);
      return stroking(context, pointer, { erases, adding: false, trail }, idle);
    },
    paint: painter => paintBrush(context, painter, kind),
  });
  return idle;
}

/** The pointer went down with Shift: a drag paints on into the selected object, a click draws a straight line. */
function waiting(
  context: PixelContext,
  start: StagePointer,
  erases: boolean,
  trail: Trail,
  idle: () => ToolState,
): ToolState {
  return {
    name: 'brush.waiting',
    cursor: 'none',
    move(pointer) {
      if (distance(pointer.screen, start.screen) <= clickReach) return 'stay';
      const state = stroking(context, start, { erases, adding: true, trail }, idle);
      if (state !== 'stay') state.move?.(pointer);
      return state;
    },
    up(pointer) {
      const from = trail.last;
      const state = stroking(
        context,
        from === undefined ? start : { ...start, place: from, trail: [from] },
        { erases, adding: true, trail },
        idle,
      );
      if (state === 'stay') return idle();
      state.move?.({ ...pointer, place: start.place, trail: [start.place] });
      return state.up!(pointer);
    },
    cancel: idle,
    paint: painter => paintBrush(context, painter, erases ? 'eraser' : 'brush', trail.last),
  };
}

function stroking(
  context: PixelContext,
  start: StagePointer,
  { erases, adding, trail }: { readonly erases: boolean; readonly adding: boolean; readonly trail: Trail },
  idle: () => ToolState,
): ToolState | 'stay' {
  const { options, paint } = context;
  const selected = context.selectedMask;
  const inside = selected !== undefined && paint.instanceAt(start.place)?.id === selected.id;
  const painting = erases ? undefined : context.begin(adding || inside);
  if (!erases && painting === undefined) return 'stay';
  const erasing = painting === undefined ? context.beginErasing() : undefined;
  const change: RasterChange = painting?.change ?? erasing!.change;
  const over: Paintable = painting?.paintable ?? erasing!.erasable;
  const slot = painting?.slot ?? 0;
  const brush = options.brush;
  let at = brushCentre(brush, start.place);
  const dab = (to: Place): void => {
    brushRows(brush, at, to, (y, from, end) => change.row(y, from, end, slot, over));
    context.raster.changed(around(context, at, to, brush.size));
    at = to;
  };
  dab(at);
  const end = (): ToolState => {
    trail.last = at;
    if (painting !== undefined) context.finish(messages.brushTool.paint, painting);
    else context.finishErasing(messages.brushTool.erase, change);
    return idle();
  };
  return {
    name: erases ? 'brush.erasing' : 'brush.painting',
    cursor: 'none',
    move(pointer) {
      for (const place of pointer.trail) {
        const to = brushCentre(brush, place);
        if (to.x !== at.x || to.y !== at.y) dab(to);
      }
      return 'stay';
    },
    up: end,
    complete: end,
    cancel() {
      change.revert();
      return idle();
    },
    paint: painter => paintBrush(context, painter, erases ? 'eraser' : 'brush'),
  };
}

/** Whole pixels of the image that a piece of a stroke may have painted. */
function around({ size }: PixelContext, from: Place, to: Place, width: number): Rectangle {
  const half = width / 2 + 1;
  return {
    minX: Math.max(0, Math.floor(Math.min(from.x, to.x) - half)),
    minY: Math.max(0, Math.floor(Math.min(from.y, to.y) - half)),
    maxX: Math.min(size.width, Math.max(0, Math.ceil(Math.max(from.x, to.x) + half))),
    maxY: Math.min(size.height, Math.max(0, Math.ceil(Math.max(from.y, to.y) + half))),
  };
}

/** Alt and the right button: the brush grows to the right and shrinks to the left, under a pointer that stays. */
function resizing(context: PixelContext, start: StagePointer, idle: () => ToolState): ToolState {
  const { size } = context.options.settings;
  return {
    name: 'brush.resizing',
    cursor: 'ew-resize',
    move(pointer) {
      context.options.set({ size: size + (2 * (pointer.screen.x - start.screen.x)) / context.stage.camera.zoom });
      return 'stay';
    },
    up: idle,
    cancel() {
      context.options.set({ size });
      return idle();
    },
    paint: painter => paintBrush(context, painter, 'brush', undefined, start.place),
  };
}
