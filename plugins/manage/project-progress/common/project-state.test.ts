import { expect, it } from 'vitest';
import { ProjectState, stateOf } from './project-state.ts';

it.each([
  [{ total: 0, untouched: 0, completed: 0 }, ProjectState.NotStarted],
  [{ total: 3, untouched: 3, completed: 0 }, ProjectState.NotStarted],
  [{ total: 3, untouched: 2, completed: 0 }, ProjectState.InProgress],
  [{ total: 300, untouched: 227, completed: 73 }, ProjectState.InProgress],
  [{ total: 3, untouched: 0, completed: 3 }, ProjectState.Completed],
])('should derive the status of a project with %o', (numbers, state) => {
  expect(stateOf(numbers)).toBe(state);
});
