import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { centreOf } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { cuboidCorners, cuboidPoints } from '../../common/cuboid-corners.ts';
import type { CuboidInstance } from '../../common/shapes.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';
import { crosshairState } from './crosshair-state.ts';
import { rectanglePath, spanState } from './span-state.ts';
import { isTakeBack } from './take-back-key.ts';

/** Draws cuboids: the front face by a drag or two clicks, then the depth by a click where the rear face is. */
export function cuboidTool(context: VectorContext): () => ToolState {
  const idle = (): ToolState =>
    crosshairState(context, 'cuboid.idle', pointer =>
      spanState(context, pointer, {
        name: 'cuboid.front',
        idle,
        done: (front, last) => drawingDepth(context, front, last, idle),
        paint: (painter, front) =>
          painter.line(rectanglePath(front), context.activeColor, { closed: true, fill: 0.15 }),
      }),
    );
  return idle;
}

function drawingDepth(context: VectorContext, front: Rectangle, start: StagePointer, idle: () => ToolState): ToolState {
  const centre = centreOf(front);
  let last = start;
  // The rear face follows the pointer from where the front face was ended, so that it begins without depth.
  const points = (): CuboidInstance['points'] =>
    cuboidPoints(front, { x: last.place.x - start.place.x, y: last.place.y - start.place.y }, context.size);
  const finish = (): ToolState => {
    context.add(messages.cuboidTool.drawCuboid, { type: 'cuboid', points: points() });
    return idle();
  };
  return {
    name: 'cuboid.depth',
    cursor: 'none',
    move(pointer) {
      last = pointer;
      return 'stay';
    },
    down(pointer) {
      last = pointer;
      return pointer.button === 0 ? finish() : undefined;
    },
    key(pressed) {
      if (pressed.key === 'enter' || pressed.key === 'n') return finish();
      return isTakeBack(pressed) ? idle() : undefined;
    },
    cancel: idle,
    paint(painter) {
      const corners = cuboidCorners(points());
      const face = (from: number): readonly number[] => corners.slice(from, from + 4).flatMap(({ x, y }) => [x, y]);
      painter.crosshair(last.screen, context.activeColor);
      painter.line(face(4), context.activeColor, { closed: true });
      for (const number of [0, 1, 2, 3])
        painter.line(
          [corners[number]!.x, corners[number]!.y, corners[number + 4]!.x, corners[number + 4]!.y],
          context.activeColor,
        );
      painter.line(face(0), context.activeColor, { closed: true, fill: 0.15 });
      painter.labels.note(
        last.screen,
        messages.cuboidTool.depthCountPx(
          Math.round(
            Math.hypot(points().r1.x + points().r2.x - 2 * centre.x, points().r1.y + points().r2.y - 2 * centre.y) / 2,
          ),
        ),
      );
      return true;
    },
  };
}
