/** What a new role or leaving takes from somebody. Undefined when the number is not known. */
export function lostItems(count: number | undefined): string {
  if (count === undefined) return 'All their items in this project are unassigned.';
  if (count === 0) return 'No item is assigned to them.';
  return count === 1
    ? 'The 1 item assigned to them is unassigned.'
    : `The ${count.toLocaleString('en')} items assigned to them are unassigned.`;
}
