import type { Place, Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { shapeOutline } from '../../common/shape-outline.ts';
import type { PlaceableSkeleton } from '../../common/skeleton-shape.ts';
import { placeSkeleton, skeletonAspect } from '../../common/skeleton-shape.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';
import { crosshairState } from './crosshair-state.ts';
import { movingVertex } from './drag-states.ts';
import { hotTarget } from './hot-target.ts';
import type { HotTarget } from './hot-target.ts';
import { rectanglePath, spanState } from './span-state.ts';

/**
 * Places skeletons into a box spanned by a drag or two clicks (Shift keeps the drawing's proportions); then each of its
 * points can be dragged where it belongs.
 */
export function templateTool(context: VectorContext): () => ToolState {
  const pointAt = (place: Place): Extract<HotTarget, { kind: 'vertex' }> | undefined => {
    const hot = hotTarget(context, place);
    return hot?.kind === 'vertex' && hot.instance.type === 'template' ? hot : undefined;
  };
  const idle = (): ToolState => {
    let hot = context.stage.input.last === undefined ? undefined : pointAt(context.stage.input.last.place);
    const waiting = crosshairState(context, 'template.idle', press, {
      move: pointer => void (hot = pointAt(pointer.place)),
    });
    return {
      ...waiting,
      cursor: () => (hot === undefined ? 'none' : 'move'),
      paint: painter => hot === undefined && waiting.paint?.(painter) === true,
    };
  };
  const press = (pointer: StagePointer): ToolState | 'stay' => {
    const hot = pointAt(pointer.place);
    if (hot !== undefined) return movingVertex(context, { instance: hot.instance, key: hot.key }, pointer, idle);
    const skeleton = context.controller.skeleton(context.settings.state.templateId);
    if (skeleton !== undefined) return placing(skeleton, pointer);
    context.session.notify(
      context.controller.state.skeletons.phase === 'loading'
        ? messages.templateTool.templatesAreStillBeingLoaded
        : messages.templateTool.thereIsNoTemplate,
    );
    return 'stay';
  };
  const placing = (skeleton: PlaceableSkeleton, start: StagePointer): ToolState =>
    spanState(context, start, {
      name: 'template.placing',
      idle,
      aspect: skeletonAspect(skeleton),
      done(box) {
        context.add(messages.templateTool.placeName(skeleton.name), placeSkeleton(skeleton, box));
        return idle();
      },
      paint(painter, box) {
        painter.line(rectanglePath(box), context.activeColor, { closed: true, dashed: true });
        const { lines, dots } = outlineIn(skeleton, box);
        for (const line of lines) painter.line(line, context.activeColor);
        for (let at = 0; at < dots.length; at += 2)
          painter.handle({ x: dots[at]!, y: dots[at + 1]! }, context.activeColor, 'round');
      },
    });
  return idle;
}

function outlineIn(skeleton: PlaceableSkeleton, box: Rectangle): ReturnType<typeof shapeOutline> {
  return shapeOutline({ id: '', classId: -1, attributes: [], ...placeSkeleton(skeleton, box) });
}
