import type { NamedStretch } from './span-lanes.ts';

/** A relation as it passes over a block, in UTF-16 units of the text; `end` is the first unit beyond. */
export type ArcStretch = NamedStretch;

/**
 * Gives arcs over one block different lanes where they pass over the same words; 0 lies next to the text. Short arcs
 * lie lowest.
 */
export function arcLanes(arcs: readonly ArcStretch[]): ReadonlyMap<string, number> {
  const ordered = arcs.toSorted(
    (one, other) =>
      one.end - one.start - (other.end - other.start) || one.start - other.start || (one.id < other.id ? -1 : 1),
  );
  const lanes: ArcStretch[][] = [];
  const found = new Map<string, number>();
  for (const arc of ordered) {
    const free = lanes.findIndex(lane => lane.every(each => each.end <= arc.start || each.start >= arc.end));
    const at = free < 0 ? lanes.length : free;
    (lanes[at] ??= []).push(arc);
    found.set(arc.id, at);
  }
  return found;
}
