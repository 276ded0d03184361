import { expect, it } from 'vitest';
import { additionText } from './addition-text.ts';

const gone = [{ code: 'NOT_FOUND', message: 'The item was not found.', count: 1 }];

it.each([
  [{ total: 3, examined: 3, changes: 3, same: 0, refused: [] }, '3 items will be added.'],
  [{ total: 3, examined: 3, changes: 1, same: 2, refused: [] }, '1 item will be added. 2 items are already in it.'],
  [{ total: 1, examined: 1, changes: 0, same: 1, refused: [] }, '1 item is already in it.'],
  [
    { total: 3, examined: 3, changes: 2, same: 0, refused: gone },
    '2 items will be added. 1 item will be skipped: The item was not found.',
  ],
  [
    { total: 9000, examined: 5000, changes: 5000, same: 0, refused: [] },
    'Of the first 5,000 items: 5,000 items will be added.',
  ],
])('should say what adding to a subset will do %#', (preview, text) => {
  expect(additionText(preview)).toBe(text);
});
