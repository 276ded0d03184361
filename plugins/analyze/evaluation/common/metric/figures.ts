import type { ConfusionCell } from './confusion-counts.ts';
import { BACKGROUND, SCORE_STEPS } from './confusion-counts.ts';

/** Precision, recall and F1 of a class or of all; null where they divide by nothing. */
export interface Figures {
  readonly truths: number;
  readonly predictions: number;
  readonly right: number;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

const figures = (truths: number, predictions: number, right: number): Figures => ({
  truths,
  predictions,
  right,
  precision: predictions === 0 ? null : right / predictions,
  recall: truths === 0 ? null : right / truths,
  f1: truths + predictions === 0 ? null : (2 * right) / (truths + predictions),
});

/** Returns the objects of a cell that count from a hundredth of the score on. */
export const objectsFrom = ({ steps }: ConfusionCell, step: number): number =>
  steps.reduce((sum, [at, objects]) => (at >= step ? sum + objects : sum), 0);

/** A confusion matrix at one threshold. */
export class Matrix {
  readonly #cells = new Map<string, number>();
  /** True objects with a prediction, and predictions, by class. */
  readonly #found: number[] = [];
  readonly #predicted: number[] = [];

  /** @param truths true objects by class */
  constructor(
    cells: readonly ConfusionCell[],
    private readonly truths: readonly number[],
    step: number,
  ) {
    for (const cell of cells) {
      const objects = objectsFrom(cell, step);
      this.#cells.set(`${cell.truth} ${cell.predicted}`, objects);
      this.#found[cell.truth] = (this.#found[cell.truth] ?? 0) + objects;
      this.#predicted[cell.predicted] = (this.#predicted[cell.predicted] ?? 0) + objects;
    }
  }

  /** Returns the objects of a cell; {@link BACKGROUND} as the prediction are those that were missed. */
  at(truth: number, predicted: number): number {
    return predicted === BACKGROUND
      ? (this.truths[truth] ?? 0) - (this.#found[truth] ?? 0)
      : (this.#cells.get(`${truth} ${predicted}`) ?? 0);
  }

  /** Returns the figures of one class. */
  ofClass(place: number): Figures {
    return figures(this.truths[place] ?? 0, this.#predicted[place] ?? 0, this.at(place, place));
  }

  /** Returns the figures of all objects together. */
  overall(): Figures {
    const places = [...this.truths.keys()];
    return figures(
      this.truths.reduce((sum, each) => sum + each, 0),
      places.reduce((sum, place) => sum + (this.#predicted[place] ?? 0), 0),
      places.reduce((sum, place) => sum + this.at(place, place), 0),
    );
  }
}

/** Returns the hundredth of the score at which F1 of all objects is highest, the lowest of equal ones. */
export function bestStep(cells: readonly ConfusionCell[], truths: readonly number[]): number {
  const [predicted, right] = [new Float64Array(SCORE_STEPS + 1), new Float64Array(SCORE_STEPS + 1)];
  for (const cell of cells)
    for (const [at, objects] of cell.steps) {
      predicted[at]! += objects;
      if (cell.truth === cell.predicted) right[at]! += objects;
    }
  const all = truths.reduce((sum, each) => sum + each, 0);
  let [best, highest, found, hits] = [0, -1, 0, 0];
  for (let step = SCORE_STEPS; step >= 0; step -= 1) {
    found += predicted[step]!;
    hits += right[step]!;
    const { f1 } = figures(all, found, hits);
    if (f1 !== null && f1 >= highest) [best, highest] = [step, f1];
  }
  return best;
}
