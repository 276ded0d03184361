import { expect, it } from 'vitest';
import { RETRY_AFTER, secondsToNext } from './back-off.ts';

it('should wait longer before each attempt, for no longer than a day and a half in all, and then give up', () => {
  expect([...RETRY_AFTER].sort((a, b) => a - b)).toEqual([...RETRY_AFTER]);
  expect(RETRY_AFTER.reduce((sum, each) => sum + each, 0)).toBeLessThan(36 * 3_600);
  expect(secondsToNext(1)).toBe(10);
  expect(secondsToNext(RETRY_AFTER.length + 1)).toBeUndefined();
});
