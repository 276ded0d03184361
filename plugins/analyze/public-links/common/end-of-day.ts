/** The last moment of a day `YYYY-MM-DD` in the time zone of the machine; undefined for an empty text. */
export function endOfDay(day: string): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return match === null ? undefined : new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]), 23, 59, 59);
}
