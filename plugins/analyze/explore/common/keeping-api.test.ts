import { expect, it } from 'vitest';
import { keepingApi } from './keeping-api.ts';

it('should take names of 1 to 120 characters', () => {
  const { body } = keepingApi.operations.createSubsets;
  const isTaken = (name: string): boolean => body.safeParse({ names: [name] }).success;
  expect(isTaken('a')).toBe(true);
  // 120 characters of two UTF-16 units each.
  expect(isTaken(` ${'😀'.repeat(120)} `)).toBe(true);
  expect(isTaken('a'.repeat(121))).toBe(false);
  expect(isTaken('   ')).toBe(false);
});
