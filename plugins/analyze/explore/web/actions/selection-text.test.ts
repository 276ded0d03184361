import { expect, it } from 'vitest';
import { selectionText } from './selection-text.ts';

it.each([
  [3, 10, true, '3 selected'],
  [50_000, 50_000, true, '50,000 selected'],
  [50_000, 50_001, true, '50,000 selected, the most at once'],
  [50_000, 100_000, false, '50,000 selected, the most at once'],
])('should describe %d of %d (exact %s): %s', (size, count, exact, text) =>
  expect(selectionText(size, count, exact)).toBe(text),
);
