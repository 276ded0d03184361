import { describe, expect, it } from 'vitest';
import { leavingText } from './member-work.ts';

describe('what goes when people leave', () => {
  it('should be described with numbers', () => {
    expect(leavingText([{ email: 'a', projects: 2, paused: 0, assigned: 1 }])).toEqual([
      '2 projects and 1 assigned item are taken from them.',
    ]);
    expect(
      leavingText([
        { email: 'a', projects: 2, paused: 0, assigned: 1 },
        { email: 'b', projects: 1, paused: 0, assigned: 1200 },
      ]),
    ).toEqual(['3 places in projects and 1,201 assigned items are taken from them.']);
  });

  it('should be nothing for who has no work', () => {
    expect(leavingText([{ email: 'a', projects: 0, paused: 0, assigned: 0 }])).toEqual([]);
  });
});
