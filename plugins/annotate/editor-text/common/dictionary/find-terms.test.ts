import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '#tests/support/run-plan.ts';
import type { Dictionary, DictionaryOptions } from './dictionary.ts';
import { findTerms } from './find-terms.ts';
import { foldTerm } from './fold-text.ts';

const loose: DictionaryOptions = { exact_case: false, whole_words: true, accents: false };
const dictionaryOf = (terms: readonly string[], options: Partial<DictionaryOptions> = {}): Dictionary => ({
  options: { ...loose, ...options },
  entries: terms.map(term => ({ term, class_id: 1, values: [] })),
});
const found = (text: string, terms: readonly string[], options: Partial<DictionaryOptions> = {}): readonly string[] => {
  const { places } = findTerms(text, dictionaryOf(terms, options));
  return Array.from(
    { length: places.length / 3 },
    (_, at) => `${places[at * 3]} ${text.slice(places[at * 3], places[at * 3 + 1])} ${places[at * 3 + 2]}`,
  );
};

describe('finding the terms of a dictionary', () => {
  it('should take the longest of those that begin earliest, and no part of it again', () => {
    expect(found('Helix Labs and Helix', ['Helix', 'Labs', 'Helix Labs'])).toEqual(['0 Helix Labs 2', '15 Helix 0']);
    expect(found('a b c', ['a b', 'b c'])).toEqual(['0 a b 0']);
  });

  it('should report a term of two classes once for each', () => {
    expect(found('Lyon', ['Lyon', 'lyon'])).toEqual(['0 Lyon 0', '0 Lyon 1']);
  });

  it('should match case, accents and whole words as the options say', () => {
    expect(found('Élan elan e\u0301lan', ['elan'])).toEqual(['0 Élan 0', '5 elan 0', '10 e\u0301lan 0']);
    expect(found('Élan elan e\u0301lan', ['élan'], { accents: true })).toEqual(['0 Élan 0', '10 e\u0301lan 0']);
    expect(found('Lyon lyon', ['Lyon'], { exact_case: true })).toEqual(['0 Lyon 0']);
    expect(found('aspirins aspirin', ['aspirin'])).toEqual(['9 aspirin 0']);
    expect(found('aspirins', ['aspirin'], { whole_words: false })).toEqual(['0 aspirin 0']);
    expect(found('Ada’s and Ada', ['Ada'])).toEqual(['0 Ada 0', '10 Ada 0']);
    expect(found('STRASSE Straße ΣΊΣΥΦΟΣ', ['straße', 'Σίσυφος'])).toEqual([
      '0 STRASSE 0',
      '8 Straße 0',
      '15 ΣΊΣΥΦΟΣ 1',
    ]);
  });

  it('should never cut a character', () => {
    expect(found('aß', ['as'], { whole_words: false })).toEqual([]);
    expect(found('각', ['가'], { whole_words: false, accents: true })).toEqual([]);
    expect(found('e\u0301', ['e'], { whole_words: false, accents: true })).toEqual([]);
    expect(found('x🙂y', ['🙂'], { whole_words: false })).toEqual(['1 🙂 0']);
  });

  it('should find terms over the end of a line, not over an empty one', () => {
    expect(found('Helix\n  Labs. Helix\n\nLabs', ['Helix Labs'])).toEqual(['0 Helix\n  Labs 0']);
  });

  it('should find terms in scripts that write no spaces', () => {
    expect(found('阿达加入了里昂的实验室', ['里昂', '阿达'])).toEqual(['0 阿达 1', '5 里昂 0']);
  });

  it('should find the same as a search term by term, whatever the text', () => {
    const unit = fc.constantFrom(
      'a',
      'A',
      'b',
      'é',
      'e',
      '\u0301',
      'ß',
      's',
      ' ',
      '\n',
      '🙂',
      '里',
      '가',
      '각',
      '_',
      '.',
      '9',
      'İ',
      'i',
    );
    const text = fc.string({ unit, maxLength: 40 });
    const terms = fc.array(
      fc.string({ unit, minLength: 1, maxLength: 4 }).filter(each => each.trim() !== ''),
      { maxLength: 12 },
    );
    const options = fc.record({ exact_case: fc.boolean(), whole_words: fc.boolean(), accents: fc.boolean() });
    fc.assert(
      fc.property(text, terms, options, (given, words, chosen) => {
        expect(found(given, words, chosen)).toEqual(naively(given, words, chosen));
      }),
      { numRuns: runsOf(8_000) },
    );
  });
});

/** Every stretch of the text compared with every term. */
function naively(text: string, terms: readonly string[], options: DictionaryOptions): readonly string[] {
  const key = (piece: string): string => String.fromCharCode(...foldTerm(`|${piece}|`, options)).slice(1, -1);
  const wanted = terms.map(term => key(term.trim()));
  const cuts = Array.from(text).reduce<readonly number[]>((all, point) => [...all, all.at(-1)! + point.length], [0]);
  const blank = (place: number): boolean => /\s/.test(text[place] ?? 'x');
  const fits = (start: number, end: number): boolean => {
    // A run of white space counts as one, and marks go with their letter.
    if (start > 0 && blank(start) && blank(start - 1)) return false;
    if (blank(end) && blank(end - 1)) return false;
    if (/^\p{M}/u.test(text.slice(end)) && (options.accents || key(text.slice(start, end)) !== '')) return false;
    if (
      !options.accents &&
      key(text.slice(start, start + 1)) === '' &&
      key(text.slice(start)) !== '' &&
      /^\p{M}/u.test(text.slice(start))
    )
      return false;
    return (
      !options.whole_words ||
      ![start, end].some(
        place =>
          place > 0 &&
          place < text.length &&
          isLetter(Array.from(text.slice(0, place)).at(-1)!) &&
          isLetter(Array.from(text.slice(place))[0]!),
      )
    );
  };
  const all: string[] = [];
  for (let from = 0; from < cuts.length;) {
    const start = cuts[from]!;
    const to = cuts.findLastIndex(
      (end, at) =>
        at > from &&
        fits(start, end) &&
        key(text.slice(start, end)) !== '' &&
        wanted.includes(key(text.slice(start, end))),
    );
    if (to < 0) {
      from += 1;
      continue;
    }
    const words = text.slice(start, cuts[to]);
    wanted.forEach((each, entry) => {
      if (each === key(words)) all.push(`${start} ${words} ${entry}`);
    });
    from = to;
  }
  return all;
}

const isLetter = (point: string): boolean =>
  /[\p{L}\p{N}\p{M}_]/u.test(point) && !/[\p{Script=Han}\p{Script=Hangul}]/u.test(point);
