import { expect, it } from 'vitest';
import { byDay, nearDay } from './by-day.ts';

const at = (day: number, hour: number): { created_at: string } => ({
  created_at: new Date(2026, 10, day, hour).toISOString(),
});

it('should group entries by the day of the local time zone', () => {
  const groups = byDay([at(23, 9), at(23, 0), at(21, 23)]);
  expect(groups.map(each => [each.day.getDate(), each.entries.length])).toEqual([
    [23, 2],
    [21, 1],
  ]);
});

it('should name today and yesterday, also over the end of a month', () => {
  const now = new Date(2026, 11, 1, 8);
  expect(nearDay(new Date(2026, 11, 1), now)).toBe('Today');
  expect(nearDay(new Date(2026, 10, 30), now)).toBe('Yesterday');
  expect(nearDay(new Date(2026, 10, 29), now)).toBeUndefined();
});
