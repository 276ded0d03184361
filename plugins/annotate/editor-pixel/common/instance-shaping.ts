import type { Author, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { insertInstance, newId, replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { LabelRaster, Paintable, PixelRegion } from '#plugins/annotate/annotations/common/raster/index.ts';
import {
  eachRun,
  paintRegion,
  partColors,
  partColorText,
  RasterChange,
  regionOfSlots,
} from '#plugins/annotate/annotations/common/raster/index.ts';
import { clearSlots, erasePatches, freeColor, stamped } from './paint-edits.ts';
import { connectedParts, grown, shrunk, smoothed, withoutHoles } from './region-shaping.ts';

/** Changes of the shape of an instance; `by` is in pixels. */
export type Shaping =
  | { readonly kind: 'grow' | 'shrink' | 'smooth'; readonly by: number }
  | { readonly kind: 'fillHoles' };

const slotsOf = (raster: LabelRaster, instance: Instance): ReadonlySet<number> =>
  new Set(partColors(instance).map(color => raster.slotOf(color)));

/**
 * Grows, shrinks, smooths or fills instances. Each part is shaped by itself, so an instance keeps its parts; pixels of
 * others are taken only where they may be painted over. Answers the patches, and leaves the raster as they make it.
 */
export function shapeInstances(
  raster: LabelRaster,
  instances: readonly Instance[],
  selected: readonly Instance[],
  shaping: Shaping,
  paintable: Paintable,
  by: Author,
): readonly Patch[] {
  const change = new RasterChange(raster);
  for (const instance of selected) {
    for (const slot of slotsOf(raster, instance)) {
      const region = regionOfSlots(raster, new Set([slot]), shaping.kind === 'fillHoles' ? 0 : shaping.by + 1);
      if (region === undefined) continue;
      const after = shaped(region, shaping);
      const own = new Uint8Array(raster.slotCount);
      own[slot] = 1;
      const lost = { ...region, data: region.data.map((inside, at) => (inside === 1 && after.data[at] === 0 ? 1 : 0)) };
      paintRegion(change, lost, 0, own);
      paintRegion(change, after, slot, paintable);
    }
  }
  change.announce();
  return erasePatches(change, instances, by, new Date(), new Set(selected.map(instance => instance.id)));
}

function shaped(region: PixelRegion, shaping: Shaping): PixelRegion {
  switch (shaping.kind) {
    case 'grow':
      return grown(region, shaping.by);
    case 'shrink':
      return shrunk(region, shaping.by);
    case 'smooth':
      return smoothed(region, shaping.by);
    case 'fillHoles':
      return withoutHoles(region);
  }
}

/**
 * Makes one instance of several: the first keeps its class and attributes and gets the parts of the others. The raster
 * stays as it is.
 */
export function mergeInstances(selected: readonly Instance[], by: Author): readonly Patch[] {
  const [first, ...others] = selected;
  if (first === undefined || others.length === 0) return [];
  const parts = selected.flatMap(instance => instance['parts'] as readonly object[]);
  return [
    replaceInstance(first, stamped({ ...first, parts }, by)),
    ...others.map((instance): Patch => ({ collection: 'instances', id: instance.id, before: instance })),
  ];
}

/**
 * Makes an instance of each area that hangs together: the largest stays in the instance, the others become copies of
 * it.
 */
export function splitInstance(
  raster: LabelRaster,
  instances: readonly Instance[],
  instance: Instance,
  by: Author,
): readonly Patch[] {
  const slots = slotsOf(raster, instance);
  const region = regionOfSlots(raster, slots);
  const areas = region === undefined ? [] : connectedParts(region);
  if (areas.length < 2) return [];
  const change = new RasterChange(raster);
  const own = new Uint8Array(raster.slotCount);
  for (const slot of slots) own[slot] = 1;
  const made: Instance[] = [];
  const used: Instance[] = [...instances];
  for (const area of areas.slice(1)) {
    const color = freeColor(raster, used);
    paintRegion(change, area, raster.slotOf(color), own);
    const copy = stamped({ ...instance, id: newId(), parts: [{ color: partColorText(color) }] }, by);
    made.push(copy);
    used.push(copy);
  }
  change.announce();
  const left = (instance['parts'] as readonly { readonly color: string }[]).filter(
    part => raster.countOf(raster.slotOf(partColors({ parts: [part] })[0] ?? 0)) > 0,
  );
  return [
    replaceInstance(instance, stamped({ ...instance, parts: left }, by)),
    ...made.map(copy => insertInstance(copy)),
    ...change.patches(),
  ];
}

/** Deletes instances with their pixels. */
export function deleteInstances(raster: LabelRaster, selected: readonly Instance[]): readonly Patch[] {
  const change = new RasterChange(raster);
  clearSlots(change, new Set(selected.flatMap(instance => [...slotsOf(raster, instance)])), 0);
  change.announce();
  return [
    ...selected.map((instance): Patch => ({ collection: 'instances', id: instance.id, before: instance })),
    ...change.patches(),
  ];
}

/**
 * Moves instances by whole pixels; what leaves the image is lost, and pixels of others are taken only where they may be
 * painted over.
 */
export function moveInstances(
  raster: LabelRaster,
  instances: readonly Instance[],
  selected: readonly Instance[],
  dx: number,
  dy: number,
  paintable: Paintable,
  by: Author,
): readonly Patch[] {
  const change = new RasterChange(raster);
  paintMoved(
    change,
    selected.flatMap(instance => [...slotsOf(raster, instance)]),
    dx,
    dy,
    paintable,
  );
  change.announce();
  return erasePatches(change, instances, by, new Date(), new Set(selected.map(instance => instance.id)));
}

/** Moves the pixels of some slots in a change. */
export function paintMoved(
  change: RasterChange,
  slots: readonly number[],
  dx: number,
  dy: number,
  paintable: Paintable,
): void {
  const { raster } = change;
  const regions = slots.flatMap(slot => {
    const region = regionOfSlots(raster, new Set([slot]));
    return region === undefined ? [] : [{ slot, region }];
  });
  clearSlots(change, new Set(slots), 0);
  for (const { slot, region } of regions)
    eachRun(region, (y, from, to) => change.row(y + dy, from + dx, to + dx, slot, paintable));
}
