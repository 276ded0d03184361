/** An ISO time as the value of a `datetime-local` field, in the zone of this browser, without seconds. */
export function localTime(iso: string): string {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
