import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { NamedStretch } from './span-lanes.ts';
import { lanesOf } from './span-lanes.ts';

it('should lay nested stretches under each other', () => {
  const lanes = lanesOf([
    { id: 'inner', start: 4, end: 7 },
    { id: 'outer', start: 0, end: 10 },
    { id: 'next', start: 10, end: 12 },
  ]);
  expect(Object.fromEntries(lanes)).toEqual({ outer: 0, inner: 1, next: 0 });
});

it('should use as few lanes as overlap at one place, and none twice at a place', () => {
  const stretch = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 20 }));
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 40 }), drawn => {
      const all: NamedStretch[] = drawn.map(([start, length], at) => ({ id: String(at), start, end: start + length }));
      const lanes = lanesOf(all);
      const at = (place: number): NamedStretch[] => all.filter(each => each.start <= place && place < each.end);
      let deepest = 0;
      for (let place = 0; place < 80; place += 1) {
        const here = at(place).map(each => lanes.get(each.id)!);
        expect(new Set(here).size).toBe(here.length);
        deepest = Math.max(deepest, here.length);
      }
      expect(Math.max(0, ...[...lanes.values()].map(lane => lane + 1))).toBe(deepest);
      for (const [id, lane] of lanesOf(all.toReversed())) expect(lanes.get(id)).toBe(lane);
    }),
  );
});
