import { f1, matchThings } from './matching.ts';

/** A piece of a text with a class; `start` included, `end` not, in any one unit. */
export interface LabelledSpan {
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** Characters two spans share, by those that either has: 0 when they have different labels. */
export function spanOverlap(one: LabelledSpan, other: LabelledSpan): number {
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  if (one.label !== other.label || shared <= 0) return 0;
  return shared / (Math.max(one.end, other.end) - Math.min(one.start, other.start));
}

/**
 * F1 of two people's spans; `exact` counts those of equal label and ends only (as CoNLL 2003 is judged), otherwise
 * sharing a character is enough.
 */
export function spanF1(
  ones: readonly LabelledSpan[],
  others: readonly LabelledSpan[],
  exact = true,
): number | undefined {
  const matches = matchThings(ones.length, others.length, (one, other) => {
    const overlap = spanOverlap(ones[one]!, others[other]!);
    return exact && overlap < 1 ? 0 : overlap;
  });
  return f1(ones.length, others.length, matches.length);
}
