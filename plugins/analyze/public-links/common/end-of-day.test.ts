import { expect, it } from 'vitest';
import { endOfDay } from './end-of-day.ts';

it('should be the last second of the day, and nothing for no day', () => {
  const end = endOfDay('2026-03-09')!;
  expect([end.getFullYear(), end.getMonth(), end.getDate(), end.getHours(), end.getSeconds()]).toEqual([
    2026, 2, 9, 23, 59,
  ]);
  expect(endOfDay('')).toBeUndefined();
});
