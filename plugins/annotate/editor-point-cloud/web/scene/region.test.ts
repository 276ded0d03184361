import { expect, it } from 'vitest';
import { around, contains, EVERYWHERE, narrowed, overlap, rangeAlong } from './region.ts';

it('should narrow one axis at a time, and be nothing when all is shown again', () => {
  const flat = narrowed(undefined, 'z', -Infinity, 2)!;
  expect([contains(flat, 500_000, -7, 2), contains(flat, 0, 0, 2.1)]).toEqual([true, false]);
  const both = narrowed(flat, 'x', 1, 4)!;
  expect([contains(both, 1, 0, 2), contains(both, 0.9, 0, 0), contains(both, 2, 0, 3)]).toEqual([true, false, false]);
  expect(narrowed(narrowed(both, 'x', -Infinity, Infinity), 'z', -Infinity, Infinity)).toBeUndefined();
});

it('should show its range along an axis within the scan', () => {
  expect(rangeAlong(undefined, 'y', -3, 8)).toEqual([-3, 8]);
  expect(rangeAlong(narrowed(undefined, 'y', -Infinity, 5), 'y', -3, 8)).toEqual([-3, 5]);
  expect(rangeAlong(narrowed(undefined, 'y', 20, 30), 'y', -3, 8)).toEqual([8, 8]);
});

it('should keep what is around a box at all heights, within what is cropped', () => {
  const column = around({ min: { x: 0, y: 0, z: 0 }, max: { x: 4, y: 2, z: 1 } });
  expect([contains(column, -3, -3, 90), contains(column, 7.1, 0, 0)]).toEqual([true, false]);
  const low = overlap(column, narrowed(undefined, 'z', 0, 5) ?? EVERYWHERE);
  expect([contains(low, 0, 0, 5), contains(low, 0, 0, 6)]).toEqual([true, false]);
});
