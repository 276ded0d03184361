import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestOnPath, ringsContain } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { runsOf } from '#tests/support/run-plan.ts';
import type { AreaPart } from './area.ts';
import { isClean, partsArea, partsFrom } from './area.ts';
import { ringsOf } from './combine-areas.ts';
import { sliceArea } from './slice-area.ts';

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
const areas = (parts: readonly AreaPart[] | undefined): readonly number[] =>
  parts!.map(part => partsArea([part])).toSorted((one, other) => one - other);
const pairs = (points: readonly number[]): readonly string[] =>
  Array.from({ length: points.length / 2 }, (_, index) => `${points[index * 2]} ${points[index * 2 + 1]}`);

describe('a slice', () => {
  it('parts a shape in two that share the ends of the cut', () => {
    const parts = sliceArea([square(0, 0, 100)], [40, -10, 60, 110])!;
    expect(areas(parts)).toEqual([5_000, 5_000]);
    const [one, other] = parts.map(part => new Set(pairs(part.points)));
    expect([...one!].filter(pair => other!.has(pair))).toHaveLength(2);
  });

  it('follows every bend of the line', () => {
    const parts = sliceArea([square(0, 0, 100)], [-10, 50, 30, 50, 30, 20, 60, 20, 60, 50, 110, 50])!;
    expect(areas(parts)).toEqual([4_100, 5_900]);
  });

  it('parts an area as often as the line goes through it, also a hollow one', () => {
    expect(
      sliceArea([[0, 0, 100, 0, 100, 100, 80, 100, 80, 20, 20, 20, 20, 100, 0, 100]], [-10, 60, 110, 60]),
    ).toHaveLength(3);
  });

  it('through a hole leaves two parts without one, and keeps the holes it does not meet', () => {
    const through = sliceArea([square(0, 0, 100), square(40, 40, 20)], [50, -5, 50, 105])!;
    expect(areas(through)).toEqual([4_800, 4_800]);
    expect(through.map(part => part.exclude.length)).toEqual([0, 0]);
    const beside = sliceArea([square(0, 0, 100), square(40, 40, 20)], [20, -5, 20, 105])!;
    expect(areas(beside)).toEqual([2_000, 7_600]);
    expect(beside.map(part => part.exclude.length).toSorted()).toEqual([0, 1]);
  });

  it('that ends inside, or goes to a hole only, cuts nothing', () => {
    expect(sliceArea([square(0, 0, 100)], [50, -5, 50, 60])).toHaveLength(1);
    expect(sliceArea([square(0, 0, 100), square(40, 40, 20)], [50, -5, 50, 50])).toHaveLength(1);
    expect(sliceArea([square(0, 0, 100)], [200, 0, 200, 50])).toHaveLength(1);
    expect(sliceArea([square(0, 0, 100)], [0, 0, 100, 0])).toHaveLength(1);
  });

  it('from corner to corner cuts there, and a loop in the middle is cut out', () => {
    expect(areas(sliceArea([square(0, 0, 100)], [0, 0, 100, 100]))).toEqual([5_000, 5_000]);
    expect(areas(sliceArea([square(0, 0, 100)], [20, 20, 60, 20, 60, 60, 20, 60, 20, 20]))).toEqual([1_600, 8_400]);
  });

  it('of any shape by any line keeps every bit of it in exactly one part', { timeout: 60_000 }, () => {
    const star = fc
      .record({
        radii: fc.array(fc.double({ min: 10, max: 90, noNaN: true }), { minLength: 3, maxLength: 20 }),
        grid: fc.constantFrom(0.01, 0.01, 1, 10),
      })
      .map(({ radii, grid }) =>
        radii.flatMap((radius, index) =>
          [
            100 + Math.cos((index / radii.length) * 2 * Math.PI) * radius,
            100 + Math.sin((index / radii.length) * 2 * Math.PI) * radius,
          ].map(value => Math.round(Math.round(value / grid) * grid * 100) / 100),
        ),
      )
      .filter(ring => isClean({ points: ring, exclude: [] }) && new Set(pairs(ring)).size === ring.length / 2);
    const hole = fc.constantFrom<readonly (readonly number[])[]>([], [], [square(98, 98, 4)]);
    const line = fc
      .array(
        fc.integer({ min: -2, max: 22 }).map(value => value * 10),
        { minLength: 4, maxLength: 9 },
      )
      .map(values => values.slice(0, values.length & ~1))
      .filter(values => values.length >= 4);
    const places = fc.array(
      fc.record({ x: fc.double({ min: 0, max: 200, noNaN: true }), y: fc.double({ min: 0, max: 200, noNaN: true }) }),
      { minLength: 30, maxLength: 30 },
    );
    let cut = 0;
    let refused = 0;
    fc.assert(
      fc.property(star, hole, line, places, (ring, holes, way, tried) => {
        const area = [
          ring,
          ...holes.filter(each => nearestOnPath(ring, true, { x: 100, y: 100 })!.distance > 4 && each.length > 0),
        ];
        const parts = sliceArea(area, way);
        if (parts === undefined) {
          refused += 1;
          return;
        }
        if (parts.length > 1) cut += 1;
        expect(parts.every(isClean)).toBe(true);
        for (const place of tried) {
          const onBorder = [...area, ...ringsOf(parts)].some(each => nearestOnPath(each, true, place)!.distance < 0.05);
          if (!onBorder)
            expect(parts.filter(part => ringsContain(ringsOf([part]), place)).length, `${place.x} ${place.y}`).toBe(
              ringsContain(area, place) ? 1 : 0,
            );
        }
      }),
      { numRuns: runsOf(3_000) },
    );
    expect(cut).toBeGreaterThan(runsOf(3_000) / 3);
    expect(refused).toBeLessThan(6);
  });
});

describe('parts made of rings', () => {
  it('hold the hole of an island in the island, and not in the shore around it', () => {
    const [sea, lake] = [square(10, 10, 80), square(45, 45, 10)];
    for (const holes of [
      [sea, lake],
      [lake, sea],
    ])
      expect(partsFrom([square(0, 0, 100), square(30, 30, 40)], holes)).toEqual([
        { points: square(0, 0, 100), exclude: [sea] },
        { points: square(30, 30, 40), exclude: [lake] },
      ]);
  });
});
