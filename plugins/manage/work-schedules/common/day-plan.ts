import type { Schedule, TimeOff } from './schedule.ts';
import { weeklyHours } from './schedule.ts';

/** Plan of a member for one day. */
export type DayPlan =
  | { readonly kind: 'open' }
  | { readonly kind: 'off'; readonly timeOff: TimeOff }
  | { readonly kind: 'free' }
  | { readonly kind: 'work'; readonly hours: number; readonly text: string };

const DAY_MS = 86_400_000;

/** The days from a Monday on, such as 2026-03-02, of whole weeks. `day` is any day of the first one. */
export function weekDays(day: string, weeks: number): readonly string[] {
  const at = Date.parse(`${day}T00:00:00Z`);
  const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: weeks * 7 }, (_, step) => new Date(monday + step * DAY_MS).toISOString().slice(0, 10));
}

/** The day of a moment in the zone of the machine, such as 2026-03-02. */
export const localDay = (moment: Date): string =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** The day so many days later; earlier for a negative number. */
export const laterDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The plan of a day. No schedule, and days outside of its validity, count as always available. */
export function dayPlan(
  schedule: Pick<Schedule, 'days' | 'validFrom' | 'validTo' | 'timeOffs'> | undefined,
  day: string,
): DayPlan {
  if (schedule === undefined || day < schedule.validFrom || (schedule.validTo !== null && day > schedule.validTo))
    return { kind: 'open' };
  const timeOff = schedule.timeOffs.find(each => each.from <= day && day <= each.to);
  if (timeOff !== undefined) return { kind: 'off', timeOff };
  const weekday = ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
  const intervals = schedule.days.find(each => each.weekday === weekday)?.intervals ?? [];
  return intervals.length === 0
    ? { kind: 'free' }
    : {
        kind: 'work',
        hours: weeklyHours([{ weekday, intervals }]),
        text: intervals.map(each => `${each.from}–${each.to}`).join(', '),
      };
}
