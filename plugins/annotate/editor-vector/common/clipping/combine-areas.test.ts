import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { nearestOnPath } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { runsOf } from '#tests/support/run-plan.ts';
import { shapeWarnings } from '../shape-checks.ts';
import type { Area, AreaPart } from './area.ts';
import { partsArea } from './area.ts';
import type { Combination } from './combine-areas.ts';
import { combineAreas, ringsOf, uniteAreas } from './combine-areas.ts';

const square = (x: number, y: number, side: number): readonly number[] => [
  x,
  y,
  x + side,
  y,
  x + side,
  y + side,
  x,
  y + side,
];

/** Returns whether a place lies in an area, by counting crossings to the right: not by the code that is tested. */
function contains(rings: Area, { x, y }: Place): boolean {
  let crossings = 0;
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const [x1, y1, x2, y2] = [ring[at]!, ring[at + 1]!, ring[(at + 2) % ring.length]!, ring[(at + 3) % ring.length]!];
      if (y1 <= y !== y2 <= y && x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) > x) crossings += 1;
    }
  }
  return crossings % 2 === 1;
}

const wanted: Readonly<Record<Combination, (one: boolean, other: boolean) => boolean>> = {
  union: (one, other) => one || other,
  intersection: (one, other) => one && other,
  difference: (one, other) => one && !other,
};

/** Rings around a middle, on coarse grids too, where edges fall on one another and vertices on edges. */
const star = (grids: fc.Arbitrary<number>): fc.Arbitrary<readonly number[]> =>
  fc
    .record({
      x: fc.integer({ min: 60, max: 140 }),
      y: fc.integer({ min: 60, max: 140 }),
      radii: fc.array(fc.double({ min: 8, max: 60, noNaN: true }), { minLength: 3, maxLength: 24 }),
      grid: grids,
    })
    .map(({ x, y, radii, grid }) =>
      radii.flatMap((radius, index) =>
        [
          x + Math.cos((index / radii.length) * 2 * Math.PI) * radius,
          y + Math.sin((index / radii.length) * 2 * Math.PI) * radius,
        ].map(value => Math.round(Math.round(value / grid) * grid * 100) / 100),
      ),
    );
const scribble = fc
  .array(fc.integer({ min: 0, max: 20 }), { minLength: 6, maxLength: 16 })
  .map(values => values.slice(0, values.length & ~1).map(value => value * 10));
const anyStar = star(fc.constantFrom(0.01, 0.01, 1, 5, 10, 20));
const area: fc.Arbitrary<Area> = fc.oneof(
  { weight: 5, arbitrary: anyStar.map(ring => [ring]) },
  { weight: 3, arbitrary: fc.array(anyStar, { minLength: 2, maxLength: 3 }) },
  { weight: 1, arbitrary: scribble.map(ring => [ring]) },
);
const places = fc.array(
  fc.record({ x: fc.double({ min: -5, max: 205, noNaN: true }), y: fc.double({ min: -5, max: 205, noNaN: true }) }),
  { minLength: 40, maxLength: 40 },
);

function checked(parts: readonly AreaPart[]): readonly string[] {
  return parts
    .flatMap(({ points, exclude }) => shapeWarnings({ type: 'polygon', points, exclude }, 'shape', undefined))
    .map(issue => issue.message);
}

function expectRight(
  found: readonly AreaPart[],
  one: Area,
  other: Area,
  tried: readonly Place[],
  combination: Combination,
): void {
  expect(checked(found)).toEqual([]);
  for (const place of tried) {
    const onBorder = [...one, ...other].some(ring => nearestOnPath(ring, true, place)!.distance < 0.08);
    if (!onBorder)
      expect(contains(ringsOf(found), place), `${place.x} ${place.y}`).toBe(
        wanted[combination](contains(one, place), contains(other, place)),
      );
  }
}

const pairs = (ring: readonly number[]): readonly string[] =>
  Array.from({ length: ring.length / 2 }, (_, index) => `${ring[index * 2]} ${ring[index * 2 + 1]}`);

describe('combined areas', () => {
  it(
    'are what is in one or the other, in both, or in the first alone, for any areas; and rings that the checks accept',
    { timeout: 120_000 },
    () => {
      let refused = 0;
      fc.assert(
        fc.property(
          area,
          area,
          places,
          fc.constantFrom<Combination>('union', 'intersection', 'difference'),
          (one, other, tried, combination) => {
            const found = combineAreas(one, other, combination);
            if (found === undefined) refused += 1;
            else expectRight(found, one, other, tried, combination);
          },
        ),
        { numRuns: runsOf(4_000) },
      );
      // Scribbles that run back over their own edges may be too many to distinguish.
      expect(refused).toBeLessThan(12);
    },
  );

  it('are never refused where no ring crosses itself', { timeout: 60_000 }, () => {
    const simple = star(fc.constantFrom(0.01, 1, 5))
      .map(ring => [ring])
      .filter(
        rings =>
          checked([{ points: rings[0]!, exclude: [] }]).length === 0 &&
          new Set(pairs(rings[0]!)).size === rings[0]!.length / 2,
      );
    fc.assert(
      fc.property(
        simple,
        simple,
        places,
        fc.constantFrom<Combination>('union', 'intersection', 'difference'),
        (one, other, tried, combination) => {
          const found = combineAreas(one, other, combination);
          expect(found).toBeDefined();
          expectRight(found!, one, other, tried, combination);
        },
      ),
      { numRuns: runsOf(2_000) },
    );
  });

  it('keep every coordinate that is not a crossing exactly', () => {
    const [only] = combineAreas([square(0.01, 0.03, 10)], [square(5, 5, 10)], 'difference')!;
    expect(only!.exclude).toEqual([]);
    expect(new Set(pairs(only!.points))).toEqual(
      new Set(['0.01 0.03', '10.01 0.03', '10.01 5', '5 5', '5 10.03', '0.01 10.03']),
    );
  });

  it('have holes where something is cut out of the middle, and parts where it is cut through', () => {
    expect(combineAreas([square(0, 0, 100)], [square(40, 40, 20)], 'difference')).toMatchObject([
      { exclude: [expect.any(Array)] },
    ]);
    expect(combineAreas([square(0, 0, 100)], [[40, -10, 60, -10, 60, 110, 40, 110]], 'difference')).toHaveLength(2);
    expect(partsArea(combineAreas([square(0, 0, 100), square(20, 20, 60)], [square(40, 40, 20)], 'union')!)).toBe(
      100 * 100 - 60 * 60 + 20 * 20,
    );
  });

  it('are nothing when there is nothing', () => {
    expect(combineAreas([square(0, 0, 10)], [square(50, 50, 10)], 'intersection')).toEqual([]);
    expect(combineAreas([square(0, 0, 10)], [square(-5, -5, 50)], 'difference')).toEqual([]);
  });

  it('join a row of neighbours that share their edges into one', () => {
    const parts = uniteAreas(Array.from({ length: 12 }, (_, index) => [square(index * 10, 0, 10)]))!;
    expect(parts).toHaveLength(1);
    expect(partsArea(parts)).toBe(1_200);
  });

  it('of five thousand vertices each become one', () => {
    const coast = (x: number, y: number): readonly number[] =>
      Array.from({ length: 5_000 }, (_, index) => {
        const angle = (index / 5_000) * 2 * Math.PI;
        const radius = 200 * (1 + 0.2 * Math.sin(7 * angle) + 0.01 * Math.sin(611 * angle));
        return [
          Math.round((x + radius * Math.cos(angle)) * 100) / 100,
          Math.round((y + radius * Math.sin(angle)) * 100) / 100,
        ];
      }).flat();
    expect(combineAreas([coast(300, 300)], [coast(390, 320)], 'union')).toHaveLength(1);
  });
});
