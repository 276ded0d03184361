import type { PlannedItem, PlannedObject, PlannedSet } from './planned-set.support.ts';

export const pictureName = ({ stem }: PlannedItem): string => `${stem}.jpg`;
export const labelNumber = ({ labels }: PlannedSet, label: string): number => labels.indexOf(label);
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;');

export const ringOf = ({ x1, y1, x2, y2 }: PlannedObject): readonly number[] => [x1, y1, x2, y1, x2, y2, x1, y2];
/** A ring that no reader takes for a box. */
export const bentRing = ({ x1, y1, x2, y2 }: PlannedObject): readonly number[] => [
  x1,
  y1,
  x2,
  y1,
  x2,
  y2,
  x1 + 1,
  y2,
  x1,
  y2 - 1,
];
export const pairsOf = (flat: readonly number[]): readonly (readonly [number, number])[] =>
  Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2]!, flat[at * 2 + 1]!]);
export const bboxOf = ({ x1, y1, x2, y2 }: PlannedObject): readonly number[] => [x1, y1, x2 - x1, y2 - y1];
