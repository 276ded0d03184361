import type { Steps } from '#core/base/common/index.ts';
import { regionAreas } from '#plugins/review/agreement/common/index.ts';
import type { EvaluatedObject, Extent, Rings } from './evaluated-object.ts';
import { extentArea } from './evaluated-object.ts';

/**
 * Returns what two objects share by what either covers (intersection over union), 0 to 1. Of a crowd it is the share
 * of the prediction that lies in the crowd, as COCO counts it.
 */
export function overlapOf(truth: EvaluatedObject, prediction: EvaluatedObject): number {
  const shared = sharedExtent(truth.extent, prediction.extent);
  if (shared <= 0) return 0;
  if (truth.rings === undefined && prediction.rings === undefined) {
    const predicted = extentArea(prediction.extent);
    return shared / (truth.crowd ? predicted : extentArea(truth.extent) + predicted - shared);
  }
  const areas = regionAreas(ringsOf(truth), ringsOf(prediction));
  const whole = truth.crowd ? areas.other : areas.one + areas.other - areas.shared;
  return whole <= 0 ? 0 : Math.min(1, areas.shared / whole);
}

const ringsOf = ({ rings, extent: [left, top, right, bottom] }: EvaluatedObject): Rings =>
  rings ?? [[left, top, right, top, right, bottom, left, bottom]];

const sharedExtent = (one: Extent, other: Extent): number =>
  Math.max(0, Math.min(one[2], other[2]) - Math.max(one[0], other[0])) *
  Math.max(0, Math.min(one[3], other[3]) - Math.max(one[1], other[1]));

/** Overlaps of each prediction of an item by the places of the true objects it meets, in their order. */
export type Overlaps = readonly ReadonlyMap<number, number>[];

/** Measures the overlaps of the predictions of one item with its true objects. Pairs that do not meet are left out. */
export function* overlapsOf(
  truths: readonly EvaluatedObject[],
  predictions: readonly EvaluatedObject[],
): Steps<Overlaps> {
  const byLeft = [...truths.keys()].sort((one, other) => truths[one]!.extent[0] - truths[other]!.extent[0]);
  const widest = truths.reduce((most, { extent }) => Math.max(most, extent[2] - extent[0]), 0);
  const overlaps: ReadonlyMap<number, number>[] = [];
  for (const prediction of predictions) {
    const [left, , right] = prediction.extent;
    const found: [number, number][] = [];
    for (let at = firstFrom(byLeft, truths, left - widest); at < byLeft.length; at += 1) {
      const truth = truths[byLeft[at]!]!;
      if (truth.extent[0] >= right) break;
      const overlap = overlapOf(truth, prediction);
      if (overlap > 0) found.push([byLeft[at]!, overlap]);
      if (truth.rings !== undefined || prediction.rings !== undefined) yield;
    }
    overlaps.push(new Map(found.sort(([one], [other]) => one - other)));
    yield;
  }
  return overlaps;
}

/** Returns the first index of objects sorted by their left side whose left side is at least a value. */
function firstFrom(sorted: readonly number[], objects: readonly EvaluatedObject[], least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (objects[sorted[middle]!]!.extent[0] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
