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

/** Overlaps of the predictions of one item with its true objects. Pairs that do not meet are not kept. */
export class Overlaps {
  readonly #byPrediction: readonly ReadonlyMap<number, number>[];

  constructor(truths: readonly EvaluatedObject[], predictions: readonly EvaluatedObject[]) {
    this.#byPrediction = predictions.map(prediction => {
      const found = new Map<number, number>();
      for (const [at, truth] of truths.entries()) {
        const overlap = overlapOf(truth, prediction);
        if (overlap > 0) found.set(at, overlap);
      }
      return found;
    });
  }

  /** Returns the overlap of a prediction with a true object, by their places. */
  of(prediction: number, truth: number): number {
    return this.#byPrediction[prediction]!.get(truth) ?? 0;
  }

  /** Returns the places of the true objects that a prediction meets, with the overlaps. */
  met(prediction: number): ReadonlyMap<number, number> {
    return this.#byPrediction[prediction]!;
  }
}
