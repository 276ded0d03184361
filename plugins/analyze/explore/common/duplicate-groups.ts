/** An item and the group of near duplicates it belongs to, if any. */
export interface GroupedItem {
  readonly id: number;
  readonly group: number | null;
}

/** Groups after pairs were joined. Each is named by its smallest item or by the smallest group it had. */
export interface JoinedGroups {
  /** The group of each item of the pairs. */
  readonly items: ReadonlyMap<number, number>;
  /** Groups that became part of another one: their names and that of the other. */
  readonly merged: ReadonlyMap<number, number>;
}

/** Joins pairs of near duplicates to groups, as far as possible under the names they have. */
export function groupsOf(pairs: readonly (readonly [GroupedItem, GroupedItem])[]): JoinedGroups {
  const parents = new Map<number, number>();
  const root = (id: number): number => {
    let at = id;
    while (parents.has(at) && parents.get(at) !== at) at = parents.get(at)!;
    return at;
  };
  const join = (one: number, other: number): void => {
    const [first, second] = [root(one), root(other)];
    parents.set(Math.max(first, second), Math.min(first, second));
  };
  const known = new Set<number>();
  const ids = new Set<number>();
  for (const pair of pairs) {
    for (const { id, group } of pair) {
      ids.add(id);
      if (group === null) continue;
      known.add(group);
      join(id, group);
    }
    join(pair[0].id, pair[1].id);
  }
  return {
    items: new Map([...ids].map(id => [id, root(id)])),
    merged: new Map([...known].filter(group => root(group) !== group).map(group => [group, root(group)])),
  };
}
