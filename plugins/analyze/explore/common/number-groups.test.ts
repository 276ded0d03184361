import { expect, it } from 'vitest';
import { numberGroupOf, numberGroups } from './number-groups.ts';

it('should give few values a group each', () => {
  const groups = numberGroups([3, 1, 5, 3]);
  expect(groups).toEqual([1, 3, 5].map(value => ({ least: value, most: value })));
  expect([1, 3, 5].map(value => numberGroupOf(groups, value))).toEqual([0, 1, 2]);
  expect(numberGroups([])).toEqual([]);
});

it('should divide many values into five groups of equal width, with both ends', () => {
  const values = Array.from({ length: 101 }, (_, at) => at);
  const groups = numberGroups(values);
  expect(groups).toHaveLength(5);
  const counts = groups.map((_, at) => values.filter(value => numberGroupOf(groups, value) === at).length);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(101);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(20);
  expect([numberGroupOf(groups, 0), numberGroupOf(groups, 100)]).toEqual([0, 4]);
});
