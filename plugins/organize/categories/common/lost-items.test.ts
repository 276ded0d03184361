import { expect, it } from 'vitest';
import { lostItemsText } from './lost-items.ts';

it.each([
  [[0], 'No item has it.'],
  [[0, 0], 'No item has them.'],
  [[1], '1 item loses it. This cannot be undone.'],
  [[1200, 0], '1,200 items lose them. This cannot be undone.'],
  [[2, 3], 'Up to 5 items lose them. This cannot be undone.'],
])('should describe what deleting categories of %j items loses', (counts, text) => {
  expect(lostItemsText(counts)).toBe(text);
});
