import { expect, it } from 'vitest';
import { evenSplit } from './even-split.ts';

it.each([
  [30, 3, [10, 10, 10]],
  [31, 3, [11, 10, 10]],
  [2, 3, [1, 1, 0]],
  [5, 0, []],
])('should divide %i items among %i people', (items, people, shares) => {
  expect(evenSplit(items, people)).toEqual(shares);
});
