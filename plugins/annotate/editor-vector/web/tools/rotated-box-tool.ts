import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { constrainAngle, distance } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { boxOnBase, rotatedBoxPoints } from '../../common/rotated-box.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';
import { crosshairState } from './crosshair-state.ts';
import { isTakeBack } from './take-back-key.ts';
import { twoPlaceState } from './two-place-state.ts';

/** Draws rotated boxes: one side by a drag or two clicks (Shift keeps it to 45°), then the depth by a click. */
export function rotatedBoxTool(context: VectorContext): () => ToolState {
  const idle = (): ToolState =>
    crosshairState(context, 'rotated-box.idle', pointer => drawingBase(context, pointer, idle));
  return idle;
}

function drawingBase(context: VectorContext, start: StagePointer, idle: () => ToolState): ToolState {
  const from = context.onImage(start.place);
  const end = (pointer: StagePointer): Place =>
    context.onImage(pointer.shift ? constrainAngle(from, pointer.place) : pointer.place);
  return twoPlaceState(context, start, {
    name: 'rotated-box.base',
    idle,
    done: pointer =>
      distance(from, end(pointer)) < 1 ? 'stay' : drawingDepth(context, from, end(pointer), pointer, idle),
    paint(painter, pointer) {
      const { x, y } = end(pointer);
      painter.line([from.x, from.y, x, y], context.activeColor);
      painter.labels.note(pointer.screen, `${Math.round(distance(from, { x, y }))} px`);
    },
  });
}

function drawingDepth(
  context: VectorContext,
  from: Place,
  to: Place,
  pointer: StagePointer,
  idle: () => ToolState,
): ToolState {
  let last = pointer;
  const corners = (): readonly [Place, Place, Place, Place] => boxOnBase(from, to, last.place, context.size);
  const depth = (): number => distance(from, corners()[3]);
  const finish = (): ToolState | 'stay' => {
    if (depth() < 1) return 'stay';
    context.add(messages.rotatedBoxTool.drawRotatedBox, { type: 'rbbox', points: rotatedBoxPoints(corners()) });
    return idle();
  };
  return {
    name: 'rotated-box.depth',
    cursor: 'none',
    move(one) {
      last = one;
      return 'stay';
    },
    down(one) {
      last = one;
      return one.button === 0 ? finish() : undefined;
    },
    key(pressed) {
      if (pressed.key === 'enter' || pressed.key === 'n') return finish();
      return isTakeBack(pressed) ? idle() : undefined;
    },
    cancel: idle,
    paint(painter) {
      painter.crosshair(last.screen, context.activeColor);
      painter.line(
        corners().flatMap(({ x, y }) => [x, y]),
        context.activeColor,
        { closed: true, fill: 0.15 },
      );
      painter.labels.note(last.screen, `${Math.round(distance(from, to))} × ${Math.round(depth())}`);
      return true;
    },
  };
}
