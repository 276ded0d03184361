const HOUR_MS = 3_600_000;

/** Returns the next time after `now` at which it is `hour` o'clock in UTC, 0 to 23. */
export function nextMailTime(now: Date, hour: number): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) + hour * HOUR_MS;
  return new Date(today > now.getTime() ? today : today + 24 * HOUR_MS);
}
