import { describe, expect, it } from 'vitest';
import { nextTask, taskStatuses } from './next-task.ts';

describe('the next task', () => {
  it('should be the next one of mine in the list, round and round', () => {
    expect(nextTask([2, 5], [1, 2, 3, 4, 5], 3)).toBe(5);
    expect(nextTask([2, 5], [1, 2, 3, 4, 5], 5)).toBe(2);
  });

  it('should be one of another list when this one has none left', () => {
    expect(nextTask([9, 3], [1, 2, 3], 3)).toBe(9);
    expect(nextTask([3], [1, 2, 3], 3)).toBeUndefined();
    expect(nextTask([], [1], 1)).toBeUndefined();
  });

  it('should be in a status that is seen and not done with', () => {
    expect(taskStatuses([1, 2, 4, 5], [1, 2, 3, 4, 5, 6])).toEqual([1, 2, 4]);
    expect(taskStatuses(null, [1, 2, 3, 4, 5, 6, 101])).toEqual([1, 2, 3, 4, 101]);
  });
});
