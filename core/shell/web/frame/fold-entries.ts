/** As many pages of one order are shown in the rail; the palette has them all. */
export const MOST_OF_ONE_ORDER = 12;

/**
 * Returns the entries of a menu that fit into the rail: pages of the same order have no intended place, so many of them
 * make no menu but a wall. Those after the twelfth are `folded`, but for the one that is open.
 */
export function foldEntries<T extends { readonly order: number }>(
  entries: readonly T[],
  current: T | undefined,
): { readonly shown: readonly T[]; readonly folded: number } {
  const ofOrder = new Map<number, number>();
  const shown = entries.filter(each => {
    const before = ofOrder.get(each.order) ?? 0;
    ofOrder.set(each.order, before + 1);
    return before < MOST_OF_ONE_ORDER || each === current;
  });
  return { shown, folded: entries.length - shown.length };
}
