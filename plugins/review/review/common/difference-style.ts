import type { Change, Difference } from './compare-versions.ts';

/** Kind of a drawn difference: the most visible of its changes. */
export type DifferenceKind = 'added' | 'removed' | 'shape' | 'class' | 'attributes' | 'approval' | 'other';

/** Colour, line pattern and sign, so that kinds are distinct without colours too. */
export interface DifferenceStyle {
  readonly title: string;
  /** On the picture. */
  readonly color: string;
  /** Lengths of line and gap in CSS pixels; empty for a whole line. */
  readonly dash: readonly number[];
  readonly sign: string;
}

export const differenceStyles: Readonly<Record<DifferenceKind, DifferenceStyle>> = {
  added: { title: 'Added', color: '#17a34a', dash: [], sign: '+' },
  removed: { title: 'Removed', color: '#e02d3c', dash: [8, 5], sign: '−' },
  shape: { title: 'Moved or reshaped', color: '#2f7df6', dash: [2, 3], sign: '↔' },
  class: { title: 'Other class', color: '#e8830c', dash: [12, 4, 2, 4], sign: '⇄' },
  attributes: { title: 'Attributes changed', color: '#a855f7', dash: [5, 2], sign: 'a' },
  approval: { title: 'Other approval', color: '#0d9aa8', dash: [1, 4], sign: '✓' },
  other: { title: 'Other changes', color: '#8a929e', dash: [3, 3], sign: '·' },
};

const CHANGE_KINDS: Readonly<Record<Change, DifferenceKind>> = {
  moved: 'shape',
  reshaped: 'shape',
  class: 'class',
  attributes: 'attributes',
  approval: 'approval',
  other: 'other',
};
const WORDS: Readonly<Record<Change, string>> = {
  moved: 'moved',
  reshaped: 'reshaped',
  class: 'other class',
  attributes: 'other attributes',
  approval: 'other approval',
  other: 'other changes',
};

export function kindOf({ kind, changes }: Difference): DifferenceKind {
  return kind === 'changed' ? CHANGE_KINDS[changes[0] ?? 'other'] : kind;
}

/** In words, all of it. */
export const wordsOf = ({ kind, changes }: Difference): string =>
  kind === 'changed' ? changes.map(each => WORDS[each]).join(', ') : kind;
