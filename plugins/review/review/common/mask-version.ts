import type { AnnotationDocument, Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Outline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { emptyOutline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import {
  eachRun,
  partColors,
  regionOfSlots,
  regionOutlines,
} from '#plugins/annotate/annotations/common/raster/index.ts';
import type { PaintComparison } from './compare-versions.ts';

/** A state of an item: its document, and its mask where its objects are painted. */
export interface ItemVersion {
  readonly document: AnnotationDocument;
  readonly mask: LabelRaster | undefined;
}

/** Slots that an instance has in a mask. */
export function slotsIn(mask: LabelRaster, instance: Instance): ReadonlySet<number> {
  return new Set(partColors(instance).map(color => mask.slotOf(color)));
}

/** Compares the pixels of objects of two masks of one size; how they are divided into parts does not count. */
export function paintCompared(before: LabelRaster, after: LabelRaster): PaintComparison {
  return {
    same(old, now) {
      const [one, other] = [regionOfSlots(before, slotsIn(before, old)), regionOfSlots(after, slotsIn(after, now))];
      if (one === undefined || other === undefined) return one === other;
      return (
        one.x === other.x &&
        one.y === other.y &&
        one.width === other.width &&
        one.height === other.height &&
        one.data.every((inside, at) => inside === other.data[at])
      );
    },
    placeOf(instance, version) {
      const mask = version === 'before' ? before : after;
      const runs: number[] = [];
      const region = regionOfSlots(mask, slotsIn(mask, instance));
      if (region !== undefined) eachRun(region, (...run) => runs.push(...run));
      return runs.join(' ');
    },
  };
}

/** Returns the outline of a painted object, in item pixels. */
export function paintOutline(mask: LabelRaster, instance: Instance): Outline {
  const region = regionOfSlots(mask, slotsIn(mask, instance));
  return region === undefined
    ? emptyOutline
    : { ...emptyOutline, rings: regionOutlines(region).flatMap(({ outer, holes }) => [outer, ...holes]) };
}
