import { Cron } from 'croner';

/** Least seconds between two moments of a schedule. */
export const LEAST_GAP = 300;
/** Moments that are looked at to find the shortest gap. */
const LOOKED_AT = 30;

/** When a pipeline runs by the clock, as the settings of its event say. */
export interface Schedule {
  /** Five fields of cron: minute, hour, day of the month, month, day of the week. */
  readonly pattern: string;
  /** IANA name of a time zone, such as `Europe/Berlin`. */
  readonly zone: string;
}

/** Returns whether a text names a time zone. */
export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the moments of a schedule after an instant, oldest first, fewer than `count` when there are no more. A local
 * time that the change to summer time skips is moved forward; one that exists twice counts once.
 * @throws Error for a pattern that can't be read
 */
export const momentsAfter = ({ pattern, zone }: Schedule, after: Date, count: number): readonly Date[] =>
  new Cron(pattern, { timezone: zone, mode: '5-part', paused: true }).nextRuns(count, after);

/**
 * Returns why a pattern is no schedule, with the fix; undefined when it is one. `from` begins the time that is looked
 * at.
 */
export function patternProblem(pattern: string, from = new Date()): string | undefined {
  let moments: readonly Date[];
  try {
    moments = momentsAfter({ pattern, zone: 'UTC' }, from, LOOKED_AT);
  } catch {
    return 'Write five fields: minute, hour, day, month and weekday, such as 0 8 * * 1-5.';
  }
  if (moments.length === 0) return 'No date fits this pattern. Change the day or the month.';
  const gaps = moments.slice(1).map((each, at) => (each.getTime() - moments[at]!.getTime()) / 1000);
  return Math.min(...gaps, Infinity) < LEAST_GAP
    ? `Leave at least ${LEAST_GAP / 60} minutes between two runs, such as */5 * * * *.`
    : undefined;
}

/** Frequencies to choose from instead of writing a pattern. */
export const frequencies: readonly { readonly value: string; readonly label: string }[] = [
  { value: '*/5 * * * *', label: 'Every 5 minutes' },
  { value: '*/15 * * * *', label: 'Every 15 minutes' },
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 8 * * *', label: 'Every day at 08:00' },
  { value: '0 8 * * 1-5', label: 'Monday to Friday at 08:00' },
  { value: '0 8 * * 1', label: 'Every Monday at 08:00' },
  { value: '0 8 1 * *', label: 'On the first day of the month at 08:00' },
];
