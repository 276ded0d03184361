import type { Place } from '#plugins/editor/common/geometry/place.ts';
import { clampToImage, constrainAngle, distance, roundCoordinate } from '#plugins/editor/common/geometry/place.ts';
import { ringArea } from '#plugins/editor/common/geometry/ring.ts';
import { simplifyPath } from '#plugins/editor/common/geometry/simplify.ts';
import type { StagePointer, ToolState } from '#plugins/editor/web/kit/stage/tool-state.ts';
import type { VectorContext } from '../vector-context.ts';
import { clickReach } from './box-tool.ts';

/** CSS pixels within which a click on the first vertex closes a polygon. */
const closeReach = 9;

/** A second click on the last vertex within so many milliseconds is a double click and ends the shape. */
const doubleClickTime = 400;

/** CSS pixels by which a free-hand line may be simplified. */
const freeHandTolerance = 0.8;

/**
 * Draws polygons or polylines: a click adds a vertex, Shift with a drag draws by free hand, Shift with a click keeps to 45°. A click on the
 * first vertex, Enter, N or a double click ends it; Backspace and Ctrl+Z take the last vertex back, Esc likewise and then the shape.
 */
export function pathTool(context: VectorContext, type: 'polygon' | 'polyline'): () => ToolState {
  const idle = (): ToolState => ({
    name: `${type}.idle`,
    cursor: 'crosshair',
    move: () => 'stay',
    down(pointer) {
      return pointer.button === 0 ? drawing(context, type, pointer, idle) : undefined;
    },
  });
  return idle;
}

function drawing(context: VectorContext, type: 'polygon' | 'polyline', start: StagePointer, idle: () => ToolState): ToolState {
  const { stage } = context;
  const least = type === 'polygon' ? 3 : 2;
  const onImage = (place: Place): Place => (context.size === undefined ? place : clampToImage(place, context.size));
  const firstPlace = onImage(start.place);
  let points: readonly number[] = [firstPlace.x, firstPlace.y];
  /** Vertices before the free-hand stroke under way, if there is one. */
  let strokeFrom: number | undefined;
  let pressed: StagePointer | undefined = start;
  let last = start;
  let lastAdded = performance.now();
  let escaped = false;

  const count = (): number => points.length >> 1;
  const lastVertex = (): Place => ({ x: points.at(-2)!, y: points.at(-1)! });
  const target = (pointer: StagePointer): Place => onImage(pointer.shift && strokeFrom === undefined ? constrainAngle(lastVertex(), pointer.place) : pointer.place);
  const closes = (pointer: StagePointer): boolean =>
    type === 'polygon' && count() >= least && distance(stage.camera.toScreen({ x: points[0]!, y: points[1]! }), pointer.screen) <= closeReach;

  const finish = (): ToolState => {
    const written = points.map(roundCoordinate);
    if (count() < least || (type === 'polygon' && ringArea(written) === 0)) {
      context.session.notify(type === 'polygon' ? 'A polygon needs three points that are not on one line.' : 'A polyline needs two points.');
      return idle();
    }
    if (type === 'polygon') context.add('Draw polygon', { type, points: written, exclude: [] });
    else context.add('Draw polyline', { type, points: written });
    return idle();
  };
  const takeBack = (): ToolState | 'stay' => {
    if (count() <= 1) return idle();
    points = points.slice(0, -2);
    return 'stay';
  };
  const add = (place: Place): void => {
    points = [...points, place.x, place.y];
    lastAdded = performance.now();
    escaped = false;
  };

  return {
    name: `${type}.drawing`,
    cursor: 'crosshair',
    enter: () => context.session.scene.select([]),
    down(pointer) {
      if (pointer.button !== 0) return undefined;
      last = pointer;
      const onLast = distance(stage.camera.toScreen(lastVertex()), pointer.screen) <= clickReach;
      if (closes(pointer) || (onLast && count() >= least && performance.now() - lastAdded < doubleClickTime)) return finish();
      pressed = pointer;
      if (!onLast) add(target(pointer));
      return 'stay';
    },
    move(pointer) {
      last = pointer;
      if (pressed?.shift === true && strokeFrom === undefined && distance(pressed.screen, pointer.screen) > clickReach) strokeFrom = count();
      if (strokeFrom !== undefined) points = [...points, ...pointer.trail.map(onImage).flatMap(({ x, y }) => [x, y])];
      return 'stay';
    },
    up() {
      pressed = undefined;
      if (strokeFrom === undefined) return 'stay';
      const from = (strokeFrom - 1) * 2;
      points = [...points.slice(0, from), ...simplifyPath(points.slice(from), stage.reach(freeHandTolerance))];
      strokeFrom = undefined;
      lastAdded = performance.now();
      return closes(last) ? finish() : 'stay';
    },
    key({ key, ctrl, shift }) {
      if (key === 'enter' || (key === 'n' && !ctrl)) return finish();
      if (key === 'backspace' || key === 'delete' || (key === 'z' && ctrl && !shift)) return takeBack();
      return undefined;
    },
    cancel() {
      if (escaped || count() <= 1) return idle();
      escaped = true;
      return takeBack();
    },
    complete: () => (count() >= least ? finish() : idle()),
    paint(painter) {
      const color = context.activeColor;
      const closing = closes(last);
      const next = closing ? { x: points[0]!, y: points[1]! } : target(last);
      const shown = strokeFrom === undefined ? [...points, next.x, next.y] : points;
      painter.line(shown, color, { closed: type === 'polygon' && shown.length >= 6, ...(type === 'polygon' ? { fill: 0.15 } : {}) });
      const vertices = strokeFrom ?? count();
      for (let index = 0; index < vertices; index += 1) {
        painter.handle({ x: points[index * 2]!, y: points[index * 2 + 1]! }, color, 'round', index === 0 && closing ? 'hot' : 'normal');
      }
      return true;
    },
  };
}
