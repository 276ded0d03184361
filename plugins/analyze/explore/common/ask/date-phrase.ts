import type { PhraseReader } from './phrase-reader.ts';
import { readNumber } from './amounts.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** Takes a day: a date with its year, today, yesterday, or some days or weeks ago. */
function readDay(reader: PhraseReader): string | undefined {
  if (reader.take('today|now') !== undefined) return 'today()';
  if (reader.take('yesterday') !== undefined) return 'daysAgo(1)';
  if (reader.take('the day before yesterday') !== undefined) return 'daysAgo(2)';
  const { now } = reader;
  if (now !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(now.lower)) {
    reader.at += 1;
    return now.text;
  }
  return reader.attempt(() => writtenOut(reader)) ?? reader.attempt(() => ago(reader));
}

/** `3 days ago`, `a week ago`. */
const ago = (reader: PhraseReader): string | undefined => {
  const span = readSpan(reader);
  return span === undefined || reader.take('ago') === undefined ? undefined : span;
};

/** Takes a length of time, `3 days` or `a week`, and returns the day that long ago. */
export function readSpan(reader: PhraseReader): string | undefined {
  const number = readNumber(reader) ?? (reader.take('a|one') === undefined ? undefined : 1);
  const unit = reader.take('days|day|weeks|week');
  if (number === undefined || unit === undefined) return undefined;
  return `daysAgo(${unit.startsWith('week') ? number * 7 : number})`;
}

/** `March 1 2026`, `1 March 2026`. */
function writtenOut(reader: PhraseReader): string | undefined {
  const month = (): number | undefined => {
    const found = reader.take(MONTHS.join('|'));
    return found === undefined ? undefined : MONTHS.indexOf(found) + 1;
  };
  const before = readNumber(reader);
  const named = month();
  const day = before ?? readNumber(reader);
  reader.take(',');
  const year = readNumber(reader);
  if (named === undefined || day === undefined || year === undefined || year < 1000 || day > 31) return undefined;
  return `${year}-${String(named).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/**
 * Takes a time, to be written after a field: `= daysAgo(1)`, `BETWEEN daysAgo(7) AND today()`. Undefined when none
 * comes next.
 */
export function readTime(reader: PhraseReader): string | undefined {
  return reader.attempt(() => {
    const period = reader.take(
      '(in) (the) last week|(in) (the) past week|within (the) last week|(in) (the) last month|(in) (the) past month',
    );
    if (period !== undefined) return `BETWEEN daysAgo(${period.endsWith('week') ? 7 : 30}) AND today()`;
    if (reader.take('(during) this week') !== undefined) return '>= startOfWeek()';
    if (reader.take('(during) this month') !== undefined) return '>= startOfMonth()';
    if (reader.take('(in) (the) last|(in) (the) past|within (the) last|within (the) past') !== undefined) {
      const number = readNumber(reader);
      const unit = reader.take('days|day|weeks|week|hours|hour');
      if (number === undefined || unit === undefined) return undefined;
      if (unit.startsWith('hour')) return `>= hoursAgo(${number})`;
      return `>= daysAgo(${unit.startsWith('week') ? number * 7 : number})`;
    }
    const long = reader.attempt(() => {
      const sign = reader.take('more than|over|less than|within');
      const day = sign === undefined ? undefined : ago(reader);
      return day === undefined ? undefined : `${sign === 'more than' || sign === 'over' ? '<' : '>'} ${day}`;
    });
    if (long !== undefined) return long;
    if (reader.take('between|from') !== undefined) {
      const low = readDay(reader);
      if (low === undefined || reader.take('and|to|until') === undefined) return undefined;
      const high = readDay(reader);
      return high === undefined ? undefined : `BETWEEN ${low} AND ${high}`;
    }
    const sign = { since: '>=', after: '>', before: '<', until: '<=', on: '=', from: '=', 'not since': '<' }[
      reader.take('since|after|before|until|on|not since') ?? 'on'
    ];
    const day = readDay(reader);
    return day === undefined ? undefined : `${sign} ${day}`;
  });
}
