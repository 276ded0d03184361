import { oneOf } from '#core/api/common/index.ts';
import type { DemandedGroups } from '#plugins/workspace/classes/web/kit/index.ts';
import { things } from '#plugins/workspace/items/web/kit/index.ts';
import { messages } from '../messages.ts';

/** The filter of item lists that finds items with an object that lacks a value in one of the groups. */
export const missingValueClause = (groupIds: readonly number[]): string => oneOf('missing_value', groupIds);

/**
 * Returns the text about items that lack required values:
 * `“State” is required now. 12 items have an object of class Car without a value. 5 of them are completed.`
 */
export function demandText(
  { className, groups }: DemandedGroups,
  { items, completed }: { readonly items: number; readonly completed: number },
): string {
  const names = groups.map(each => `“${each.name}”`);
  const subject =
    names.length === 1 ? names[0]! : messages.demandText.namesAnd(names.slice(0, -1).join(', '), names.at(-1)!);
  const missing = messages.demandText.subjectAreRequiredNow(subject, groups.length, things(items), items, className);
  if (completed === 0) return missing;
  return `${missing} ${
    completed === items
      ? messages.demandText.allCompleted(items)
      : messages.demandText.someCompleted(completed, completed.toLocaleString('en'))
  }`;
}
