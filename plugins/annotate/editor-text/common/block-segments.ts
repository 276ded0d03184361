import type { Stretch } from './snap-selection.ts';

/** A span as it lies over a block. */
export interface LaidSpan extends Stretch {
  readonly id: string;
  /** 0 lies next to the text. */
  readonly lane: number;
}

/** A stretch of a block over all of which the same spans lie. */
export interface Segment<S extends LaidSpan> extends Stretch {
  /** In the order of their lanes. */
  readonly spans: readonly S[];
}

/** Cuts a block at the ends of its spans. All places in UTF-16 units of the text. */
export function blockSegments<S extends LaidSpan>(block: Stretch, spans: readonly S[]): readonly Segment<S>[] {
  if (block.start >= block.end) return [];
  const inside = (place: number): boolean => place > block.start && place < block.end;
  const cuts = [
    ...new Set([block.start, ...spans.flatMap(({ start, end }) => [start, end].filter(inside)), block.end]),
  ].toSorted((one, other) => one - other);
  return cuts.slice(0, -1).map((start, at) => {
    const end = cuts[at + 1]!;
    return {
      start,
      end,
      spans: spans.filter(span => span.start < end && span.end > start).toSorted((one, other) => one.lane - other.lane),
    };
  });
}
