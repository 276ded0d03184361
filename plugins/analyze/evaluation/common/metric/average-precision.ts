import type { Steps } from '#core/base/common/index.ts';
import type { ComparedObjects } from './compared-objects.ts';
import type { EvaluatedObject } from './evaluated-object.ts';
import { cocoThresholds, isIgnored, matchClass, MOST_PREDICTIONS, sizeNames, sizeRanges } from './coco-matching.ts';
import type { SizeRange } from './coco-matching.ts';

/**
 * Recalls at which the precision is taken: 0.00, 0.01 to 1.00; products of 0.01, to the last bit those of pycocotools.
 */
const RECALLS = 101;
/** Bits of a number that hold one flag for each threshold. */
const FLAGS = cocoThresholds.length;

interface ClassRecord {
  readonly scores: number[];
  /** By size: a bit for each threshold at which a prediction is right, and above them one at which it is ignored. */
  readonly flags: Readonly<Record<SizeRange, number[]>>;
  readonly truths: Record<SizeRange, number>;
}

/** The precision of one class or of all at one size of objects. */
export interface Precision {
  /** Mean over the thresholds, at 0.50 and at 0.75; null without true objects. */
  readonly ap: number | null;
  readonly ap50: number | null;
  readonly ap75: number | null;
  /** Mean recall over the thresholds with at most {@link MOST_PREDICTIONS} predictions an item. */
  readonly ar: number | null;
  readonly truths: number;
}
export type SizedPrecision = Readonly<Record<SizeRange, Precision>>;

/** Groups places of objects by their class. */
function placesByLabel(objects: readonly EvaluatedObject[]): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, { label }] of objects.entries()) {
    const list = places.get(label);
    if (list === undefined) places.set(label, [at]);
    else list.push(at);
  }
  return places;
}

/** Returns places of predictions of each class, the most confident first. */
export function rankedByLabel(predictions: readonly EvaluatedObject[]): ReadonlyMap<string, readonly number[]> {
  return new Map(
    [...placesByLabel(predictions)].map(([label, places]) => [
      label,
      places.toSorted((one, other) => predictions[other]!.score - predictions[one]!.score),
    ]),
  );
}

/** Average precision as COCO defines it (pycocotools): fed item by item, then asked. */
export class AveragePrecision {
  readonly #classes = new Map<string, ClassRecord>();

  /** Adds what was predicted for one item. */
  *add(objects: ComparedObjects): Steps<void> {
    const { truths, predictions } = objects;
    const ranked = rankedByLabel(predictions);
    const actual = placesByLabel(truths);
    for (const label of new Set([...ranked.keys(), ...actual.keys()])) {
      const record = this.#record(label);
      const found = (ranked.get(label) ?? []).slice(0, MOST_PREDICTIONS);
      for (const at of found) record.scores.push(predictions[at]!.score);
      for (const size of sizeNames) {
        const range = sizeRanges[size];
        record.truths[size] += (actual.get(label) ?? []).filter(at => !isIgnored(truths[at]!, range)).length;
        const flags = found.map(() => 0);
        for (const [bit, threshold] of cocoThresholds.entries()) {
          const matches = yield* matchClass(found, objects, { threshold, range });
          for (const [at, match] of matches.truthOf.entries())
            flags[at]! |= (match > -1 ? 1 << bit : 0) | (matches.ignored[at]! ? 1 << (bit + FLAGS) : 0);
        }
        for (const each of flags) record.flags[size].push(each);
      }
    }
  }

  /** Returns all classes, those of true objects and those that were predicted only. */
  labels(): readonly string[] {
    return [...this.#classes.keys()];
  }

  /** Returns the precision of a class by size. */
  *ofClass(label: string): Steps<SizedPrecision> {
    const record = this.#classes.get(label);
    const sized = { all: NOTHING, small: NOTHING, medium: NOTHING, large: NOTHING };
    if (record !== undefined) for (const size of sizeNames) sized[size] = yield* this.#precision(record, size);
    return sized;
  }

  /**
   * Returns the precision of a class at recalls 0.00 to 1.00 for an overlap of 0.50; undefined without true objects.
   */
  curve(label: string): readonly number[] | undefined {
    const record = this.#classes.get(label);
    return record === undefined || record.truths.all === 0
      ? undefined
      : curveOf(record, orderOf(record), 'all', 0).precisions;
  }

  #record(label: string): ClassRecord {
    let record = this.#classes.get(label);
    if (record === undefined)
      this.#classes.set(
        label,
        (record = {
          scores: [],
          flags: { all: [], small: [], medium: [], large: [] },
          truths: { all: 0, small: 0, medium: 0, large: 0 },
        }),
      );
    return record;
  }

  *#precision(record: ClassRecord, size: SizeRange): Steps<Precision> {
    const truths = record.truths[size];
    if (truths === 0) return NOTHING;
    const order = orderOf(record);
    const curves: ReturnType<typeof curveOf>[] = [];
    for (const bit of cocoThresholds.keys()) {
      curves.push(curveOf(record, order, size, bit));
      yield;
    }
    const aps = curves.map(({ precisions }) => precisions.reduce((sum, each) => sum + each, 0) / RECALLS);
    return {
      ap: aps.reduce((sum, each) => sum + each, 0) / aps.length,
      ap50: aps[0]!,
      ap75: aps[5]!,
      ar: curves.reduce((sum, each) => sum + each.recall, 0) / curves.length,
      truths,
    };
  }
}

/** Returns the mean over all classes that have true objects, by size. */
export const meanPrecision = (classes: readonly SizedPrecision[]): SizedPrecision =>
  bySize(size => {
    const some = classes.map(each => each[size]).filter(({ truths }) => truths > 0);
    const mean = (of: (one: Precision) => number | null): number | null =>
      some.length === 0 ? null : some.reduce((sum, one) => sum + of(one)!, 0) / some.length;
    return {
      ap: mean(one => one.ap),
      ap50: mean(one => one.ap50),
      ap75: mean(one => one.ap75),
      ar: mean(one => one.ar),
      truths: some.reduce((sum, one) => sum + one.truths, 0),
    };
  });

const NOTHING: Precision = { ap: null, ap50: null, ap75: null, ar: null, truths: 0 };

const bySize = (of: (size: SizeRange) => Precision): SizedPrecision =>
  Object.fromEntries(sizeNames.map(size => [size, of(size)])) as SizedPrecision;

const orders = new WeakMap<readonly number[], { readonly length: number; readonly order: Uint32Array }>();

/** Places of predictions, the most confident first; equal ones as they were added. */
function orderOf({ scores }: ClassRecord): Uint32Array {
  const known = orders.get(scores);
  if (known?.length === scores.length) return known.order;
  const order = Uint32Array.from(scores.keys()).sort((one, other) => scores[other]! - scores[one]! || one - other);
  orders.set(scores, { length: scores.length, order });
  return order;
}

/** Returns the interpolated precisions at the recalls, and the highest recall. */
function curveOf(
  record: ClassRecord,
  order: Uint32Array,
  size: SizeRange,
  bit: number,
): { readonly precisions: readonly number[]; readonly recall: number } {
  const flags = record.flags[size];
  const truths = record.truths[size];
  let [right, wrong] = [0, 0];
  const recalls = new Float64Array(order.length);
  const precisions = new Float64Array(order.length);
  for (let at = 0; at < order.length; at += 1) {
    const flag = flags[order[at]!]!;
    if ((flag & (1 << (bit + FLAGS))) === 0) {
      if ((flag & (1 << bit)) === 0) wrong += 1;
      else right += 1;
    }
    recalls[at] = right / truths;
    precisions[at] = right / (right + wrong + Number.EPSILON);
  }
  for (let at = order.length - 1; at > 0; at -= 1)
    if (precisions[at]! > precisions[at - 1]!) precisions[at - 1] = precisions[at]!;
  const sampled: number[] = [];
  let at = 0;
  for (let step = 0; step < RECALLS; step += 1) {
    while (at < order.length && recalls[at]! < step * 0.01) at += 1;
    sampled.push(at < order.length ? precisions[at]! : 0);
  }
  return { precisions: sampled, recall: right / truths };
}
