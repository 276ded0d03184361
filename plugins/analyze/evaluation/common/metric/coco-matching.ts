import type { Steps } from '#core/base/common/index.ts';
import type { ComparedObjects } from './compared-objects.ts';
import type { EvaluatedObject } from './evaluated-object.ts';

/** Overlaps from which a prediction counts as right: 0.50, 0.55 to 0.95, to the last bit those of pycocotools. */
export const cocoThresholds: readonly number[] = Array.from({ length: 10 }, (_, at) =>
  at === 9 ? 0.95 : 0.5 + at * ((0.95 - 0.5) / 9),
);

/** Sizes of objects in square pixels, as COCO has them; both ends belong to them. */
export const sizeRanges = {
  all: [0, 1e10],
  small: [0, 32 ** 2],
  medium: [32 ** 2, 96 ** 2],
  large: [96 ** 2, 1e10],
} as const;
export type SizeRange = keyof typeof sizeRanges;
export const sizeNames = Object.keys(sizeRanges) as readonly SizeRange[];

/** Predictions of one class in one item that count, the most confident first. */
export const MOST_PREDICTIONS = 100;

/** The matches of predictions, by their places in the list that was given. */
export interface ClassMatches {
  /** The place of the true object of each prediction; -1 for none. */
  readonly truthOf: readonly number[];
  /** True for predictions that count neither as right nor as wrong. */
  readonly ignored: readonly boolean[];
}

const isOutside = (area: number, [least, most]: readonly [number, number]): boolean => area < least || area > most;

/** Returns true for a true object that counts neither as found nor as missed. */
export const isIgnored = (truth: EvaluatedObject, range: readonly [number, number]): boolean =>
  truth.crowd || isOutside(truth.area, range);

/**
 * Matches predictions of one class in one item with its true objects as pycocotools does: the most confident
 * prediction takes the free object it overlaps most; objects that are ignored are taken only when no other fits, and
 * a crowd by any number of predictions.
 *
 * @param ranked places of the predictions, the most confident first
 */
export function* matchClass(
  ranked: readonly number[],
  { truths, predictions, overlaps }: ComparedObjects,
  { threshold, range }: { readonly threshold: number; readonly range: readonly [number, number] },
): Steps<ClassMatches> {
  const taken = new Set<number>();
  const truthOf: number[] = [];
  const ignored: boolean[] = [];
  for (const place of ranked) {
    const prediction = predictions[place]!;
    let best = Math.min(threshold, 1 - 1e-10);
    let match = -1;
    for (const ofIgnored of [false, true]) {
      if (match > -1) break;
      for (const [at, overlap] of overlaps[place]!) {
        const truth = truths[at]!;
        if (overlap < best || truth.label !== prediction.label || isIgnored(truth, range) !== ofIgnored) continue;
        if (taken.has(at) && !truth.crowd) continue;
        best = overlap;
        match = at;
      }
    }
    if (match > -1) taken.add(match);
    truthOf.push(match);
    ignored.push(match > -1 ? isIgnored(truths[match]!, range) : isOutside(prediction.area, range));
    yield;
  }
  return { truthOf, ignored };
}
