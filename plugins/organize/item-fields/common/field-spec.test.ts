import { describe, expect, it } from 'vitest';
import { schemaProblems } from './field-spec.ts';

describe('the size of a field', () => {
  const problems = (spec: object): readonly string[] => schemaProblems([['size', spec]], new Set());
  const texts = (count: number, length: number): string[] =>
    Array.from({ length: count }, (_, at) => String(at).padStart(length, '0'));

  it('may have 100 values, a value of 200 characters, and keys that nobody knows', () => {
    expect(problems({ type: 'string', enum: texts(100, 50), title: 'Size' })).toEqual([]);
    expect(problems({ type: 'string', enum: texts(1, 200) })).toEqual([]);
  });

  it('may not have more', () => {
    expect(problems({ type: 'string', enum: texts(101, 3) })).toEqual([expect.stringContaining('at most 100')]);
    expect(problems({ type: 'string', enum: texts(1, 201) })).toEqual([
      expect.stringContaining('at most 200 characters'),
    ]);
    expect(problems({ type: 'string', note: 'x'.repeat(10_240) })).toEqual([expect.stringContaining('at most 10 KB')]);
  });
});
