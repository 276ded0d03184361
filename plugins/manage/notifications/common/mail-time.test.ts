import { expect, it } from 'vitest';
import { nextMailTime } from './mail-time.ts';

it.each([
  ['2026-03-02T05:10:00.000Z', 7, '2026-03-02T07:00:00.000Z'],
  ['2026-03-02T07:00:00.000Z', 7, '2026-03-03T07:00:00.000Z'],
  ['2026-12-31T23:59:59.000Z', 0, '2027-01-01T00:00:00.000Z'],
])('should send what happens at %s at %i o’clock next', (now, hour, next) => {
  expect(nextMailTime(new Date(now), hour).toISOString()).toBe(next);
});
