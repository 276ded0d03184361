import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { rounded } from '../exchange/coordinates.ts';

/** Keys of coordinates, by the axis they are of. */
const ACROSS = /^(?:x\d?|cx)$/;
const DOWN = /^(?:y\d?|cy)$/;

/** A shape of any type moved by pixels: flat lists of x and y, places by name, and lists or records of these. */
export function movedShape(instance: JsonRecord, across: number, down: number): JsonRecord {
  const flat = (list: readonly number[]): number[] =>
    list.map((value, at) => rounded(value + (at % 2 === 0 ? across : down)));
  const place = (value: unknown): unknown => {
    if (Array.isArray(value))
      return value.every(each => typeof each === 'number') ? flat(value as number[]) : (value as unknown[]).map(place);
    return isRecord(value) ? named(value) : value;
  };
  const named = (record: JsonRecord): JsonRecord =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) => [
        key,
        typeof value !== 'number'
          ? place(value)
          : ACROSS.test(key)
            ? rounded(value + across)
            : DOWN.test(key)
              ? rounded(value + down)
              : value,
      ]),
    );
  const own = Object.fromEntries(Object.entries(instance).filter(([key]) => ACROSS.test(key) || DOWN.test(key)));
  return {
    ...instance,
    ...named(own),
    ...(instance['points'] === undefined ? {} : { points: place(instance['points']) }),
    ...(instance['exclude'] === undefined ? {} : { exclude: place(instance['exclude']) }),
  };
}
