import type { Suggestion } from '../suggest/suggestion.ts';

/** Number of suggestions of a class. */
export interface ClassCount {
  readonly owner: Suggestion['owner'];
  readonly count: number;
}

/** Counts the suggestions of each class, the most first. */
export function countsOf(open: readonly Suggestion[]): readonly ClassCount[] {
  const counts = new Map<number, { owner: Suggestion['owner']; count: number }>();
  for (const { owner } of open) {
    const known = counts.get(owner.id);
    if (known === undefined) counts.set(owner.id, { owner, count: 1 });
    else known.count += 1;
  }
  return [...counts.values()].toSorted((one, other) => other.count - one.count || one.owner.order - other.owner.order);
}
