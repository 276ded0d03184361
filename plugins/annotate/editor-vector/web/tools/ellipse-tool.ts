import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { centreOf, roundCoordinate } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { ellipseRing } from '../../common/shape-outline.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';
import { crosshairState } from './crosshair-state.ts';
import { spanState } from './span-state.ts';

/**
 * Draws ellipses into a box spanned by a drag or two clicks. Shift makes a circle, Alt begins at the centre; the handle
 * above turns it.
 */
export function ellipseTool(context: VectorContext): () => ToolState {
  const idle = (): ToolState =>
    crosshairState(context, 'ellipse.idle', pointer =>
      spanState(context, pointer, {
        name: 'ellipse.drawing',
        idle,
        done(box) {
          context.add(messages.ellipseTool.drawEllipse, { type: 'ellipse', ...ellipseIn(box) });
          return idle();
        },
        paint: (painter, box) =>
          painter.line(ellipseRing(ellipseIn(box)), context.activeColor, { closed: true, fill: 0.15 }),
      }),
    );
  return idle;
}

function ellipseIn(box: Rectangle): {
  readonly cx: number;
  readonly cy: number;
  readonly rx: number;
  readonly ry: number;
  readonly angle: number;
} {
  const { x, y } = centreOf(box);
  return {
    cx: roundCoordinate(x),
    cy: roundCoordinate(y),
    rx: roundCoordinate((box.maxX - box.minX) / 2),
    ry: roundCoordinate((box.maxY - box.minY) / 2),
    angle: 0,
  };
}
