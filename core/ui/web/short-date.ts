import { lazily } from '#core/base/common/index.ts';

// The first of them makes the browser read its tables of languages: on a slow computer a twentieth of the time to the
// first page, which may show no date.
const time = lazily(() => new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }));
const day = lazily(() => new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' }));
const year = lazily(() => new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' }));
const full = lazily(
  () =>
    new Intl.DateTimeFormat('en', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);

/**
 * An ISO time as lists show it, in the person's zone: today the time, this year the day, else the day with its year.
 */
export function shortDate(iso: string, now: Date = new Date()): string {
  const date = new Date(iso);
  if (date.toDateString() === now.toDateString()) return time().format(date);
  return date.getFullYear() === now.getFullYear() ? day().format(date) : year().format(date);
}

/** The day of an ISO time, such as “Nov 22, 2026”, in the person's zone: for what happens on a day, not at an hour. */
export function dateOfDay(iso: string): string {
  return year().format(new Date(iso));
}

/** The time of day of a moment, such as “14:42”, in the person's zone. */
export const timeOfDay = (moment: Date | number): string => time().format(moment);

/** An ISO time in full, such as “Nov 22, 2026, 14:42”, for tooltips. */
export function longDate(iso: string): string {
  return full().format(new Date(iso));
}
