import type { Dictionary } from './dictionary.ts';
import type { FoldedText } from './fold-text.ts';
import { foldTerm, foldText } from './fold-text.ts';
import { TermAutomaton } from './term-automaton.ts';

/** As many places are found at most; of more, the first. */
export const mostTermPlaces = 50_000;

export interface FoundTerms {
  /** Begin and end in UTF-16 units and place of the entry, three by three, as they are read. */
  readonly places: Uint32Array;
  readonly more: boolean;
}

/**
 * Returns the places of the terms of a dictionary in a text: of those that begin earliest the longest, then on behind
 * it, so that none overlaps another. Emits one match per class.
 */
export function findTerms(text: string, { options, entries }: Dictionary): FoundTerms {
  const folded = foldText(text, options);
  const automaton = new TermAutomaton(entries.map(({ term }) => foldTerm(term, options)));
  const { units } = folded;
  /** The furthest end of the terms that begin at a unit; 0 for none. */
  const ends = new Uint32Array(units.length);
  const terms = new Uint32Array(units.length);
  automaton.walk(units, (term, start, end) => {
    if (
      end <= ends[start]! ||
      !isWhole(folded, start, end, options.accents) ||
      (options.whole_words && !standsAlone(text, folded, start, end))
    )
      return;
    ends[start] = end;
    terms[start] = term;
  });
  const places: number[] = [];
  for (let at = 0; at < units.length;) {
    const end = ends[at]!;
    if (end === 0) {
      at += 1;
      continue;
    }
    for (const entry of automaton.alike(terms[at]!)) places.push(folded.starts[at]!, folded.ends[end - 1]!, entry);
    if (places.length >= 3 * mostTermPlaces)
      return { places: Uint32Array.from(places.slice(0, 3 * mostTermPlaces)), more: true };
    at = end;
  }
  return { places: Uint32Array.from(places), more: false };
}

/** No character is cut, and none is left without an accent that matters. */
function isWhole({ units, starts }: FoldedText, start: number, end: number, accents: boolean): boolean {
  if (start > 0 && starts[start - 1] === starts[start]) return false;
  if (end === units.length) return true;
  if (starts[end] === starts[end - 1]) return false;
  return !accents || units[end]! < 0x300 || !/^\p{M}/u.test(pointAt(units, end));
}

/** Letters, digits and marks of words. */
const inWord = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that write no spaces between words, or write what follows a word together with it. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const isSpacedWord = (character: string): boolean => inWord.test(character) && !unspaced.test(character);

/** The word goes on at neither side. */
function standsAlone(text: string, { starts, ends }: FoldedText, start: number, end: number): boolean {
  return !goesOn(text, starts[start]!) && !goesOn(text, ends[end - 1]!);
}

function goesOn(text: string, place: number): boolean {
  if (place === 0 || place >= text.length) return false;
  const [before, after] = [text.charCodeAt(place - 1), text.charCodeAt(place)];
  if (before < 0x80 && !isPlainWord(before)) return false;
  if (after < 0x80 && !isPlainWord(after)) return false;
  const last = before >= 0xdc00 && before <= 0xdfff ? text.slice(Math.max(0, place - 2), place) : text[place - 1]!;
  return isSpacedWord(last) && isSpacedWord(String.fromCodePoint(text.codePointAt(place)!));
}

const isPlainWord = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x5f;

const pointAt = (units: Uint16Array, at: number): string =>
  String.fromCharCode(units[at]!, ...(at + 1 < units.length ? [units[at + 1]!] : []));
