import { z } from '#core/api/common/index.ts';

/** Change of the categories of many items. */
export const categoryChangeValue = z.strictObject({
  mode: z.enum(['set', 'add', 'remove']),
  category_ids: z.array(z.int().positive().max(2_147_483_647)).max(1000),
});
export type CategoryChangeValue = z.output<typeof categoryChangeValue>;

/**
 * The categories an item has after a change, in ascending order. Where items have one category (`most` 1), one that is
 * added takes its place.
 */
export function categoriesAfter(
  now: readonly number[],
  { mode, category_ids: ids }: CategoryChangeValue,
  most: number,
): readonly number[] {
  const next =
    mode === 'remove'
      ? now.filter(id => !ids.includes(id))
      : mode === 'set' || most === 1
        ? ids.length === 0 && mode === 'add'
          ? now
          : ids
        : [...now, ...ids];
  return [...new Set(next)].toSorted((one, other) => one - other);
}
