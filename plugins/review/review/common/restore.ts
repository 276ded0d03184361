import type { AnnotationDocument, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { diffDocuments, insertInstance, replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import {
  differingTiles,
  fittedInstances,
  freePartColor,
  paintRegion,
  partColors,
  partColorText,
  RasterChange,
  regionOfSlots,
  tilePlace,
} from '#plugins/annotate/annotations/common/raster/index.ts';
import type { Difference } from './compare-versions.ts';
import type { ItemVersion } from './mask-version.ts';
import { slotsIn } from './mask-version.ts';

/**
 * The patches that give one object of the open document back as it was: what was added goes, what is gone comes back at
 * its place in the drawing order, what changed is as before. None when the open document has moved on and there is
 * nothing left to do.
 */
export function restoreOne(difference: Difference, before: ItemVersion, now: ItemVersion): readonly Patch[] {
  return before.mask !== undefined && now.mask !== undefined
    ? restorePaint(difference, before.document, before.mask, now.document, now.mask)
    : restoreShape(difference, before.document, now.document);
}

/**
 * The patches that give all objects back as they were, and in their order, with all of their paint. Comments and tags
 * stay.
 */
export function restoreAll(before: ItemVersion, now: ItemVersion): readonly Patch[] {
  const tiles = before.mask === undefined || now.mask === undefined ? [] : tilesOnto(now.mask, before.mask);
  return [...diffDocuments(now.document, { ...now.document, instances: before.document.instances }), ...tiles];
}

function restoreShape(
  { id, before: old }: Difference,
  before: AnnotationDocument,
  now: AnnotationDocument,
): readonly Patch[] {
  const current = now.instances.find(each => each.id === id);
  if (old === undefined) return current === undefined ? [] : [{ collection: 'instances', id, before: current }];
  if (current !== undefined) return [replaceInstance(current, { ...old, id })];
  return [insertInstance(old, placeFor(old.id, before, now))];
}

/** Paint that was there before goes over what is there now; an object that loses its last pixel to it goes. */
function restorePaint(
  { id, before: old }: Difference,
  before: AnnotationDocument,
  paintedBefore: LabelRaster,
  now: AnnotationDocument,
  mask: LabelRaster,
): readonly Patch[] {
  const change = new RasterChange(mask.copy());
  const { raster } = change;
  const current = now.instances.find(each => each.id === id);
  const others = now.instances.filter(each => each.id !== id);
  const region = current === undefined ? undefined : regionOfSlots(raster, slotsIn(raster, current));
  if (region !== undefined) paintRegion(change, region, 0);
  const used = new Set([...others.flatMap(partColors), ...(old === undefined ? [] : partColors(old))]);
  const taken = new Set(others.flatMap(partColors));
  const parts = (old === undefined ? [] : partColors(old)).map(color => {
    const own = taken.has(color) ? freePartColor(used) : color;
    if (own === undefined) throw new RangeError('All part colours are taken.');
    used.add(own);
    const area = regionOfSlots(paintedBefore, new Set([paintedBefore.slotOf(color)]));
    if (area !== undefined) paintRegion(change, area, raster.slotOf(own));
    return { color: partColorText(own) };
  });
  const instances = current === undefined ? [...now.instances] : now.instances.filter(each => each !== current);
  if (old !== undefined)
    instances.splice(current === undefined ? placeFor(old.id, before, now) : now.instances.indexOf(current), 0, {
      ...old,
      id,
      ...(Array.isArray(old['parts']) ? { parts } : {}),
    });
  const fitted = fittedInstances(instances, color => raster.countOf(raster.slotOf(color)));
  return [...diffDocuments(now, { ...now, instances: fitted }), ...change.patches()];
}

/** The tiles that make one mask another. */
function tilesOnto(now: LabelRaster, wanted: LabelRaster): readonly Patch[] {
  return differingTiles(now, wanted).map(id => {
    const { column, row } = tilePlace(id)!;
    return { collection: 'raster', id, before: now.tile(column, row), after: wanted.tile(column, row) };
  });
}

/** Above the object that lay right below it and is still there. */
function placeFor(id: string, before: AnnotationDocument, now: AnnotationDocument): number {
  const places = new Map(now.instances.map((each, place) => [each.id, place]));
  const own = before.instances.findIndex(each => each.id === id);
  for (let at = own - 1; at >= 0; at -= 1) {
    const below = places.get(before.instances[at]!.id);
    if (below !== undefined) return below + 1;
  }
  return 0;
}
