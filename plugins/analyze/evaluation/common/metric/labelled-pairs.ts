import type { Steps } from '#core/base/common/index.ts';
import { rankedByLabel } from './average-precision.ts';
import { matchClass, sizeRanges } from './coco-matching.ts';
import type { ComparedObjects } from './compared-objects.ts';

/** A true object with the predictions that were matched with it, or a prediction without one. */
export interface LabelledPair {
  /** Class of the true object; undefined for a prediction that has none. */
  readonly truth: string | undefined;
  /** Score of the prediction of the same class; undefined for none. */
  readonly hit: number | undefined;
  /** Class and score of the prediction of another class, or of the one without a true object; undefined for none. */
  readonly other: string | undefined;
  readonly otherScore: number | undefined;
}

/**
 * Pairs the predictions of one item with its true objects for a confusion matrix. Predictions are matched within
 * their class first, so that the diagonal counts the same objects as precision and recall. Of what is left each true
 * object takes the most confident prediction of another class that overlaps it enough. Predictions in a crowd are
 * left out.
 */
export function* labelledPairs(objects: ComparedObjects, threshold: number): Steps<readonly LabelledPair[]> {
  const { truths, predictions, overlaps } = objects;
  const hits = new Map<number, number>();
  const rest: number[] = [];
  for (const ranked of rankedByLabel(predictions).values()) {
    const { truthOf, ignored } = yield* matchClass(ranked, objects, { threshold, range: sizeRanges.all });
    for (const [at, prediction] of ranked.entries()) {
      if (ignored[at]!) continue;
      if (truthOf[at]! > -1) hits.set(truthOf[at]!, predictions[prediction]!.score);
      else rest.push(prediction);
    }
  }
  const others = new Map<number, number>();
  const extra: number[] = [];
  for (const prediction of rest.toSorted((one, other) => predictions[other]!.score - predictions[one]!.score)) {
    const { label } = predictions[prediction]!;
    let [match, best] = [-1, 0];
    for (const [at, overlap] of overlaps[prediction]!) {
      const truth = truths[at]!;
      if (overlap < threshold || overlap <= best || truth.crowd || truth.label === label || others.has(at)) continue;
      [match, best] = [at, overlap];
    }
    if (match === -1) extra.push(prediction);
    else others.set(match, prediction);
    yield;
  }
  return [
    ...[...truths.keys()]
      .filter(at => !truths[at]!.crowd)
      .map((at): LabelledPair => {
        const other = others.get(at);
        return {
          truth: truths[at]!.label,
          hit: hits.get(at),
          other: other === undefined ? undefined : predictions[other]!.label,
          otherScore: other === undefined ? undefined : predictions[other]!.score,
        };
      }),
    ...extra.map((at): LabelledPair => ({
      truth: undefined,
      hit: undefined,
      other: predictions[at]!.label,
      otherScore: predictions[at]!.score,
    })),
  ];
}
