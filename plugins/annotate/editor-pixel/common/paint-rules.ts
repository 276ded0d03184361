import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { LabelRaster, Paintable } from '#plugins/annotate/annotations/common/raster/index.ts';
import { partColors } from '#plugins/annotate/annotations/common/raster/index.ts';

/**
 * Rule for paint that meets other instances: it takes their pixels; it only takes pixels of none; it only takes pixels
 * of instances of one class; or the parts it touches go whole.
 */
export type OverlapRule = 'replace' | 'empty' | 'class' | 'remove';

export const overlapRules: readonly { readonly rule: OverlapRule; readonly title: string }[] = [
  { rule: 'replace', title: 'Overwrite' },
  { rule: 'empty', title: 'Empty pixels only' },
  { rule: 'class', title: 'Only over a class' },
  { rule: 'remove', title: 'Remove touching parts' },
];

/** Returns the pixels that may be painted over, by slot. Those of locked and of hidden instances never may. */
export function paintableSlots(
  raster: LabelRaster,
  instances: readonly Instance[],
  rule: OverlapRule,
  classId: number | undefined,
): Paintable {
  const paintable = new Uint8Array(raster.slotCount);
  if (rule !== 'class') paintable[0] = 1;
  if (rule === 'empty') return paintable;
  for (const instance of instances) {
    if (isProtected(instance) || (rule === 'class' && instance.classId !== classId)) continue;
    for (const color of partColors(instance)) paintable[raster.slotOf(color)] = 1;
  }
  return paintable;
}

/**
 * Returns the pixels that the eraser takes: those of the given instances, or of all where none is given; locked and
 * hidden ones stay.
 */
export function erasableSlots(raster: LabelRaster, instances: readonly Instance[]): Paintable {
  const erasable = new Uint8Array(raster.slotCount);
  for (const instance of instances)
    if (!isProtected(instance)) for (const color of partColors(instance)) erasable[raster.slotOf(color)] = 1;
  return erasable;
}

export const isProtected = (instance: Instance): boolean => instance.locked === true || instance.visible === false;
