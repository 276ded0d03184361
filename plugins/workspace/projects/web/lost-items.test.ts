import { expect, it } from 'vitest';
import { lostItems } from './lost-items.ts';

it.each([
  [undefined, 'All their items in this project are unassigned.'],
  [0, 'No item is assigned to them.'],
  [1, 'The 1 item assigned to them is unassigned.'],
  [1234, 'The 1,234 items assigned to them are unassigned.'],
])('should describe %s items', (count, text) => expect(lostItems(count)).toBe(text));
