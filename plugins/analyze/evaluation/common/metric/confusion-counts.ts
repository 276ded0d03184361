import type { LabelledPair } from './labelled-pairs.ts';

/** Steps of the confidence from 0 to 1: figures are counted for each hundredth. */
export const SCORE_STEPS = 100;

/** Returns the hundredth that a score reaches, 0 to 100. */
export const scoreStep = (score: number): number =>
  Math.max(0, Math.min(SCORE_STEPS, Math.floor(score * SCORE_STEPS + 1e-9)));

/** Place of what is no object in a matrix: the background. */
export const BACKGROUND = -1;

/** Objects of one cell by the hundredth of the score from which they count; -1 takes one away again. */
export interface ConfusionCell {
  /** Place of the class in the list of classes, or {@link BACKGROUND}. */
  readonly truth: number;
  readonly predicted: number;
  readonly steps: readonly (readonly [step: number, objects: number])[];
}

/** Counts pairs into the cells of a confusion matrix for every hundredth of the score at once. */
export class ConfusionCounts {
  readonly #cells = new Map<string, Map<number, number>>();
  readonly #truths: number[] = [];

  /** @param placeOf place of a class in the list of classes */
  constructor(private readonly placeOf: (label: string) => number) {}

  add(pairs: readonly LabelledPair[]): void {
    for (const { truth, hit, other, otherScore } of pairs) {
      const predicted = other === undefined ? BACKGROUND : this.placeOf(other);
      const second = otherScore === undefined ? undefined : scoreStep(otherScore);
      if (truth === undefined) {
        this.#count(BACKGROUND, predicted, second!, 1);
        continue;
      }
      const place = this.placeOf(truth);
      this.#truths[place] = (this.#truths[place] ?? 0) + 1;
      const first = hit === undefined ? undefined : scoreStep(hit);
      if (first !== undefined) this.#count(place, place, first, 1);
      if (second === undefined) continue;
      // The prediction of another class confuses while the right one does not count yet; from there on it is too many.
      this.#count(place, predicted, second, 1);
      if (first === undefined) continue;
      const both = Math.min(first, second);
      this.#count(place, predicted, both, -1);
      this.#count(BACKGROUND, predicted, both, 1);
    }
  }

  /** Returns the cells that have objects. */
  cells(): readonly ConfusionCell[] {
    return [...this.#cells].flatMap(([key, counts]) => {
      const [truth, predicted] = key.split(' ').map(Number) as [number, number];
      const steps = [...counts].filter(([, objects]) => objects !== 0).toSorted(([one], [other]) => one - other);
      return steps.length === 0 ? [] : [{ truth, predicted, steps }];
    });
  }

  /** Returns the true objects of the class at a place. */
  truths(place: number): number {
    return this.#truths[place] ?? 0;
  }

  #count(truth: number, predicted: number, step: number, objects: number): void {
    const key = `${truth} ${predicted}`;
    let counts = this.#cells.get(key);
    if (counts === undefined) this.#cells.set(key, (counts = new Map()));
    counts.set(step, (counts.get(step) ?? 0) + objects);
  }
}
