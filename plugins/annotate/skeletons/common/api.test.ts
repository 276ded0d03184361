import { expect, it } from 'vitest';
import { skeleton } from './api.ts';

it('should take a skeleton of 100 KB at most', () => {
  const takes = (note: string): boolean => skeleton.safeParse({ points: [{ x: 1, y: 2 }], note }).success;
  expect([takes('x'.repeat(100_000)), takes('x'.repeat(102_400)), takes('é'.repeat(52_000))]).toEqual([
    true,
    false,
    false,
  ]);
});
