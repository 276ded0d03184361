import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { clampToImage, constrainAngle, distance } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { outlinesRegion } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { messages } from '../messages.ts';
import type { PixelContext } from '../pixel-context.ts';
import { pickClass } from './pick-class.ts';

/** CSS pixels a pointer may move and still click, and within which a click on the first point closes a polygon. */
const clickReach = 3;
const closeReach = 9;
/** A second click on the last point within so many milliseconds ends the polygon. */
const doubleClickTime = 400;

/**
 * Fills what is drawn around. The polygon takes a point for each click and free hand while dragged; a click on its
 * first point, Enter, N or a double click closes it, Backspace and Ctrl+Z take the last point back. The lasso is drawn
 * in one go. Shift at the start adds to the selected object, Alt takes away.
 */
export function outlineTool(context: PixelContext, kind: 'polygon' | 'lasso', subtract: boolean): () => ToolState {
  const idle = (): ToolState => ({
    name: `${kind}.idle`,
    cursor: 'crosshair',
    move: () => 'stay',
    down(pointer) {
      if (pointer.button !== 0) return undefined;
      if (pointer.ctrl) return pickClass(context, pointer.place);
      return drawing(context, kind, pointer, { adding: pointer.shift, erases: subtract !== pointer.alt }, idle);
    },
  });
  return idle;
}

function drawing(
  context: PixelContext,
  kind: 'polygon' | 'lasso',
  start: StagePointer,
  { adding, erases }: { readonly adding: boolean; readonly erases: boolean },
  idle: () => ToolState,
): ToolState {
  const { stage } = context;
  const place = (pointer: StagePointer): Place =>
    clampToImage(
      pointer.shift && kind === 'polygon' && points.length > 0 && pressed === undefined
        ? constrainAngle(lastPoint(), pointer.place)
        : pointer.place,
      context.size,
    );
  const points: number[] = [];
  let pressed: StagePointer | undefined = start;
  let last = start;
  let addedAt = performance.now();
  let strokeFrom: number | undefined;
  const lastPoint = (): Place => ({ x: points.at(-2)!, y: points.at(-1)! });
  const add = (where: Place): void => {
    points.push(where.x, where.y);
    addedAt = performance.now();
  };
  const closes = (pointer: StagePointer): boolean =>
    points.length >= 6 &&
    distance(stage.camera.toScreen({ x: points[0]!, y: points[1]! }), pointer.screen) <= closeReach;
  add(clampToImage(start.place, context.size));

  const finish = (): ToolState => {
    const region = outlinesRegion([{ outer: points, holes: [] }], context.size);
    if (points.length < 6 || !region.data.includes(1)) {
      context.session.notify(messages.outlineTool.drawAroundAtLeastOnePixel);
      return idle();
    }
    if (erases) context.eraseRegion(messages.outlineTool.eraseArea, region);
    else context.paintRegion(messages.outlineTool.fillArea, region, adding);
    return idle();
  };
  const takeBack = (): ToolState | 'stay' => {
    if (points.length <= 2) return idle();
    points.length -= 2;
    return 'stay';
  };

  return {
    name: `${kind}.drawing`,
    cursor: 'crosshair',
    down(pointer) {
      if (pointer.button !== 0) return undefined;
      last = pointer;
      const onLast = distance(stage.camera.toScreen(lastPoint()), pointer.screen) <= clickReach;
      if (closes(pointer) || (onLast && points.length >= 6 && performance.now() - addedAt < doubleClickTime))
        return finish();
      if (!onLast) add(place(pointer));
      pressed = pointer;
      return 'stay';
    },
    move(pointer) {
      last = pointer;
      if (pressed === undefined) return 'stay';
      if (strokeFrom === undefined && distance(pressed.screen, pointer.screen) > clickReach) strokeFrom = points.length;
      if (strokeFrom !== undefined) for (const each of pointer.trail) add(clampToImage(each, context.size));
      return 'stay';
    },
    up() {
      pressed = undefined;
      if (kind === 'lasso') return finish();
      const drawn = strokeFrom !== undefined;
      strokeFrom = undefined;
      return drawn && closes(last) ? finish() : 'stay';
    },
    key({ key, ctrl, shift }) {
      if (key === 'enter' || (key === 'n' && !ctrl)) return finish();
      if (key === 'backspace' || key === 'delete' || (key === 'z' && ctrl && !shift)) return takeBack();
      return undefined;
    },
    cancel: idle,
    complete: () => (points.length >= 6 ? finish() : idle()),
    paint(painter) {
      const color = erases ? '#1b2026' : context.activeColor;
      const next = place(last);
      painter.line(pressed === undefined ? [...points, next.x, next.y] : points, color, {
        closed: points.length >= 4,
        fill: 0.25,
        ...(erases ? { dashed: true } : {}),
      });
      if (kind === 'polygon')
        painter.handle({ x: points[0]!, y: points[1]! }, color, 'round', closes(last) ? 'hot' : 'normal');
      return true;
    },
  };
}
