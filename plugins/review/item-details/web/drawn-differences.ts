import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Outline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { shapeOutline } from '#plugins/annotate/editor-vector/common/index.ts';
import type { Difference, ItemVersion } from '#plugins/review/review/common/index.ts';
import { compareVersions, paintCompared, paintOutline } from '#plugins/review/review/common/index.ts';

/** An object in which two versions differ, and what it looks like in each, in item pixels. */
export interface DrawnDifference extends Difference {
  readonly outlines: { readonly before: Outline | undefined; readonly after: Outline | undefined };
}

/** Returns the objects in which two versions of an item differ, with their outlines. */
export function drawnDifferences(before: ItemVersion, after: ItemVersion): readonly DrawnDifference[] {
  const paint =
    before.mask === undefined || after.mask === undefined ? undefined : paintCompared(before.mask, after.mask);
  const outline = (instance: Instance | undefined, { mask }: ItemVersion): Outline | undefined =>
    instance === undefined ? undefined : mask === undefined ? shapeOutline(instance) : paintOutline(mask, instance);
  return compareVersions(before.document, after.document, paint).map(each => ({
    ...each,
    outlines: { before: outline(each.before, before), after: outline(each.after, after) },
  }));
}
