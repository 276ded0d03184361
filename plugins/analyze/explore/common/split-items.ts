/** Property whose proportions are the same in each part of a split. */
export const splitStrata = ['none', 'class', 'status', 'folder'] as const;
export type SplitStratum = (typeof splitStrata)[number];
/** Items that stay together in one part. */
export const splitGroups = ['none', 'folder', 'duplicates'] as const;
export type SplitGroup = (typeof splitGroups)[number];

/** An item to be placed. */
export interface SplitItem {
  readonly id: number;
  /** Items of one stratum are divided by the shares; of a group, that of its first item counts. */
  readonly stratum: string;
  readonly group: string;
  /** The part it is in already. */
  readonly part: number | undefined;
}

interface Unit {
  readonly key: string;
  readonly stratum: string;
  readonly ids: readonly number[];
  readonly part: number | undefined;
}

/** Lacks of parts that differ by less, in items, are equal within a stratum: rounding decides between them. */
const ROUNDING = 0.5;

/**
 * Places items that are in no part yet, so that each stratum comes as near to the shares as its groups allow. Where
 * rounding decides, the part goes first that lacks most of all items, so that the errors of many strata do not add up.
 * Items that are in a part stay there, and so does the rest of their group. The same items give the same parts.
 */
export function splitItems(items: readonly SplitItem[], shares: readonly number[]): ReadonlyMap<number, number> {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const placed = new Map<number, number>();
  const counts = new Map<string, number[]>();
  const countsOf = (stratum: string): number[] => {
    const known = counts.get(stratum) ?? shares.map(() => 0);
    counts.set(stratum, known);
    return known;
  };
  const all = shares.map(() => 0);
  const units = unitsOf(items);
  const put = (unit: Unit, part: number): void => {
    countsOf(unit.stratum)[part]! += unit.ids.length;
    all[part]! += unit.ids.length;
    for (const id of unit.ids) placed.set(id, part);
  };
  for (const item of items) {
    if (item.part === undefined) continue;
    countsOf(item.stratum)[item.part]! += 1;
    all[item.part]! += 1;
  }
  /** Items that each part lacks of its share when `added` more are placed. */
  const lacksOf = (now: readonly number[], added: number): readonly number[] => {
    const after = now.reduce((sum, count) => sum + count, 0) + added;
    return shares.map((share, part) => (share / total) * after - now[part]!);
  };
  for (const unit of units) if (unit.part !== undefined) put(unit, unit.part);
  const open = units
    .filter(each => each.part === undefined)
    // Large groups first: small ones then even out what is left.
    .toSorted((one, other) => other.ids.length - one.ids.length || scatter(one.key) - scatter(other.key));
  for (const unit of open) {
    const lacks = lacksOf(countsOf(unit.stratum), unit.ids.length);
    const most = Math.max(...lacks);
    const overall = lacksOf(all, unit.ids.length).map((lack, part) =>
      most - lacks[part]! < ROUNDING ? lack : -Infinity,
    );
    put(unit, overall.indexOf(Math.max(...overall)));
  }
  return placed;
}

/** Open items by group; a group that has a part takes the rest along. */
function unitsOf(items: readonly SplitItem[]): readonly Unit[] {
  const groups = new Map<string, SplitItem[]>();
  for (const item of items) {
    const known = groups.get(item.group);
    if (known === undefined) groups.set(item.group, [item]);
    else known.push(item);
  }
  return [...groups].flatMap(([key, members]) => {
    const open = members.filter(each => each.part === undefined);
    return open.length === 0
      ? []
      : [
          {
            key,
            stratum: members[0]!.stratum,
            ids: open.map(each => each.id),
            part: members.find(each => each.part !== undefined)?.part,
          },
        ];
  });
}

/** A number that spreads keys evenly and is always the same for a key (FNV-1a). */
function scatter(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193) >>> 0;
  // Mixes the last bits of near numbers apart.
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}
