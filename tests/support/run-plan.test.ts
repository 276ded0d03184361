import { expect, it } from 'vitest';
import { isLongRun, seededIndex, seedsOf, slice } from './run-plan.ts';

const matrix = Array.from({ length: 40 }, (_, index) => index);

it.skipIf(isLongRun)('should choose the same cases for the same title, in their order', () => {
  const chosen = slice('screens', matrix, 7);
  expect(chosen).toHaveLength(7);
  expect(chosen).toEqual([...chosen].sort((one, other) => one - other));
  expect(slice('screens', matrix, 7)).toEqual(chosen);
});

it.skipIf(isLongRun)('should choose other cases for another title', () => {
  expect(slice('screens', matrix, 7)).not.toEqual(slice('roles', matrix, 7));
});

it('should choose all cases of a matrix no larger than the slice', () => {
  expect(slice('small', [1, 2, 3], 3)).toEqual([1, 2, 3]);
});

it('should stay below the count', () => {
  for (const title of ['one', 'two', 'three']) expect(seededIndex(title, 2)).toBeLessThan(2);
});

it.each([1, 7, 26, 500, 10_000])('should have a seed to try of %i', count => {
  for (const title of ['one', 'two', 'three', 'four']) {
    const seeds = seedsOf(title, count);
    expect(seeds.length).toBeGreaterThan(0);
    expect(seeds.at(-1)).toBeLessThan(count);
  }
});
