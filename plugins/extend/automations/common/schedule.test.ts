import { expect, it } from 'vitest';
import { isTimeZone, momentsAfter, patternProblem } from './schedule.ts';

const from = (text: string, zone: string, pattern: string, count: number): readonly string[] =>
  momentsAfter({ pattern, zone }, new Date(text), count).map(each => each.toISOString());

it('should keep the local time over the change to summer time', () => {
  expect(from('2026-03-27T12:00:00Z', 'Europe/Berlin', '0 8 * * *', 3)).toEqual([
    '2026-03-28T07:00:00.000Z',
    '2026-03-29T06:00:00.000Z',
    '2026-03-30T06:00:00.000Z',
  ]);
});

it('should run once at a local time that is skipped, and once at one that exists twice', () => {
  expect(from('2026-03-28T12:00:00Z', 'Europe/Berlin', '30 2 * * *', 2)).toEqual([
    '2026-03-29T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ]);
  const autumn = from('2026-10-24T12:00:00Z', 'Europe/Berlin', '30 2 * * *', 2);
  expect(autumn.map(each => each.slice(0, 10))).toEqual(['2026-10-25', '2026-10-26']);
});

it.each([
  ['0 8 * *', /five fields/],
  ['every day', /five fields/],
  ['* * * * * *', /five fields/],
  ['* * * * *', /5 minutes/],
  ['0,3 8 * * *', /5 minutes/],
  ['0 8 31 2 *', /No date/],
])('should refuse %s', (pattern, message) => {
  expect(patternProblem(pattern)).toMatch(message);
});

it('should take every five minutes, and know the names of time zones', () => {
  expect(patternProblem('*/5 * * * *')).toBeUndefined();
  expect([isTimeZone('Asia/Kolkata'), isTimeZone('Mars/Olympus')]).toEqual([true, false]);
});
