import { describe, expect, it } from 'vitest';
import type { ChangeCounts } from './change-outcome.ts';
import { mergedReasons, MOST_REASONS, outcomeText } from './change-outcome.ts';

const counts = (given: Partial<ChangeCounts>): ChangeCounts => ({
  changed: 0,
  same: 0,
  since: 0,
  refused: [],
  ...given,
});
const gone = { code: 'NOT_FOUND', message: 'The item was not found.', count: 2 };
const taken = { code: 'NAME_EXISTS', message: 'The name is taken.', count: 5 };

describe('what became of a change', () => {
  it.each([
    [counts({ changed: 1 }), '1 item approved.'],
    [counts({ changed: 99_980, same: 1 }), '99,980 items approved. 1 was unchanged.'],
    [counts({ same: 4 }), 'Nothing to change.'],
    [counts({}), '0 items approved.'],
    [counts({ changed: 3, since: 2 }), '3 items approved. 2 items were changed since and stay as they are.'],
    [counts({ changed: 3, refused: [gone] }), '3 items approved. 2 items left as they were: The item was not found.'],
    [counts({ refused: [{ ...gone, count: 1 }] }), '1 item left as it was: The item was not found.'],
    [
      counts({ changed: 1, refused: [taken, gone] }),
      '1 item approved. 7 items left as they were: The name is taken. (5) The item was not found. (2)',
    ],
    [
      counts({ changed: 1, refused: [taken, gone, { code: 'OTHER', message: 'Other reasons.', count: 1 }] }),
      '1 item approved. 8 items left as they were: The name is taken. (5) The item was not found. (2) Other reasons (1).',
    ],
  ])('should be described %#', (given, text) => expect(outcomeText('approved', given)).toBe(text));
});

describe('reasons of several parts', () => {
  it('should be counted together, those of most items first', () => {
    expect(mergedReasons([gone], [taken, gone])).toEqual([taken, { ...gone, count: 4 }]);
  });

  it('should not grow without end', () => {
    const many = Array.from({ length: 50 }, (_, at) => ({
      code: 'CONSTRAINT_FAILED',
      message: `Finish ${at}.`,
      count: 1,
    }));
    const merged = mergedReasons(many, many);
    expect(merged.length).toBe(MOST_REASONS + 1);
    expect(merged.reduce((sum, each) => sum + each.count, 0)).toBe(100);
    expect(mergedReasons(merged, many).length).toBe(MOST_REASONS + 1);
  });
});
