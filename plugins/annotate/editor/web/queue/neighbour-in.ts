/** The order of a list of items. */
interface ItemOrder {
  readonly ids: readonly number[];
  /** Items that the person no longer sees: they are passed over. */
  readonly gone: ReadonlySet<number>;
}

/** Returns the item `step` places further; undefined at the ends, or when the item is not in the list. */
export function neighbourIn({ ids, gone }: ItemOrder, itemId: number, step: number): number | undefined {
  let place = ids.indexOf(itemId);
  if (place < 0) return undefined;
  const direction = Math.sign(step);
  for (let left = Math.abs(step); left > 0;) {
    place += direction;
    const id = ids[place];
    if (id === undefined) return undefined;
    if (!gone.has(id)) left -= 1;
  }
  return ids[place];
}
