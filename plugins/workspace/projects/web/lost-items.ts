import { messages } from './messages.ts';

/**
 * Returns the text about items that somebody loses with a new role or by leaving. Undefined when the number is not
 * known.
 */
export function lostItems(count: number | undefined): string {
  if (count === undefined) return messages.lostItems.allTheirItems;
  if (count === 0) return messages.lostItems.noItemIsAssignedToThem;
  return count === 1 ? messages.lostItems.number1ItemAssigned : messages.lostItems.countItemsAssignedToThem(count);
}
