import { describe, expect, it } from 'vitest';
import { systemWorkflow } from '#plugins/organize/workflow/common/index.ts';
import { unfinishedMessage, workOf } from './request-rules.ts';

describe('the work of a role', () => {
  it('should be what the role sees and can move on', () => {
    expect(workOf(systemWorkflow, 1)).toEqual({ workable: [1, 2, 4], returned: 4 });
    expect(workOf(systemWorkflow, 2)).toEqual({ workable: [3], returned: undefined });
    expect(workOf(systemWorkflow, 250)).toEqual({ workable: [], returned: undefined });
  });

  it('should name how many tasks are to be finished first', () => {
    expect(unfinishedMessage(1)).toBe('Finish your current task before requesting more: 1 is left.');
    expect(unfinishedMessage(12)).toBe('Finish your current tasks before requesting more: 12 are left.');
  });
});
