import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { boundsOf, distance } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { boxPoints } from '../../common/box-handles.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';
import { clickReach, crosshairState } from './crosshair-state.ts';
import { rectanglePath, spanState } from './span-state.ts';
import { isTakeBack } from './take-back-key.ts';

/** Draws boxes, as the person has chosen: by a drag or two clicks on corners, or by four clicks on outermost points. */
export function boxTool(context: VectorContext): () => ToolState {
  const idle = (): ToolState =>
    crosshairState(context, 'box.idle', pointer =>
      context.settings.state.boxMode === 'corners' ? spanning(pointer) : extremePoints(context, pointer, idle),
    );
  const spanning = (start: StagePointer): ToolState =>
    spanState(context, start, {
      name: 'box.drawing',
      idle,
      done(box) {
        add(context, box);
        return idle();
      },
      paint: (painter, box) => painter.line(rectanglePath(box), context.activeColor, { closed: true, fill: 0.15 }),
    });
  return idle;
}

/** Four clicks on the outermost points of an object, in any order, make the box around them. */
function extremePoints(context: VectorContext, start: StagePointer, idle: () => ToolState): ToolState {
  const first = context.onImage(start.place);
  let points: readonly number[] = [first.x, first.y];
  let last = start;
  let lastDown = start;
  const takeBack = (): ToolState | 'stay' => {
    if (points.length <= 2) return idle();
    points = points.slice(0, -2);
    return 'stay';
  };
  return {
    name: 'box.extremes',
    cursor: 'none',
    enter: () => context.session.scene.select([]),
    move(pointer) {
      last = pointer;
      return 'stay';
    },
    down(pointer) {
      if (pointer.button !== 0) return undefined;
      last = pointer;
      // The second half of a double click is no point of its own.
      if (distance(pointer.screen, lastDown.screen) <= clickReach) return 'stay';
      lastDown = pointer;
      const { x, y } = context.onImage(pointer.place);
      points = [...points, x, y];
      if (points.length < 8) return 'stay';
      const box = boundsOf(points);
      if (box.maxX - box.minX < 1 || box.maxY - box.minY < 1)
        context.session.notify(messages.boxTool.fourPointsMakeNoBox);
      else add(context, box);
      return idle();
    },
    key: key => (isTakeBack(key) ? takeBack() : undefined),
    cancel: takeBack,
    paint(painter) {
      const { x, y } = context.onImage(last.place);
      painter.crosshair(last.screen, context.activeColor);
      painter.line(rectanglePath(boundsOf([...points, x, y])), context.activeColor, {
        closed: true,
        dashed: true,
        fill: 0.1,
      });
      for (let at = 0; at < points.length; at += 2)
        painter.handle({ x: points[at]!, y: points[at + 1]! }, context.activeColor, 'round');
      painter.labels.note(last.screen, messages.boxTool.pointCountOf4(points.length / 2 + 1));
      return true;
    },
  };
}

function add(context: VectorContext, box: Rectangle): void {
  const points = boxPoints(box);
  if (points.x2 - points.x1 >= 1 && points.y2 - points.y1 >= 1)
    context.add(messages.boxTool.drawBox, { type: 'bbox', points });
}
