import { expect, it } from 'vitest';
import { addDays, cumulated, daysBetween } from './days.ts';

it('should count days over the end of a month and the change of the clocks', () => {
  expect(daysBetween('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
  expect(daysBetween('2024-03-30', '2024-04-01')).toHaveLength(3);
  expect(daysBetween('2024-03-02', '2024-03-01')).toEqual([]);
  expect(addDays('2024-01-01', -1)).toBe('2023-12-31');
});

it('should add up steps from before the first day and of days in between', () => {
  const steps = [
    { day: '2024-01-01', step: 5 },
    { day: '2024-01-03', step: -2 },
    { day: '2024-01-03', step: 4 },
    { day: '2024-01-09', step: 1 },
  ];
  expect(cumulated(steps, ['2024-01-02', '2024-01-03', '2024-01-04'])).toEqual([
    ['2024-01-02', 5],
    ['2024-01-03', 7],
    ['2024-01-04', 7],
  ]);
});
