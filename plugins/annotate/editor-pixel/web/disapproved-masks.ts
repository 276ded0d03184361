import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { meets } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Scene } from '#plugins/annotate/editor/web/kit/index.ts';
import type { OverlayPainter } from '#plugins/annotate/stage/web/kit/index.ts';
import { messages } from './messages.ts';

/** As in vector pictures. */
const COLOR = '#d6303f';
/** As many are marked at most. */
const MOST = 200;

/** By instance: a stroke makes another one. */
const bounds = new WeakMap<Instance, Rectangle>();

/** Draws dashed red frames around disapproved masks in view, with their classes. Returns whether it drew any. */
export function paintDisapprovedMasks(
  painter: OverlayPainter,
  scene: Scene,
  visible: Rectangle,
  boundsOf: (instance: Instance) => Rectangle | undefined,
): boolean {
  let drawn = 0;
  for (const instance of scene.instances) {
    if (instance.error !== true || instance.visible === false || drawn === MOST) continue;
    const frame = bounds.get(instance) ?? boundsOf(instance);
    if (frame === undefined) continue;
    bounds.set(instance, frame);
    if (!meets(frame, visible)) continue;
    const { minX, minY, maxX, maxY } = frame;
    painter.line([minX, minY, maxX, minY, maxX, maxY, minX, maxY], COLOR, { closed: true, dashed: true });
    painter.labels.label({ x: minX, y: minY }, `✕ ${instance.className ?? messages.disapprovedMasks.noClass}`, COLOR);
    drawn += 1;
  }
  return drawn > 0;
}
