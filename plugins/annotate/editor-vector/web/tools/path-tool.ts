import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import {
  constrainAngle,
  distance,
  roundCoordinate,
  simplifyPath,
} from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import type { VectorContext } from '../vector-context.ts';
import { BorderTrace } from './border-trace.ts';
import { clickReach } from './crosshair-state.ts';
import type { PathPurpose } from './path-purpose.ts';
import { pathPurpose } from './path-purpose.ts';
import { isTakeBack } from './take-back-key.ts';

/** CSS pixels within which a click on the first vertex closes a polygon. */
const closeReach = 9;

/** A second click on the last vertex within so many milliseconds is a double click and ends the shape. */
const doubleClickTime = 400;

/** CSS pixels by which a free-hand line may be simplified. */
const freeHandTolerance = 0.8;

/**
 * Draws polygons or polylines: a click adds a vertex, holding and dragging draws by free hand, Shift with a click keeps
 * to 45°, Alt with a click on a neighbour's border traces it by first, middle and last click. A click on the first
 * vertex, Enter, N or a double click ends it; Backspace and Ctrl+Z take the last vertex back, Esc likewise and then the
 * shape.
 */
export function pathTool(context: VectorContext, type: 'polygon' | 'polyline'): () => ToolState {
  const idle = (): ToolState => ({
    name: `${type}.idle`,
    cursor: 'crosshair',
    move(pointer) {
      context.snapping.place(pointer);
      return 'stay';
    },
    leave() {
      context.snapping.forget();
      return 'stay';
    },
    down(pointer) {
      if (pointer.button !== 0) return undefined;
      const purpose = pathPurpose(context, type, pointer.place);
      if (typeof purpose !== 'string') return drawing(context, type, purpose, pointer, idle);
      context.session.notify(purpose);
      return 'stay';
    },
    exit: () => context.snapping.forget(),
    paint: painter => context.snapping.paint(painter),
  });
  return idle;
}

function drawing(
  context: VectorContext,
  type: 'polygon' | 'polyline',
  purpose: PathPurpose,
  start: StagePointer,
  idle: () => ToolState,
): ToolState {
  const { stage } = context;
  const { least, color } = purpose;
  let trace = start.alt ? BorderTrace.begin(context, start.place) : undefined;
  const firstPlace = trace?.from ?? context.onImage(context.snapping.place(start));
  let points: readonly number[] = [firstPlace.x, firstPlace.y];
  /** Vertices before the free-hand stroke under way, if there is one. */
  let strokeFrom: number | undefined;
  let pressed: StagePointer | undefined = start;
  let last = start;
  let lastAdded = performance.now();
  let escaped = false;

  const count = (): number => points.length >> 1;
  const lastVertex = (): Place => ({ x: points.at(-2)!, y: points.at(-1)! });
  const target = (pointer: StagePointer): Place => {
    if (!pointer.shift || strokeFrom !== undefined) return context.onImage(context.snapping.place(pointer));
    context.snapping.forget();
    return context.onImage(constrainAngle(lastVertex(), pointer.place));
  };
  const closes = (pointer: StagePointer): boolean =>
    purpose.closed &&
    count() >= least &&
    distance(stage.camera.toScreen({ x: points[0]!, y: points[1]! }), pointer.screen) <= closeReach;

  /** Reports a shape that cannot be made, and lets the drawing go on. */
  const finish = (): ToolState | 'stay' => {
    const refused = purpose.finish(points.map(roundCoordinate));
    if (refused === undefined) return idle();
    context.session.notify(refused);
    return 'stay';
  };
  const takeBack = (): ToolState | 'stay' => {
    trace = undefined;
    if (count() <= 1) return idle();
    points = points.slice(0, -2);
    return 'stay';
  };
  const add = (...places: readonly Place[]): void => {
    points = [...points, ...places.flatMap(({ x, y }) => [x, y])];
    lastAdded = performance.now();
    escaped = false;
  };
  /** True when the click belonged to the tracing of a border. */
  const traced = (pointer: StagePointer): boolean => {
    const on = trace?.on(pointer.place);
    if (trace !== undefined && on !== undefined) {
      const way = trace.click(on);
      if (way === undefined) return true;
      points = [...points, ...way.slice(2)];
      trace = undefined;
      add();
      return true;
    }
    trace = pointer.alt ? BorderTrace.begin(context, pointer.place) : undefined;
    if (trace === undefined) return false;
    add(trace.from);
    return true;
  };

  return {
    name: `${type}.drawing`,
    cursor: 'crosshair',
    enter() {
      if (!purpose.keepsSelection) context.session.scene.select([]);
    },
    exit: () => context.snapping.forget(),
    down(pointer) {
      if (pointer.button !== 0) return undefined;
      last = pointer;
      const onLast = distance(stage.camera.toScreen(lastVertex()), pointer.screen) <= clickReach;
      if (
        trace === undefined &&
        (closes(pointer) || (onLast && count() >= least && performance.now() - lastAdded < doubleClickTime))
      )
        return finish();
      if (traced(pointer)) {
        pressed = undefined;
        return 'stay';
      }
      pressed = pointer;
      if (!onLast) add(target(pointer));
      return 'stay';
    },
    move(pointer) {
      last = pointer;
      if (
        pressed !== undefined &&
        trace === undefined &&
        strokeFrom === undefined &&
        distance(pressed.screen, pointer.screen) > clickReach
      )
        strokeFrom = count();
      if (strokeFrom !== undefined)
        points = [...points, ...pointer.trail.map(place => context.onImage(place)).flatMap(({ x, y }) => [x, y])];
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
    key(pressed) {
      if (pressed.key === 'enter' || (pressed.key === 'n' && !pressed.ctrl && !pressed.shift)) return finish();
      return isTakeBack(pressed) ? takeBack() : undefined;
    },
    cancel() {
      if (trace !== undefined) {
        trace = undefined;
        return 'stay';
      }
      if (escaped || count() <= 1) return idle();
      escaped = true;
      return takeBack();
    },
    complete() {
      if (count() >= least) finish();
      return idle();
    },
    paint(painter) {
      const closing = closes(last);
      const next = closing ? { x: points[0]!, y: points[1]! } : target(last);
      const shown = strokeFrom === undefined && trace === undefined ? [...points, next.x, next.y] : points;
      painter.line(shown, color, {
        closed: purpose.closed && shown.length >= 6,
        ...(purpose.closed ? { fill: 0.15 } : {}),
      });
      const vertices = strokeFrom ?? count();
      for (let index = 0; index < vertices; index += 1) {
        painter.handle(
          { x: points[index * 2]!, y: points[index * 2 + 1]! },
          color,
          'round',
          index === 0 && closing ? 'hot' : 'normal',
        );
      }
      if (trace !== undefined) trace.paint(painter, last.place, last.screen);
      else if (!closing) context.snapping.paint(painter);
      return true;
    },
  };
}
