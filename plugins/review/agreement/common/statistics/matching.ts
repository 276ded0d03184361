/** Two things of two people that are taken for the same, and how alike they are, above 0 and at most 1. */
export interface Match {
  readonly one: number;
  readonly other: number;
  readonly likeness: number;
}

/**
 * Pairs of things of two people, the most alike first and each in one pair at most, as detection is judged (Everingham
 * et al. 2010). `likeness` is asked for each pair of places, 0 or less for things that are not the same.
 */
export function matchThings(
  ones: number,
  others: number,
  likeness: (one: number, other: number) => number,
): readonly Match[] {
  const candidates: Match[] = [];
  for (let one = 0; one < ones; one += 1) {
    for (let other = 0; other < others; other += 1) {
      const alike = likeness(one, other);
      if (alike > 0) candidates.push({ one, other, likeness: alike });
    }
  }
  candidates.sort((left, right) => right.likeness - left.likeness || left.one - right.one || left.other - right.other);
  const [takenOnes, takenOthers] = [new Set<number>(), new Set<number>()];
  return candidates.filter(({ one, other }) => {
    if (takenOnes.has(one) || takenOthers.has(other)) return false;
    takenOnes.add(one);
    takenOthers.add(other);
    return true;
  });
}

/**
 * F1 of two people, who are each other's reference: twice the matched by all (Hripcsak and Rothschild 2005). Undefined
 * without things.
 */
export function f1(ones: number, others: number, matched: number): number | undefined {
  return ones + others === 0 ? undefined : (2 * matched) / (ones + others);
}

/** Each two of a list once, in its order. */
export function pairsOf<T>(list: readonly T[]): readonly (readonly [T, T])[] {
  return list.flatMap((one, at) => list.slice(at + 1).map(other => [one, other] as const));
}

/** Undefined of nothing. */
export function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, each) => sum + each, 0) / values.length;
}
