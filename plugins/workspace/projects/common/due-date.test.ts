import { expect, it } from 'vitest';
import { dayAfter, dueState, isDay } from './due-date.ts';

it.each([
  ['2026-12-24', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['24.12.2026', false],
  ['', false],
])('should know whether %o is a day', (text, is) => expect(isDay(text)).toBe(is));

it('should count days over the ends of months and years', () => {
  expect(dayAfter('2026-12-31')).toBe('2027-01-01');
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29');
});

it.each([
  ['2026-12-23', 'late'],
  ['2026-12-24', 'today'],
  ['2026-12-25', 'tomorrow'],
  ['2026-12-26', 'ahead'],
])('should say on the 24th that %s is %s', (due, state) => expect(dueState(due, '2026-12-24')).toBe(state));
