/** Values of one colour: from `least` on, below `most` (the last group: up to it). */
export interface NumberGroup {
  readonly least: number;
  readonly most: number;
}

/** Groups of a colour scale. */
const GROUPS = 5;

/**
 * Divides values into at most five groups in ascending order: one for each value where there are so few, else of equal
 * width.
 */
export function numberGroups(values: readonly number[]): readonly NumberGroup[] {
  const distinct = [...new Set(values)].toSorted((one, other) => one - other);
  if (distinct.length <= GROUPS) return distinct.map(value => ({ least: value, most: value }));
  const [low, high] = [distinct[0]!, distinct.at(-1)!];
  const width = (high - low) / GROUPS;
  return Array.from({ length: GROUPS }, (_, at) => ({
    least: low + at * width,
    most: at === GROUPS - 1 ? high : low + (at + 1) * width,
  }));
}

/** Returns the place of the group of a value. */
export const numberGroupOf = (groups: readonly NumberGroup[], value: number): number =>
  groups.findLastIndex(({ least }, at) => at === 0 || least <= value);
