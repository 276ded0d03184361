/** A number with its thousands apart. */
export const countText = (value: number): string => Math.round(value).toLocaleString('en');

/** A share of 0 to 1 as percent; small shares keep a digit. */
export const percentText = (share: number): string =>
  `${(share * 100).toLocaleString('en', { maximumFractionDigits: share > 0 && share < 0.1 ? 1 : 0 })} %`;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds in the two largest units that say something: `3 d 4 h`, `12 min 5 s`, `4.2 s`; a dash for nothing. */
export function durationText(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < 10 * SECOND)
    return `${(milliseconds / SECOND).toLocaleString('en', { maximumFractionDigits: 1 })} s`;
  const units = [
    ['d', DAY],
    ['h', HOUR],
    ['min', MINUTE],
    ['s', SECOND],
  ] as const;
  const at = units.findIndex(([, size]) => milliseconds >= size);
  const [name, size] = units[at]!;
  const [nextName, nextSize] = units[at + 1] ?? [undefined, size];
  // Rounded in the smaller unit first, so that 59.6 minutes are not 60.
  const rounded = Math.round(milliseconds / nextSize) * nextSize;
  const rest = Math.round((rounded % size) / nextSize);
  const first = `${countText(Math.floor(rounded / size))} ${name}`;
  return rest === 0 || nextName === undefined ? first : `${first} ${rest} ${nextName}`;
}

/** A number of items in words: `1 item`, `1,200 items`. */
export const itemsText = (items: number): string => `${countText(items)} ${items === 1 ? 'item' : 'items'}`;
