import { expect, it } from 'vitest';
import { primaryStep } from './primary-step.ts';

it('should lead into review, and from review to completed, whatever else is allowed', () => {
  expect(primaryStep(2, [1, 3, 4, 5, 6])).toBe(3);
  expect(primaryStep(4, [2, 3, 6, 1])).toBe(3);
  expect(primaryStep(3, [4, 5, 6])).toBe(5);
});

it('should take the only step of another workflow, and none when it would be a guess', () => {
  expect(primaryStep(101, [102])).toBe(102);
  expect(primaryStep(101, [102, 103])).toBeUndefined();
  expect(primaryStep(5, [])).toBeUndefined();
});
