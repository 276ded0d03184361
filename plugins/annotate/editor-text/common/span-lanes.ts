import type { Stretch } from './snap-selection.ts';

/** A stretch of a text with a name. */
export interface NamedStretch extends Stretch {
  readonly id: string;
}

/**
 * Gives stretches that overlap different lanes, 0 and up, the longer ones of those that begin together the lower lanes;
 * what nests looks nested then. The same stretches always get the same lanes.
 */
export function lanesOf(stretches: readonly NamedStretch[]): ReadonlyMap<string, number> {
  const ordered = stretches.toSorted(
    (one, other) => one.start - other.start || other.end - one.end || (one.id < other.id ? -1 : 1),
  );
  const ends: number[] = [];
  const lanes = new Map<string, number>();
  for (const { id, start, end } of ordered) {
    let lane = ends.findIndex(free => free <= start);
    if (lane < 0) lane = ends.length;
    ends[lane] = end;
    lanes.set(id, lane);
  }
  return lanes;
}
