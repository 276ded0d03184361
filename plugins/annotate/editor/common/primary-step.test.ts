import { expect, it } from 'vitest';
import { answersComments, primaryStep, returnStep, stepTitle, waitingStatuses } from './primary-step.ts';

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

it('should return items from review only', () => {
  expect(returnStep(3, [4, 5])).toBe(4);
  expect(returnStep(3, [5])).toBeUndefined();
  expect(returnStep(2, [4])).toBeUndefined();
});

it('should name the button by what the step does', () => {
  expect(stepTitle(2, 3, 'Quality check')).toBe('Submit');
  expect(stepTitle(3, 5, 'Completed')).toBe('Complete');
  expect(stepTitle(3, 4, 'Returned')).toBe('Return');
  expect(stepTitle(101, 102, 'Second look')).toBe('Move to Second look');
});

it('should go on with items of the same work', () => {
  expect(waitingStatuses(4)).toEqual([1, 2, 4]);
  expect(waitingStatuses(3)).toEqual([3]);
  expect(waitingStatuses(101)).toEqual([101]);
});

it('should ask for answers to comments, but let a first submission carry questions', () => {
  expect(answersComments(2, 3)).toBe(false);
  expect(answersComments(4, 3)).toBe(true);
  expect(answersComments(3, 5)).toBe(true);
});
