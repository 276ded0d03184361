import { messages } from './messages.ts';

/** What a new role or leaving takes from somebody. Undefined when the number is not known. */
export function lostItems(count: number | undefined): string {
  if (count === undefined) return messages.lostItems.allTheirItems;
  if (count === 0) return messages.lostItems.noItemIsAssignedToThem;
  return count === 1 ? messages.lostItems.number1ItemAssigned : messages.lostItems.countItemsAssignedToThem(count);
}
