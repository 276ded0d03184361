import { describe, expect, it } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import type { SizedPrecision } from './average-precision.ts';
import { AveragePrecision, meanPrecision } from './average-precision.ts';
import { sizeNames } from './coco-matching.ts';
import { comparedObjects } from './compared-objects.ts';
import type { EvaluationTask, PlainObject } from './evaluated-object.ts';
import { overlapOf } from './overlap.ts';
import { predictionLines, reference, truthLines } from './reference.support.ts';

interface Placed {
  readonly picture: number;
  readonly object: PlainObject;
}

const placed = (lines: string, read: (last: number) => Pick<PlainObject, 'score' | 'crowd'>): readonly Placed[] =>
  lines
    .trim()
    .split(/\n| \| /)
    .map(line => {
      const [picture, label, ...rest] = line.split(' ');
      const [x, y, width, height, last] = rest.map(Number) as [number, number, number, number, number];
      const points = [x, y, x + width, y + height];
      return { picture: Number(picture), object: { label: label!, type: 'box', points, ...read(last) } };
    });

const truths = placed(truthLines, last => ({ score: 1, ...(last === 1 ? { crowd: true } : {}) }));
const predictions = placed(predictionLines, score => ({ score }));

function add(
  precision: AveragePrecision,
  actual: readonly PlainObject[],
  found: readonly PlainObject[],
  task: EvaluationTask,
): void {
  allAtOnce(precision.add(allAtOnce(comparedObjects(actual, found, task))));
}

function evaluated(
  task: 'boxes' | 'shapes',
  form: (object: PlainObject) => PlainObject = each => each,
): AveragePrecision {
  const precision = new AveragePrecision();
  for (const picture of new Set([...truths, ...predictions].map(each => each.picture))) {
    const of = (all: readonly Placed[]): readonly PlainObject[] =>
      all.filter(each => each.picture === picture).map(each => form(each.object));
    add(precision, of(truths), of(predictions), task);
  }
  return precision;
}

const overallOf = (precision: AveragePrecision): SizedPrecision =>
  meanPrecision(precision.labels().map(label => allAtOnce(precision.ofClass(label))));

describe('average precision', () => {
  it('should equal pycocotools in all, by size and by class', () => {
    const precision = evaluated('boxes');
    const overall = overallOf(precision);
    for (const [key, value] of Object.entries(reference.all))
      expect([key, overall.all[key as 'ap']]).toEqual([key, expect.closeTo(value, 5)]);
    for (const size of ['small', 'medium', 'large'] as const)
      expect([size, overall[size].ap, overall[size].ar]).toEqual([
        size,
        expect.closeTo(reference[size].ap, 5),
        expect.closeTo(reference[size].ar, 5),
      ]);
    for (const [label, values] of Object.entries(reference.byClass))
      expect([label, ...sizeNames.map(size => allAtOnce(precision.ofClass(label))[size].ap)]).toEqual([
        label,
        ...values.map(value => expect.closeTo(value, 5)),
      ]);
  });

  it('should equal the precisions of pycocotools at the recalls', () => {
    const curve = evaluated('boxes').curve('car')!;
    expect(curve).toHaveLength(101);
    expect(reference.carCurve).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(at => expect.closeTo(curve[at * 10]!, 3)),
    );
  });

  it('should be the same for polygons with the corners of the boxes', () => {
    const precision = evaluated('shapes', object => {
      const [left, top, right, bottom] = object.points as [number, number, number, number];
      return { ...object, type: 'area', points: [], rings: [[left, top, right, top, right, bottom, left, bottom]] };
    });
    expect(overallOf(precision).all.ap).toBeCloseTo(reference.all.ap, 5);
  });

  it('should measure each pair that meets, and no other', () => {
    // As if all lay in one picture: many boxes meet many others.
    const of = (all: readonly Placed[]): readonly PlainObject[] => all.map(each => each.object);
    const objects = allAtOnce(comparedObjects(of(truths), of(predictions), 'boxes'));
    const pairs = objects.predictions.map(prediction =>
      [...objects.truths.entries()]
        .map(([at, truth]) => [at, overlapOf(truth, prediction)] as const)
        .filter(([, overlap]) => overlap > 0),
    );
    expect(objects.overlaps.map(each => [...each])).toEqual(pairs);
  });

  it('should have no figures for a class without true objects', () => {
    const precision = new AveragePrecision();
    const box: PlainObject = { label: 'cat', score: 0.5, type: 'box', points: [0, 0, 10, 10] };
    add(precision, [], [box], 'boxes');
    expect(allAtOnce(precision.ofClass('cat')).all).toMatchObject({ ap: null, ar: null, truths: 0 });
    expect([overallOf(precision).all.ap, precision.curve('cat')]).toEqual([null, undefined]);
  });

  it('should count the overlap of polygons and not that of their boxes', () => {
    // Two triangles that are the halves of one square share a diagonal only.
    const half = (ring: readonly number[]): PlainObject => ({
      label: 'a',
      score: 0.9,
      type: 'area',
      points: [],
      rings: [ring],
    });
    const truth = [half([0, 0, 10, 0, 0, 10])];
    const prediction = [half([10, 10, 10, 0, 0, 10])];
    const ap = (task: 'boxes' | 'shapes'): number | null => {
      const precision = new AveragePrecision();
      add(precision, truth, prediction, task);
      return overallOf(precision).all.ap50;
    };
    expect([ap('boxes'), ap('shapes')]).toEqual([expect.closeTo(1), 0]);
  });
});
