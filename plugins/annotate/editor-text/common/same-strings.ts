import type { Stretch } from './snap-selection.ts';
import { snapped } from './snap-selection.ts';

export interface SameStrings {
  /** As it is written, else in any case. */
  readonly exactCase: boolean;
  /** Not inside of longer words. */
  readonly wholeWords: boolean;
}

/** All occurrences of a string in a text, none overlapping another, the first first. */
export function sameStrings(text: string, wanted: string, { exactCase, wholeWords }: SameStrings): readonly Stretch[] {
  if (wanted === '') return [];
  const found: Stretch[] = [];
  // Looking for other case by a pattern keeps the places: a text in small letters may have another length.
  const pattern = new RegExp(wanted.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), exactCase ? 'gu' : 'giu');
  for (const { index, 0: match } of text.matchAll(pattern)) {
    const place = { start: index, end: index + match.length };
    if (wholeWords) {
      const grown = snapped(text, place, 'word');
      if (grown?.start !== place.start || grown.end !== place.end) continue;
    }
    found.push(place);
  }
  return found;
}
