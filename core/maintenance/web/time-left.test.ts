import { expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

it('should show the time until the planned end', () => {
  expect(timeLeft(3_909_000)).toBe('1:05:09');
  expect(timeLeft(309_000)).toBe('5:09');
  expect(timeLeft(1)).toBe('0:01');
  expect(timeLeft(-5_000)).toBe('0:00');
});
