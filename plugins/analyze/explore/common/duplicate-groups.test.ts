import { expect, it } from 'vitest';
import { groupsOf } from './duplicate-groups.ts';

it('should join pairs that share an item, under the smallest id', () => {
  const { items, merged } = groupsOf([
    [
      { id: 7, group: null },
      { id: 4, group: null },
    ],
    [
      { id: 7, group: null },
      { id: 9, group: null },
    ],
    [
      { id: 20, group: null },
      { id: 21, group: null },
    ],
  ]);
  expect(Object.fromEntries(items)).toEqual({ 4: 4, 7: 4, 9: 4, 20: 20, 21: 20 });
  expect(merged.size).toBe(0);
});

it('should merge two groups that a new item connects', () => {
  const { items, merged } = groupsOf([
    [
      { id: 30, group: null },
      { id: 5, group: 5 },
    ],
    [
      { id: 30, group: null },
      { id: 12, group: 11 },
    ],
  ]);
  expect(items.get(30)).toBe(5);
  expect(Object.fromEntries(merged)).toEqual({ 11: 5 });
});
