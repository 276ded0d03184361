import { describe, expect, it } from 'vitest';
import { usernameProblem } from './username.ts';

describe('a username', () => {
  it('should be 3 to 40 letters, digits, dots, underscores or hyphens', () => {
    expect(['ana', 'Ana.B_c-9', 'x'.repeat(40)].map(usernameProblem)).toEqual([undefined, undefined, undefined]);
  });

  it('should be refused with what is wrong', () => {
    expect(usernameProblem('ab')).toContain('at least 3');
    expect(usernameProblem('x'.repeat(41))).toContain('at most 40');
    for (const wrong of ['a b c', 'ána', 'a@b.org', '<b>']) expect(usernameProblem(wrong), wrong).toContain('letters');
  });
});
