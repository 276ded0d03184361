import type { Value } from './expression.ts';
import type { QuerySchema } from './query-schema.ts';

/** A stretch of time, `to` not in it. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

const DAY_MS = 86_400_000;
const PATTERN = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** The moment at which a clock of the zone shows this; `clock` is given as if it were UTC. */
function zoned(clock: number, zone: string): Date {
  const shown = (at: number): number => {
    const parts = Object.fromEntries(
      new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
      })
        .formatToParts(at)
        .map(each => [each.type, Number(each.value)]),
    );
    return Date.UTC(
      parts['year']!,
      parts['month']! - 1,
      parts['day']!,
      parts['hour']!,
      parts['minute']!,
      parts['second']!,
    );
  };
  const first = clock - (shown(clock) - clock);
  return new Date(first - (shown(first) - clock));
}

/** The calendar day of the zone on which `at` falls, as midnight UTC. */
function dayOf(at: Date, zone: string): number {
  const [month, day, year] = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
    .format(at)
    .split('/')
    .map(Number);
  return Date.UTC(year!, month! - 1, day!);
}

const wholeDay = (day: number, zone: string): Span => ({ from: zoned(day, zone), to: zoned(day + DAY_MS, zone) });

/**
 * The time a value means: a date is its whole day in the viewer's zone, a time the minute or second it names (explore
 * query 3). Undefined when it is no time.
 */
export function spanOf(value: Value, { now, timeZone }: Pick<QuerySchema, 'now' | 'timeZone'>): Span | undefined {
  if (value.kind === 'computed') return computed(value, now, timeZone);
  const found = PATTERN.exec(value.text.trim());
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second, zone] = found;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (
    new Date(date).getUTCDate() !== Number(day) ||
    new Date(date).getUTCMonth() !== Number(month) - 1 ||
    Number(year) < 1000
  )
    return undefined;
  if (hour === undefined) return wholeDay(date, timeZone);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined;
  const clock = date + Number(hour) * 3_600_000 + Number(minute) * 60_000 + Number(second ?? 0) * 1000;
  const sign = zone?.startsWith('-') === true ? -1 : 1;
  const digits = zone?.replace(/\D/g, '') ?? '';
  const from =
    zone === undefined
      ? zoned(clock, timeZone)
      : new Date(clock - sign * (Number(digits.slice(0, 2) || 0) * 3_600_000 + Number(digits.slice(2) || 0) * 60_000));
  return { from, to: new Date(from.getTime() + (second === undefined ? 60_000 : 1000)) };
}

function computed(value: Extract<Value, { kind: 'computed' }>, now: Date, zone: string): Span | undefined {
  const today = dayOf(now, zone);
  const amount = Math.min(value.amount ?? 0, 100_000);
  const moment = (at: number): Span => ({ from: new Date(at), to: new Date(at + 1) });
  switch (value.name) {
    case 'now':
      return moment(now.getTime());
    case 'hoursAgo':
      return moment(now.getTime() - amount * 3_600_000);
    case 'today':
      return wholeDay(today, zone);
    case 'daysAgo':
      return wholeDay(today - amount * DAY_MS, zone);
    case 'weeksAgo':
      return wholeDay(today - amount * 7 * DAY_MS, zone);
    case 'startOfWeek':
      return wholeDay(today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS, zone);
    case 'startOfMonth':
      return wholeDay(Date.UTC(new Date(today).getUTCFullYear(), new Date(today).getUTCMonth(), 1), zone);
    case 'me':
      return undefined;
  }
}
