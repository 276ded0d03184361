/** Returns the hour of the local clock at an hour of UTC, 0 to 23. Zones with half hours show the hour they are in. */
export const localHour = (utcHour: number, offsetMinutes: number = new Date().getTimezoneOffset()): number =>
  (((utcHour - Math.round(offsetMinutes / 60)) % 24) + 24) % 24;

/** Returns the hour of UTC at an hour of the local clock, 0 to 23. */
export const utcHour = (hour: number, offsetMinutes: number = new Date().getTimezoneOffset()): number =>
  (((hour + Math.round(offsetMinutes / 60)) % 24) + 24) % 24;
