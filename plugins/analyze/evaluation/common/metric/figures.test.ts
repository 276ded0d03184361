import { describe, expect, it } from 'vitest';
import { allAtOnce, inTurns } from '#core/base/common/index.ts';
import { BACKGROUND, ConfusionCounts, scoreStep } from './confusion-counts.ts';
import type { ComparedObjects } from './compared-objects.ts';
import { comparedObjects } from './compared-objects.ts';
import type { EvaluationTask, PlainObject } from './evaluated-object.ts';
import { bestStep, Matrix } from './figures.ts';
import type { LabelledPair } from './labelled-pairs.ts';
import { labelledPairs } from './labelled-pairs.ts';
import { overlapOf } from './overlap.ts';

const LABELS = ['car', 'bus'];
const box = (label: string, left: number, score = 1, more: object = {}): PlainObject => ({
  label,
  score,
  type: 'box',
  points: [left, 0, left + 10, 10],
  ...more,
});

const compared = (
  truths: readonly PlainObject[],
  predictions: readonly PlainObject[],
  task: EvaluationTask = 'boxes',
): ComparedObjects => allAtOnce(comparedObjects(truths, predictions, task));
const pairs = (objects: ComparedObjects, threshold: number): readonly LabelledPair[] =>
  allAtOnce(labelledPairs(objects, threshold));

function counted(truths: readonly PlainObject[], predictions: readonly PlainObject[]): (step: number) => Matrix {
  const counts = new ConfusionCounts(label => LABELS.indexOf(label));
  counts.add(pairs(compared(truths, predictions), 0.5));
  return step =>
    new Matrix(
      counts.cells(),
      LABELS.map((_, at) => counts.truths(at)),
      step,
    );
}

describe('figures at a threshold', () => {
  // Counted by hand: one car found, one taken for a bus, one missed, one bus where nothing is.
  const at = counted(
    [box('car', 0), box('car', 100), box('car', 200)],
    [box('car', 1, 0.9), box('bus', 101, 0.6), box('bus', 300, 0.4)],
  );

  it('should be those that are counted by hand', () => {
    expect(at(0).ofClass(0)).toMatchObject({ truths: 3, predictions: 1, right: 1, precision: 1, f1: 0.5 });
    expect(at(0).ofClass(0).recall).toBeCloseTo(1 / 3);
    expect(at(0).ofClass(1)).toMatchObject({ truths: 0, predictions: 2, right: 0, precision: 0, recall: null });
    expect(at(0).overall()).toMatchObject({ truths: 3, predictions: 3, right: 1 });
    expect([at(0).at(0, 0), at(0).at(0, 1), at(0).at(0, BACKGROUND), at(0).at(BACKGROUND, 1)]).toEqual([1, 1, 1, 1]);
  });

  it('should follow the threshold, which belongs to what counts', () => {
    expect(at(scoreStep(0.4)).at(BACKGROUND, 1)).toBe(1);
    expect(at(scoreStep(0.41)).at(BACKGROUND, 1)).toBe(0);
    expect([at(61).at(0, 1), at(61).at(0, BACKGROUND)]).toEqual([0, 2]);
    expect(at(100).overall()).toMatchObject({ predictions: 0, precision: null, recall: 0, f1: 0 });
  });

  it('should count a second class as confusion only until the right one counts', () => {
    const both = counted([box('car', 0)], [box('bus', 0, 0.8), box('car', 0, 0.5)]);
    expect([both(60).at(0, 1), both(60).at(0, 0), both(60).at(BACKGROUND, 1)]).toEqual([1, 0, 0]);
    expect([both(50).at(0, 1), both(50).at(0, 0), both(50).at(BACKGROUND, 1)]).toEqual([0, 1, 1]);
  });

  it('should leave out what is predicted in a crowd', () => {
    const crowd = counted([box('car', 0, 1, { crowd: true })], [box('car', 0, 0.8), box('car', 2, 0.7)]);
    expect(crowd(0).overall()).toMatchObject({ truths: 0, predictions: 0 });
  });

  it('should compare tags by their classes, and spans by the characters they share', () => {
    const tag = (label: string): PlainObject => ({ label, score: 1, type: 'tag', points: [] });
    expect(pairs(compared([tag('car')], [tag('bus')], 'tags'), 0.5)).toMatchObject([{ truth: 'car', other: 'bus' }]);
    const span = (start: number, end: number): PlainObject => ({
      label: 'a',
      score: 1,
      type: 'span',
      points: [start, end],
    });
    const spans = compared([span(0, 10)], [span(4, 10)], 'spans');
    expect(spans.overlaps[0]!.get(0)).toBeCloseTo(0.6);
    expect(pairs(spans, 0.6)).toMatchObject([{ hit: 1 }]);
    expect(pairs(spans, 0.61)).toMatchObject([{ hit: undefined }, { truth: undefined }]);
  });

  it('should find the lowest score with the highest F1', () => {
    const cells = [
      {
        truth: 0,
        predicted: 0,
        steps: [
          [90, 2],
          [20, 1],
        ],
      },
      {
        truth: 0,
        predicted: 1,
        steps: [
          [50, 3],
          [10, -1],
        ],
      },
      { truth: BACKGROUND, predicted: 1, steps: [[20, 4]] },
    ] as const;
    const f1 = (step: number): number => new Matrix(cells, [5, 2], step).overall().f1!;
    const steps = Array.from({ length: 101 }, (_, step) => step);
    const highest = Math.max(...steps.map(f1));
    expect(bestStep(cells, [5, 2])).toBe(steps.find(step => f1(step) === highest));
  });

  it('should pause between steps while it compares thousands of objects', async () => {
    // Rows of boxes; each prediction is a little beside its box and shares nothing with the others.
    const many = Array.from({ length: 4000 }, (_, at): readonly [number, number] => [
      (at % 80) * 20,
      Math.floor(at / 80) * 20,
    ]);
    const boxes = (moved: number, score: number): readonly PlainObject[] =>
      many.map(([x, y]) => box('car', x + moved, score, { points: [x + moved, y, x + moved + 10, y + 10] }));
    const steps = comparedObjects(boxes(0, 1), boxes(1, 0.5), 'boxes');
    let pauses = 0;
    const objects = await inTurns(steps, async () => void (pauses += 1), 0);
    expect(pauses).toBeGreaterThan(many.length);
    expect(objects.overlaps.map(each => [...each.keys()])).toEqual(many.map((_, at) => [at]));
    expect(objects.overlaps[7]!.get(7)).toBe(overlapOf(objects.truths[7]!, objects.predictions[7]!));
    expect(pairs(objects, 0.5).filter(each => each.hit === 0.5)).toHaveLength(many.length);
  });
});
