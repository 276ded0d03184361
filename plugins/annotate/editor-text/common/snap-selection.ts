import type { TextSegment } from './text-segments.ts';
import { textSegments } from './text-segments.ts';

/** Units that a selection snaps to. */
export const snapUnits = ['character', 'grapheme', 'word', 'sentence'] as const;
export type SnapUnit = (typeof snapUnits)[number];

/** A stretch of a text in UTF-16 units; `end` is the first beyond. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * UTF-16 units that are looked at around a place: segments do not depend on what is further away, and a line of a
 * megabyte stays quick.
 */
const CHUNK = 4096;

const segmenters = new Map<SnapUnit, Intl.Segmenter>();

function segmenterOf(unit: Exclude<SnapUnit, 'character'>): Intl.Segmenter {
  const known = segmenters.get(unit) ?? new Intl.Segmenter(undefined, { granularity: unit });
  segmenters.set(unit, known);
  return known;
}

/** The paragraph around a place, or what of it lies within a chunk. */
function surroundings(text: string, place: number): Stretch {
  const from = Math.max(0, place - CHUNK);
  const to = Math.min(text.length, place + CHUNK);
  const before = text.lastIndexOf('\n', place - 1);
  const after = text.indexOf('\n', place);
  return {
    start: before >= from ? before + 1 : wholeAt(text, from),
    end: after >= 0 && after < to ? after : wholeAt(text, to),
  };
}

/** The place, or the one before it when it lies inside of a surrogate pair. */
function wholeAt(text: string, place: number): number {
  const unit = text.charCodeAt(place);
  return place > 0 && place < text.length && unit >= 0xdc00 && unit <= 0xdfff ? place - 1 : place;
}

/**
 * The segment that a place lies in, looking to one side where it lies between two; undefined at the edge of the text or
 * of a line.
 */
function segmentAt(
  text: string,
  place: number,
  unit: Exclude<SnapUnit, 'character'>,
): (Stretch & { readonly isWord: boolean }) | undefined {
  const { start, end } = surroundings(text, place);
  if (unit === 'sentence') return sentenceAt(text, { start, end }, place);
  const found = segmenterOf(unit)
    .segment(text.slice(start, end))
    .containing(place - start);
  return found === undefined
    ? undefined
    : {
        start: start + found.index,
        end: start + found.index + found.segment.length,
        isWord: found.isWordLike !== false,
      };
}

/** The sentence that a place lies in, of the paragraph around it; the same as scripts receive. */
function sentenceAt(text: string, { start, end }: Stretch, place: number): TextSegment | undefined {
  for (const each of textSegments(text.slice(start, end), 'sentence'))
    if (start + each.end > place) return { start: start + each.start, end: start + each.end, isWord: true };
  return undefined;
}

/**
 * A selection grown to whole units, without the white space at its ends; undefined when nothing else is selected. Of a
 * place without extent, the unit it lies in.
 */
export function snapped(text: string, { start, end }: Stretch, unit: SnapUnit): Stretch | undefined {
  const inside = (place: number): number => Math.max(0, Math.min(place, text.length));
  const [from, to] = [inside(Math.min(start, end)), inside(Math.max(start, end))];
  if (unit === 'character')
    return from === to
      ? undefined
      : { start: wholeAt(text, from), end: to < text.length && wholeAt(text, to) < to ? to + 1 : to };
  const bare = trimmed(text, { start: from, end: to });
  if (bare === undefined && from !== to) return undefined;
  const place = bare ?? { start: from, end: from };
  const first = segmentAt(text, place.start, unit);
  const last = place.end > place.start ? segmentAt(text, place.end - 1, unit) : first;
  if (first === undefined || last === undefined) return bare;
  return trimmed(text, { start: Math.min(first.start, place.start), end: Math.max(last.end, place.end) });
}

/** Without white space at both ends; undefined when nothing is left. */
export function trimmed(text: string, { start, end }: Stretch): Stretch | undefined {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text[from]!)) from += 1;
  while (to > from && /\s/.test(text[to - 1]!)) to -= 1;
  return from === to ? undefined : { start: from, end: to };
}

/** The end of a span moved by one unit, `forward` or back; where it stands when there is no further unit. */
export function movedEdge(text: string, edge: number, forward: boolean, unit: SnapUnit): number {
  if (unit === 'character')
    return forward
      ? Math.min(text.length, edge + (wholeAt(text, edge + 1) <= edge ? 2 : 1))
      : wholeAt(text, Math.max(0, edge - 1));
  let place = edge;
  for (;;) {
    const at = forward ? place : place - 1;
    if (at < 0 || at >= text.length) return edge;
    const segment = segmentAt(text, at, unit) ?? { start: at, end: at + 1, isWord: false };
    place = forward ? segment.end : segment.start;
    // Over spaces, line ends and, for words, marks between them.
    const bare = trimmed(text, segment);
    if (bare !== undefined && (unit !== 'word' || segment.isWord)) return forward ? bare.end : bare.start;
  }
}

/**
 * An end of a span moved by one unit, so that the span begins where a unit begins and ends where one ends: shrinking
 * over a word leads to the word beside it, not into the gap.
 */
export function movedEnd(text: string, place: number, end: 'start' | 'end', forward: boolean, unit: SnapUnit): number {
  const moved = movedEdge(text, place, forward, unit);
  const grows = (end === 'end') === forward;
  if (grows || unit === 'character' || unit === 'grapheme') return moved;
  return movedEdge(text, movedEdge(text, moved, forward, unit), !forward, unit);
}
