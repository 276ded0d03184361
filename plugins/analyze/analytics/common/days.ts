const DAY_MS = 86_400_000;

/** The day some days after another one; days are `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** All days from one to another, both included. */
export function daysBetween(from: string, to: string): readonly string[] {
  const count = Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index));
}

/**
 * The sum of all steps up to the end of each day. Steps come in order of their days; those before the first day count
 * too.
 */
export function cumulated(
  steps: readonly { readonly day: string; readonly step: number }[],
  days: readonly string[],
): [string, number][] {
  let [sum, at] = [0, 0];
  return days.map(day => {
    for (; at < steps.length && steps[at]!.day <= day; at++) sum += steps[at]!.step;
    return [day, sum];
  });
}
