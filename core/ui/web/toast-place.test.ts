import { expect, it } from 'vitest';
import { toastBottom } from './toast-place.ts';

it.each([
  ['an empty window', [], 12],
  ['controls further up', [{ top: 100, bottom: 130 }], 12],
  ['a bar at the bottom', [{ top: 860, bottom: 890 }], 48],
  [
    'a bar and a film strip above it',
    [
      { top: 860, bottom: 890 },
      { top: 780, bottom: 850 },
    ],
    128,
  ],
  ['rows of a list', Array.from({ length: 20 }, (_, row) => ({ top: row * 45, bottom: row * 45 + 40 })), 12],
])('should lie above the controls of %s', (_, controls, bottom) => {
  expect(toastBottom(controls, 60, 900)).toBe(bottom);
});
