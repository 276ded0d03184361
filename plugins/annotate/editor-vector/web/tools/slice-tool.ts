import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import {
  constrainAngle,
  distance,
  ringsContain,
  roundCoordinate,
  simplifyPath,
} from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { areaOf } from '../../common/clipping/area.ts';
import { AreaCommands } from '../area-commands.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';
import { clickReach, crosshairState } from './crosshair-state.ts';
import { isTakeBack } from './take-back-key.ts';

/** CSS pixels by which a line is made longer at both ends, so that one that begins on a border begins outside of it. */
const overshoot = 6;

/** CSS pixels by which a line drawn by free hand may be simplified. */
const freeHandTolerance = 0.8;

const lineColor = '#ffd43b';

/**
 * Slices shapes along a line from outside to outside, drawn by clicks or by a drag: the selected shapes, else the
 * topmost it crosses. As soon as the line cuts through it is done; Enter and N end it where it is, Backspace takes
 * the last point back, Shift keeps to 45°.
 */
export function sliceTool(context: VectorContext): () => ToolState {
  const idle = (): ToolState =>
    crosshairState(context, 'slice.idle', pointer => drawingCut(context, pointer, idle), {
      move: pointer => void context.snapping.place(pointer),
      paint: painter => void context.snapping.paint(painter),
    });
  return idle;
}

function drawingCut(context: VectorContext, start: StagePointer, idle: () => ToolState): ToolState {
  const areas = new AreaCommands(context);
  const { session, stage, snapping } = context;
  const first = snapping.place(start);
  let points: readonly number[] = [first.x, first.y];
  let pressed: StagePointer | undefined = start;
  let freeHand = false;
  let last = start;
  const count = (): number => points.length >> 1;
  const lastPoint = (): Place => ({ x: points.at(-2)!, y: points.at(-1)! });
  const target = (pointer: StagePointer): Place =>
    pointer.shift ? constrainAngle(lastPoint(), pointer.place) : snapping.place(pointer);
  const line = (): readonly number[] => longer(points, stage.reach(overshoot)).map(roundCoordinate);

  const finish = (): ToolState => {
    if (count() < 2 || !areas.slice(line())) session.notify(messages.sliceTool.lineMustCutThrough);
    return idle();
  };
  /** Done as soon as the line has left what it cuts: inside of it the person is about to bend it. */
  const afterPoint = (): ToolState | 'stay' => {
    const isInside = areas
      .sliceable(line())
      .some(shape => ringsContain(areaOf(shape), { x: line().at(-2)!, y: line().at(-1)! }));
    return !isInside && areas.slice(line()) ? idle() : 'stay';
  };

  return {
    name: 'slice.drawing',
    cursor: 'none',
    exit: () => snapping.forget(),
    down(pointer) {
      if (pointer.button !== 0) return undefined;
      last = pointer;
      pressed = pointer;
      const { x, y } = target(pointer);
      // The second half of a double click ends the line where it is.
      if (distance(stage.camera.toScreen(lastPoint()), stage.camera.toScreen({ x, y })) <= clickReach)
        return count() > 1 ? finish() : 'stay';
      points = [...points, x, y];
      return afterPoint();
    },
    move(pointer) {
      last = pointer;
      freeHand ||= pressed !== undefined && distance(pressed.screen, pointer.screen) > clickReach;
      if (freeHand) points = [...points, ...pointer.trail.flatMap(({ x, y }) => [x, y])];
      return 'stay';
    },
    up(pointer) {
      last = pointer;
      pressed = undefined;
      if (!freeHand) return 'stay';
      points = simplifyPath(points, stage.reach(freeHandTolerance));
      return finish();
    },
    key(key) {
      if (key.key === 'enter' || (key.key === 'n' && !key.ctrl && !key.shift)) return finish();
      if (!isTakeBack(key)) return undefined;
      if (count() < 2) return idle();
      points = points.slice(0, -2);
      return 'stay';
    },
    cancel: idle,
    paint(painter) {
      const next = freeHand ? lastPoint() : target(last);
      painter.crosshair(last.screen);
      painter.line([...points, next.x, next.y], lineColor, { dashed: true });
      if (!freeHand)
        for (let at = 0; at < points.length; at += 2)
          painter.handle({ x: points[at]!, y: points[at + 1]! }, lineColor, 'round');
      snapping.paint(painter);
      return true;
    },
  };
}

/** A line with its first and last piece made longer, in their own direction. */
function longer(points: readonly number[], by: number): readonly number[] {
  if (points.length < 4) return points;
  const beyond = (end: Place, before: Place): Place => {
    const length = distance(end, before);
    return length === 0
      ? end
      : { x: end.x + ((end.x - before.x) / length) * by, y: end.y + ((end.y - before.y) / length) * by };
  };
  const first = beyond({ x: points[0]!, y: points[1]! }, { x: points[2]!, y: points[3]! });
  const last = beyond({ x: points.at(-2)!, y: points.at(-1)! }, { x: points.at(-4)!, y: points.at(-3)! });
  return [first.x, first.y, ...points.slice(2, -2), last.x, last.y];
}
