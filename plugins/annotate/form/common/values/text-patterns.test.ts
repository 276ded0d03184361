import { describe, expect, it } from 'vitest';
import { fitsPattern, patternProblem } from './text-patterns.ts';
import { valueProblems } from './value-checks.ts';

const of = (pattern: string, more: object = {}): Parameters<typeof fitsPattern>[0] => ({
  id: 'code',
  type: 'input',
  pattern,
  ...more,
});

describe('the pattern of a text', () => {
  it('should be fitted by the whole text', () => {
    expect([
      fitsPattern(of('[A-Z]{2}\\d+'), 'AB12'),
      fitsPattern(of('[A-Z]{2}\\d+'), 'xAB12'),
      fitsPattern(of(''), 'anything'),
      fitsPattern(of('a', { type: 'radio' }), 'b'),
    ]).toEqual([true, false, true, true]);
  });

  it('should take time by the length of the text only', () => {
    // An engine that goes back would not end in the life of the machine.
    expect(fitsPattern(of('(a+)+b'), 'a'.repeat(50_000))).toBe(false);
  });

  it('should refuse nothing while it is invalid, which the form reports', () => {
    expect(fitsPattern(of('(a'), 'b')).toBe(true);
    expect(patternProblem(of('(a'))).toContain('missing closing )');
    expect(patternProblem(of('(?=a)b'))).toBeDefined();
    expect(patternProblem(of('a'.repeat(501)))).toBe('use at most 500 characters');
    expect(patternProblem(of('a+'))).toBeUndefined();
  });

  it('should be reported with the words of the form where it has some', () => {
    expect(valueProblems(of('\\d+'), 'x')).toEqual(["'x' does not match '\\d+'"]);
    expect(valueProblems(of('\\d+', { message: 'Digits only, please' }), 'x')).toEqual(['Digits only, please']);
    expect(valueProblems(of('\\d+', { message: 'Digits only, please' }), '12')).toEqual([]);
  });
});
