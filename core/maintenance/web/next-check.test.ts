import { expect, it } from 'vitest';
import { untilNextCheck } from './next-check.ts';

const NOW = Date.parse('2026-05-01T22:00:00Z');

it.each([
  [null, 30_000, 40_000],
  ['2026-05-01T23:00:00Z', 30_000, 40_000],
  ['2026-05-01T22:00:10Z', 11_000, 15_000],
  ['2026-05-01T21:59:30Z', 1_000, 5_000],
  ['2026-05-01T21:00:00Z', 30_000, 40_000],
])('should ask again soon around the planned end %s alone', (to, least, most) => {
  expect([untilNextCheck(to, NOW, 0), untilNextCheck(to, NOW, 1)]).toEqual([least, most]);
});
