import type { Steps } from '#core/base/common/index.ts';
import type { EvaluatedObject, EvaluationTask, PlainObject } from './evaluated-object.ts';
import { objectsOf } from './evaluated-object.ts';
import type { Overlaps } from './overlap.ts';
import { overlapsOf } from './overlap.ts';

/** True objects and predictions of one item as a task compares them. */
export interface ComparedObjects {
  readonly truths: readonly EvaluatedObject[];
  readonly predictions: readonly EvaluatedObject[];
  readonly overlaps: Overlaps;
}

/** Prepares the objects of one item for a task. */
export function* comparedObjects(
  truths: readonly PlainObject[],
  predictions: readonly PlainObject[],
  task: EvaluationTask,
): Steps<ComparedObjects> {
  const actual = yield* objectsOf(truths, task, false);
  const found = yield* objectsOf(predictions, task, true);
  return { truths: actual, predictions: found, overlaps: yield* overlapsOf(actual, found) };
}
