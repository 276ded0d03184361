import type { DictionaryOptions } from './dictionary.ts';

/** A text as it is compared: where case, accents or the kind of white space do not matter, they are gone. */
export interface FoldedText {
  readonly units: Uint16Array;
  /** Start of the character that gave a unit, in UTF-16 units of the text. */
  readonly starts: Uint32Array;
  /** End of it, with the marks that belong to it where accents do not matter. */
  readonly ends: Uint32Array;
}

type Folding = Pick<DictionaryOptions, 'exact_case' | 'accents'>;

const isBlank = (unit: number): boolean =>
  unit === 0x20 ||
  (unit >= 9 && unit <= 13) ||
  unit === 0xa0 ||
  unit === 0x1680 ||
  (unit >= 0x2000 && unit <= 0x200a) ||
  unit === 0x2028 ||
  unit === 0x2029 ||
  unit === 0x202f ||
  unit === 0x205f ||
  unit === 0x3000;

/**
 * Folds a text. White space becomes one blank, so that a term is found over the end of a line, but not over an empty
 * line. Letters that are written in several ways (é as one character or two) are the same always.
 */
export function foldText(text: string, { exact_case: exactCase, accents }: Folding): FoldedText {
  let [units, starts, ends] = [
    new Uint16Array(text.length + 16),
    new Uint32Array(text.length + 16),
    new Uint32Array(text.length + 16),
  ];
  let length = 0;
  const put = (unit: number, start: number, end: number): void => {
    if (length === units.length)
      [units, starts, ends] = [grown(units, Uint16Array), grown(starts, Uint32Array), grown(ends, Uint32Array)];
    units[length] = unit;
    starts[length] = start;
    ends[length] = end;
    length += 1;
  };
  const known = new Map<number, string>();
  let at = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (isBlank(unit)) {
      const start = at;
      let lines = 0;
      for (; at < text.length && isBlank(text.charCodeAt(at)); at += 1) if (text.charCodeAt(at) === 10) lines += 1;
      put(lines > 1 ? 10 : 32, start, at);
    } else if (unit < 0x80) {
      put(!exactCase && unit >= 0x41 && unit <= 0x5a ? unit + 32 : unit, at, at + 1);
      at += 1;
    } else {
      const point = text.codePointAt(at)!;
      const end = at + (point > 0xffff ? 2 : 1);
      let folded = known.get(point);
      if (folded === undefined) {
        folded = foldedCharacter(String.fromCodePoint(point), exactCase, accents);
        known.set(point, folded);
      }
      for (let part = 0; part < folded.length; part += 1) put(folded.charCodeAt(part), at, end);
      // A mark that does not matter belongs to the letter before it.
      if (folded === '' && length > 0)
        for (let back = length - 1, start = starts[back]!; back >= 0 && starts[back] === start; back -= 1)
          ends[back] = end;
      at = end;
    }
  }
  return { units: units.subarray(0, length), starts: starts.subarray(0, length), ends: ends.subarray(0, length) };
}

/** A term as it is compared, without the white space around it. */
export const foldTerm = (term: string, folding: Folding): Uint16Array => foldText(term.trim(), folding).units;

function foldedCharacter(character: string, exactCase: boolean, accents: boolean): string {
  const parts = character.normalize('NFD');
  const bare = accents ? parts : parts.replaceAll(/\p{M}/gu, '');
  // By way of the capitals: ß is ss, and the s at the end of a Greek word is the others'.
  return exactCase
    ? bare
    : bare
        .toUpperCase()
        .toLowerCase()
        .normalize(accents ? 'NFD' : 'NFC');
}

function grown<A extends Uint16Array | Uint32Array>(before: A, Kind: new (length: number) => A): A {
  const more = new Kind(before.length + (before.length >> 1) + 64);
  more.set(before);
  return more;
}
