import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { distance } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { labelledPoint, labelledPointCount } from '../../common/point-labels.ts';
import type { LabelledPointKey } from '../vector-controller.ts';
import type { VectorContext } from '../vector-context.ts';

/** CSS pixels around a point. */
const reach = 9;

/** The point of the one selected shape under a place that can have a label, or undefined. */
export function labelledPointAt(context: VectorContext, place: Place): LabelledPointKey | undefined {
  const { only } = context.handles.handled;
  if (only === undefined) return undefined;
  let nearest: { readonly point: number; readonly away: number } | undefined;
  for (let point = 0; point < labelledPointCount(only); point += 1) {
    const away = distance(labelledPoint(only, point)!, place);
    if (away <= context.stage.reach(reach) && (nearest === undefined || away < nearest.away)) nearest = { point, away };
  }
  return nearest === undefined ? undefined : { id: only.id, point: nearest.point };
}
