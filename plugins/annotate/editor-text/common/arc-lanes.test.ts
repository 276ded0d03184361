import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arcLanes } from './arc-lanes.ts';

it('should lay short arcs below long ones, and neighbours beside each other', () => {
  const lanes = arcLanes([
    { id: 'long', start: 0, end: 30 },
    { id: 'first', start: 0, end: 8 },
    { id: 'second', start: 8, end: 20 },
  ]);
  expect(Object.fromEntries(lanes)).toEqual({ first: 0, second: 0, long: 1 });
});

it('should never lay two arcs over the same words in one lane', () => {
  const stretch = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 40 }));
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 30 }), drawn => {
      const arcs = drawn.map(([start, length], at) => ({ id: String(at), start, end: start + length }));
      const lanes = arcLanes(arcs);
      for (const one of arcs)
        for (const other of arcs)
          if (one !== other && lanes.get(one.id) === lanes.get(other.id))
            expect(one.end <= other.start || other.end <= one.start).toBe(true);
    }),
  );
});
