import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { OverlayPainter } from '#plugins/annotate/stage/web/kit/index.ts';
import { brushCentre } from '../../common/brush-rows.ts';
import type { PixelContext } from '../pixel-context.ts';

const steps = 48;

/** Draws the rim of the brush around the pointer, and the line that Shift+click would paint. */
export function paintBrush(
  context: PixelContext,
  painter: OverlayPainter,
  kind: 'brush' | 'eraser',
  lineFrom?: Place,
  place: Place | undefined = context.stage.input.last?.place,
): boolean {
  if (place === undefined) return false;
  const brush = context.options.brush;
  const { x, y } = brushCentre(brush, place);
  const half = brush.size / 2;
  const rim =
    brush.shape === 'square'
      ? [x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half]
      : Array.from({ length: steps }, (_, step) => (step * 2 * Math.PI) / steps).flatMap(angle => [
          x + half * Math.cos(angle),
          y + half * Math.sin(angle),
        ]);
  if (lineFrom !== undefined) painter.line([lineFrom.x, lineFrom.y, x, y], context.activeColor, { dashed: true });
  painter.line(rim, kind === 'eraser' ? '#1b2026' : context.activeColor, { closed: true });
  return true;
}
