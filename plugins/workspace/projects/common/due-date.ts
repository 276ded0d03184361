const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Nearness of a due date, which is the last day of the work. */
export type DueState = 'late' | 'today' | 'tomorrow' | 'ahead';

/** True for a day of the calendar such as `2026-12-24`. */
export const isDay = (text: string): boolean =>
  DATE.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().slice(0, 10) === text;

/** The day after another one; `days` may be negative. Both are days such as `2026-12-24`. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Returns the day in the setting of a due date; null when it has none. */
export const dueDay = (setting: unknown): string | null =>
  typeof setting === 'string' && setting !== '' ? setting : null;

/** Returns the nearness of a due date on a day, both such as `2026-12-24`. */
export const dueState = (due: string, today: string): DueState =>
  due < today ? 'late' : due === today ? 'today' : due === dayAfter(today) ? 'tomorrow' : 'ahead';
