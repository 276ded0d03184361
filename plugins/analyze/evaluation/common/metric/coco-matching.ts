import type { EvaluatedObject } from './evaluated-object.ts';
import type { Overlaps } from './overlap.ts';

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
 * @param predictions places of the predictions, the most confident first
 * @param truths places of the true objects
 */
export function matchClass(
  { predictions, truths }: { readonly predictions: readonly number[]; readonly truths: readonly number[] },
  objects: { readonly predictions: readonly EvaluatedObject[]; readonly truths: readonly EvaluatedObject[] },
  overlaps: Overlaps,
  { threshold, range }: { readonly threshold: number; readonly range: readonly [number, number] },
): ClassMatches {
  const isIgnoredAt = (at: number): boolean => isIgnored(objects.truths[at]!, range);
  const ordered = [...truths.filter(at => !isIgnoredAt(at)), ...truths.filter(isIgnoredAt)];
  const taken = new Set<number>();
  const truthOf: number[] = [];
  const ignored: boolean[] = [];
  for (const prediction of predictions) {
    let best = Math.min(threshold, 1 - 1e-10);
    let match = -1;
    for (const truth of ordered) {
      if (taken.has(truth) && !objects.truths[truth]!.crowd) continue;
      if (match > -1 && !isIgnoredAt(match) && isIgnoredAt(truth)) break;
      const overlap = overlaps.of(prediction, truth);
      if (overlap < best) continue;
      best = overlap;
      match = truth;
    }
    if (match > -1) taken.add(match);
    truthOf.push(match);
    ignored.push(match > -1 ? isIgnoredAt(match) : isOutside(objects.predictions[prediction]!.area, range));
  }
  return { truthOf, ignored };
}
