import { expect, it } from 'vitest';
import { categoriesAfter } from './category-change.ts';

it.each([
  [[1, 2], 'set', [3], 5, [3]],
  [[1, 2], 'set', [], 5, []],
  [[2], 'add', [1, 2], 5, [1, 2]],
  [[2], 'remove', [2, 9], 5, []],
  [[2], 'add', [7], 1, [7]],
  [[2], 'add', [], 1, [2]],
] as const)('should make of %j by %s %j, at most %i: %j', (now, mode, ids, most, after) =>
  expect(categoriesAfter(now, { mode, category_ids: [...ids] }, most)).toEqual(after),
);
