import { describe, expect, it, vi } from 'vitest';
import { dayPlan, laterDay, localDay, weekDays } from './day-plan.ts';

const timeOff = { id: 1, from: '2026-03-04', to: '2026-03-05', type: 'sick' as const, note: null };
const schedule = {
  days: [
    {
      weekday: 1,
      intervals: [
        { from: '09:00', to: '12:00' },
        { from: '13:00', to: '17:30' },
      ],
    },
    { weekday: 3, intervals: [{ from: '09:00', to: '12:00' }] },
  ],
  validFrom: '2026-03-01',
  validTo: '2026-03-31',
  timeOffs: [timeOff],
};

describe('the plan of a day', () => {
  it('should be the hours of its weekday', () => {
    expect(dayPlan(schedule, '2026-03-02')).toEqual({ kind: 'work', hours: 7.5, text: '09:00–12:00, 13:00–17:30' });
    expect(dayPlan(schedule, '2026-03-03')).toEqual({ kind: 'free' });
  });

  it('should be off within a time off, its last day included', () => {
    expect(dayPlan(schedule, '2026-03-04')).toEqual({ kind: 'off', timeOff });
    expect(dayPlan(schedule, '2026-03-11')).toMatchObject({ kind: 'work' });
  });

  it('should be open without a schedule and outside of its validity', () => {
    expect(dayPlan(undefined, '2026-03-02')).toEqual({ kind: 'open' });
    expect(dayPlan(schedule, '2026-02-23')).toEqual({ kind: 'open' });
    expect(dayPlan(schedule, '2026-04-06')).toEqual({ kind: 'open' });
  });
});

it('should begin weeks on Monday, also over the change of the clock and the year', () => {
  expect(weekDays('2026-03-29', 1)).toEqual([
    '2026-03-23',
    '2026-03-24',
    '2026-03-25',
    '2026-03-26',
    '2026-03-27',
    '2026-03-28',
    '2026-03-29',
  ]);
  expect(laterDay('2026-12-31', 1)).toBe('2027-01-01');
});

it('should give the day of a moment in the zone of the person', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(localDay(new Date('2026-03-03T02:30:00Z'))).toBe('2026-03-02');
  vi.stubEnv('TZ', 'Asia/Tokyo');
  expect(localDay(new Date('2026-03-02T20:30:00Z'))).toBe('2026-03-03');
  vi.unstubAllEnvs();
});
