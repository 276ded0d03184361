import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import {
  emptyRectangle,
  isEmptyRectangle,
  outlineBounds,
  unite,
} from '#plugins/annotate/annotations/common/geometry/index.ts';
import { shapeOutline } from './shape-outline.ts';

/** Bounds of instances in image pixels; empty when none has geometry. */
export function boundsOf(instances: readonly Instance[]): Rectangle {
  return instances
    .map(instance => outlineBounds(shapeOutline(instance)))
    .filter(bounds => !isEmptyRectangle(bounds))
    .reduce(unite, emptyRectangle);
}
