import { expect, it } from 'vitest';
import { localHour, utcHour } from './local-hour.ts';

it.each([
  [7, -60, 8],
  [23, -120, 1],
  [2, 300, 21],
  [0, 0, 0],
])('should show %i UTC at an offset of %i minutes as %i o’clock, and back', (utc, offset, local) => {
  expect(localHour(utc, offset)).toBe(local);
  expect(utcHour(local, offset)).toBe(utc);
});
