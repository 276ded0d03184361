import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cohensKappa, fleissKappa } from './kappa.ts';
import { krippendorffAlpha } from './krippendorff-alpha.ts';
import { f1, matchThings, meanOf, pairsOf } from './matching.ts';
import { regionOverlap } from './region-overlap.ts';
import { SharedPixels } from './shared-pixels.ts';
import type { LabelledSpan } from './span-agreement.ts';
import { spanF1 } from './span-agreement.ts';

/** Units of a table with a row for each person, `.` where they gave no value. */
function unitsOf(...rows: readonly string[]): (number | string)[][] {
  const table = rows.map(row => row.split(' '));
  return table[0]!.map((_, at) =>
    table.flatMap(row => (row[at] === '.' ? [] : Number.isNaN(Number(row[at])) ? row[at]! : Number(row[at]))),
  );
}

describe("Krippendorff's α", () => {
  it('should equal the figures of Krippendorff 2011: two people and two values, two people and five values', () => {
    expect(krippendorffAlpha(unitsOf('0 1 0 0 0 0 0 0 1 0', '1 1 1 0 0 1 0 0 0 0'))).toBeCloseTo(0.095, 3);
    expect(krippendorffAlpha(unitsOf('a a b b d c c c e d d a', 'b a b b b c c c e d d d'))).toBeCloseTo(0.692, 3);
  });

  const four = unitsOf(
    '1 2 3 3 2 1 4 1 2 . . .',
    '1 2 3 3 2 2 4 1 2 5 . 3',
    '. 3 3 3 2 3 4 2 2 5 1 .',
    '1 2 3 3 2 4 4 1 2 5 1 .',
  );
  it.each([
    ['nominal', 0.743],
    ['ordinal', 0.815],
    ['interval', 0.849],
    ['ratio', 0.797],
  ] as const)(
    'should equal the figure of Krippendorff 2011 for four people with missing values: %s',
    (metric, value) => {
      expect(krippendorffAlpha(four, metric)).toBeCloseTo(value, 3);
    },
  );

  it('should be 1 where all agree and something varies, and unknown where nothing does', () => {
    expect(
      krippendorffAlpha([
        ['a', 'a'],
        ['b', 'b'],
      ]),
    ).toBe(1);
    expect(
      krippendorffAlpha([
        ['a', 'a'],
        ['a', 'a'],
      ]),
    ).toBeUndefined();
    expect(krippendorffAlpha([['a'], []])).toBeUndefined();
  });

  it('should not depend on the order of people or units', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 5 }), { maxLength: 20 }), units => {
        for (const metric of ['nominal', 'ordinal', 'interval'] as const) {
          const [one, other] = [
            krippendorffAlpha(units, metric),
            krippendorffAlpha(
              units.toReversed().map(values => values.toReversed()),
              metric,
            ),
          ];
          if (one === undefined) expect(other).toBeUndefined();
          else expect(other).toBeCloseTo(one, 9);
        }
      }),
    );
  });
});

describe('κ', () => {
  const repeated = (count: number, one: string, other: string): [string, string][] =>
    Array.from({ length: count }, () => [one, other]);

  it('should equal known figures of Cohen’s: 20, 5, 10 and 15 answers of two people (0.4), and six of three values (3/7)', () => {
    expect(
      cohensKappa([
        ...repeated(20, 'yes', 'yes'),
        ...repeated(5, 'yes', 'no'),
        ...repeated(10, 'no', 'yes'),
        ...repeated(15, 'no', 'no'),
      ]),
    ).toBeCloseTo(0.4, 9);
    expect(
      cohensKappa([
        [2, 0],
        [0, 0],
        [2, 2],
        [2, 2],
        [0, 0],
        [1, 2],
      ]),
    ).toBeCloseTo(0.4285714, 6);
  });

  it('should equal the known figure of Fleiss’: fourteen people, ten questions, five answers (0.210)', () => {
    const counts = [
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7],
    ];
    expect(
      fleissKappa(counts.map(row => row.flatMap((count, answer) => Array.from({ length: count }, () => answer)))),
    ).toBeCloseTo(0.21, 3);
  });

  it('should be unknown without answers, without variety, and where the numbers of people differ', () => {
    expect(cohensKappa([])).toBeUndefined();
    expect(cohensKappa([['a', 'a']])).toBeUndefined();
    expect(
      fleissKappa([
        ['a', 'b'],
        ['a', 'b', 'b'],
      ]),
    ).toBeUndefined();
    expect(fleissKappa([['a'], ['b']])).toBeUndefined();
  });
});

describe('spans of two people', () => {
  const span = (label: string, start: number, end: number): LabelledSpan => ({ label, start, end });

  it('should equal the known F1 of CoNLL’s example: one of two entities found (0.5)', () => {
    expect(spanF1([span('MISC', 3, 6), span('PER', 8, 10)], [span('MISC', 2, 6), span('PER', 8, 10)])).toBe(0.5);
  });

  it('should count what overlaps as well when asked, but not over labels, and each span once', () => {
    expect(spanF1([span('MISC', 3, 6), span('PER', 8, 10)], [span('MISC', 2, 6), span('PER', 8, 10)], false)).toBe(1);
    expect(spanF1([span('A', 0, 5)], [span('B', 0, 5)], false)).toBe(0);
    expect(spanF1([span('A', 0, 10)], [span('A', 0, 4), span('A', 5, 10)], false)).toBeCloseTo(2 / 3, 9);
    expect(spanF1([], [])).toBeUndefined();
  });
});

describe('regions', () => {
  const box = (x1: number, y1: number, x2: number, y2: number): number[] => [x1, y1, x2, y1, x2, y2, x1, y2];

  it('should overlap by what they share of what either covers, whichever way rings run, holes left out', () => {
    expect(regionOverlap([box(0, 0, 10, 10)], [box(5, 0, 15, 10)])).toBeCloseTo(1 / 3, 9);
    expect(regionOverlap([box(0, 0, 10, 10)], [[0, 0, 0, 10, 10, 10, 10, 0]])).toBe(1);
    expect(regionOverlap([box(0, 0, 10, 10), box(2, 2, 8, 8)], [box(0, 0, 10, 10)])).toBeCloseTo(0.64, 9);
    expect(regionOverlap([box(0, 0, 10, 10)], [box(20, 20, 30, 30)])).toBe(0);
    expect(regionOverlap([], [])).toBe(0);
  });

  it('should overlap as counted in whole squares', () => {
    const side = fc.integer({ min: 0, max: 12 });
    const corners = fc
      .tuple(side, side, side, side)
      .map(
        ([x1, y1, x2, y2]) => [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2) + 1, Math.max(y1, y2) + 1] as const,
      );
    fc.assert(
      fc.property(corners, corners, (one, other) => {
        const covers = ([x1, y1, x2, y2]: readonly [number, number, number, number], x: number, y: number): boolean =>
          x >= x1 && x < x2 && y >= y1 && y < y2;
        let [shared, either] = [0, 0];
        for (let x = 0; x < 14; x += 1)
          for (let y = 0; y < 14; y += 1) {
            const [inOne, inOther] = [covers(one, x, y), covers(other, x, y)];
            if (inOne && inOther) shared += 1;
            if (inOne || inOther) either += 1;
          }
        expect(regionOverlap([box(...one)], [box(...other)])).toBeCloseTo(shared / either, 9);
      }),
    );
  });
});

describe('masks', () => {
  it('should overlap by the pixels they share of those either covers, over several parts', () => {
    const shared = new SharedPixels([
      [0, 0, 50],
      [15, 15, 30],
      [15, 0, 10],
      [0, 15, 5],
      [30, 15, 5],
    ]);
    expect(shared.overlap([15], [15])).toBeCloseTo(30 / 50, 9);
    expect(shared.overlap([15, 30], [15])).toBeCloseTo(35 / 50, 9);
    expect(shared.overlap([30], [99])).toBe(0);
    expect(shared.overlap([], [15])).toBe(0);
  });
});

describe('things of two people', () => {
  it('should be matched the most alike first, each once', () => {
    const likeness = [
      [0.9, 0.8],
      [0.85, 0],
    ];
    const matches = matchThings(2, 2, (one, other) => likeness[one]![other]!);
    expect(matches).toEqual([{ one: 0, other: 0, likeness: 0.9 }]);
    expect(f1(2, 2, matches.length)).toBe(0.5);
  });

  it('should be taken in pairs, each two once', () => {
    expect(pairsOf([1, 2, 4])).toEqual([
      [1, 2],
      [1, 4],
      [2, 4],
    ]);
    expect(pairsOf([1])).toEqual([]);
    expect(meanOf([1, 2, 6])).toBe(3);
    expect(meanOf([])).toBeUndefined();
  });
});
