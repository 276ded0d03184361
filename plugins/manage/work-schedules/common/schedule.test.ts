import { expect, it } from 'vitest';
import { dayIssues, freeInterval, scheduleDraft, weeklyHours } from './schedule.ts';

const nine = { from: '09:00', to: '12:30' };
const one = { from: '13:00', to: '17:00' };

it('should count the hours of a week', () => {
  expect(
    weeklyHours([
      { weekday: 1, intervals: [nine, one] },
      { weekday: 2, intervals: [{ from: '00:00', to: '24:00' }] },
    ]),
  ).toBe(31.5);
});

it('should find nothing wrong with intervals that touch', () => {
  expect(dayIssues([{ weekday: 1, intervals: [one, { from: '12:30', to: '13:00' }, nine] }])).toEqual([]);
});

it('should name days that are there twice, and intervals that end too early or overlap', () => {
  expect(
    dayIssues([
      { weekday: 1, intervals: [nine, { from: '12:00', to: '14:00' }] },
      { weekday: 1, intervals: [{ from: '10:00', to: '10:00' }] },
    ]),
  ).toEqual([
    { field: 'days.0.intervals.1.from', reason: 'overlaps another interval of the day' },
    { field: 'days.1.weekday', reason: 'day 1 is there twice' },
    { field: 'days.1.intervals.0.to', reason: 'must be after from' },
  ]);
});

it.each([
  ['timezone', { timezone: 'Mars/Base' }],
  ['validFrom', { validFrom: '2026-02-30' }],
  ['days', { days: [{ weekday: 1, intervals: [{ from: '9:00', to: '25:00' }] }] }],
])('should refuse a wrong %s', (field, change) => {
  const result = scheduleDraft.safeParse({
    user_id: 1,
    timezone: 'Europe/Berlin',
    days: [],
    validFrom: '2026-01-01',
    ...change,
  });
  expect(result.error?.issues.map(each => each.path[0])).toContain(field);
});

it.each([
  [[['09:00', '17:00']], ['17:00', '23:00']],
  [[['22:00', '23:30']], ['00:00', '22:00']],
  [
    [
      ['16:00', '23:30'],
      ['02:00', '08:00'],
    ],
    ['08:00', '16:00'],
  ],
  [[['00:00', '24:00']], undefined],
])('should add hours to a day with %j where it is free', (times, added) => {
  const intervals = times.map(([from = '', to = '']) => ({ from, to }));
  const found = freeInterval(intervals);
  expect(found === undefined ? undefined : [found.from, found.to]).toEqual(added);
  if (found !== undefined) expect(dayIssues([{ weekday: 1, intervals: [...intervals, found] }])).toEqual([]);
});
