import { expect, it } from 'vitest';
import { selectionText } from './selection-text.ts';

it.each([
  [3, 10, true, '3 selected'],
  [5000, 5000, true, '5,000 selected'],
  [5000, 5001, true, '5,000 selected, the most at once'],
  [5000, 10_000, false, '5,000 selected, the most at once'],
])('should tell of %d of %d (exact %s): %s', (size, count, exact, text) =>
  expect(selectionText(size, count, exact)).toBe(text),
);
