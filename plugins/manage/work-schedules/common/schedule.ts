import { z } from '#core/api/common/index.ts';

const minutes = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time such as 09:00');
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-03-01')
  .refine(
    text => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text),
    'is no day of the calendar',
  );

/**
 * Working hours of one day of the week: 1 Monday … 7 Sunday, at most three intervals. Times are wall-clock times of the
 * schedule's zone.
 */
const weekday = z.looseObject({
  weekday: z.int().min(1).max(7),
  intervals: z.array(z.looseObject({ from: minutes, to: minutes })).max(3, 'use at most three intervals a day'),
});

export const timeOffTypes = ['holiday', 'sick', 'other'] as const;

export const timeOff = z.object({
  id: z.int(),
  from: z.string(),
  to: z.string(),
  type: z.enum(timeOffTypes),
  note: z.string().nullable(),
});
export const timeOffDraft = z.looseObject({
  from: day,
  to: day,
  type: z.enum(timeOffTypes).default('other'),
  note: z.string().max(500, 'use at most 500 characters').nullish(),
});
export type TimeOff = z.output<typeof timeOff>;
export type TimeOffDraft = z.output<typeof timeOffDraft>;

const zone = z.string().max(100).refine(isTimeZone, 'must be a time zone such as Europe/Berlin');
const body = { timezone: zone, days: z.array(weekday).max(7), validFrom: day, validTo: day.nullish() };

export const scheduleDraft = z.looseObject({ user_id: z.int().positive(), ...body });
export const scheduleChange = z.looseObject({
  timezone: zone.optional(),
  days: body.days.optional(),
  validFrom: day.optional(),
  validTo: body.validTo,
});
export type ScheduleDraft = z.output<typeof scheduleDraft>;
export type ScheduleChange = z.output<typeof scheduleChange>;

/** The schedule of one member of a team; `user_id` is the team-user id. Days without intervals are free. */
export const schedule = z.object({
  id: z.int(),
  user_id: z.int(),
  team_id: z.int(),
  timezone: z.string(),
  days: z.array(z.object({ weekday: z.int(), intervals: z.array(z.object({ from: z.string(), to: z.string() })) })),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  timeOffs: z.array(timeOff),
  /** Hours of a whole week. */
  capacity: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Schedule = z.output<typeof schedule>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const inMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

interface Interval {
  readonly from: string;
  readonly to: string;
}
type Days = readonly { readonly weekday: number; readonly intervals: readonly Interval[] }[];

/**
 * Returns the problems with the days of a schedule: a day twice, an interval that ends before it begins, two that
 * overlap.
 */
export function dayIssues(days: Days): readonly { readonly field: string; readonly reason: string }[] {
  return days.flatMap(({ weekday: name, intervals }, at) => {
    const twice =
      days.findIndex(each => each.weekday === name) < at
        ? [{ field: `days.${at}.weekday`, reason: `day ${name} is there twice` }]
        : [];
    const sorted = intervals
      .map(({ from, to }, place) => ({ from: inMinutes(from), to: inMinutes(to), place }))
      .toSorted((one, other) => one.from - other.from);
    return [
      ...twice,
      ...sorted
        .filter(each => each.from >= each.to)
        .map(({ place }) => ({ field: `days.${at}.intervals.${place}.to`, reason: 'must be after from' })),
      ...sorted
        .filter((each, index) => index > 0 && each.from < sorted[index - 1]!.to)
        .map(({ place }) => ({
          field: `days.${at}.intervals.${place}.from`,
          reason: 'overlaps another interval of the day',
        })),
    ];
  });
}

/** Hours of a whole week. */
export const weeklyHours = (days: Days): number =>
  days
    .flatMap(each => each.intervals)
    .reduce((sum, { from, to }) => sum + Math.max(0, inMinutes(to) - inMinutes(from)), 0) / 60;

/** End of the hours that are added to a day, where it is not full until then. */
const USUAL_END = '23:00';

/**
 * Returns hours to add to a day that has some: those after the last, else the longest stretch that is free before.
 * Undefined where the day is full.
 */
export function freeInterval(intervals: readonly Interval[]): Interval | undefined {
  const gaps: Interval[] = [];
  let end = '00:00';
  for (const each of intervals.toSorted((one, other) => one.from.localeCompare(other.from))) {
    if (each.from > end) gaps.push({ from: end, to: each.from });
    if (each.to > end) end = each.to;
  }
  if (end < USUAL_END) return { from: end, to: USUAL_END };
  return gaps.toSorted((one, other) => minutesOf(other) - minutesOf(one))[0];
}

const minutesOf = ({ from, to }: Interval): number => inMinutes(to) - inMinutes(from);
