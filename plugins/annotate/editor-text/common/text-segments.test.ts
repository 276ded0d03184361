import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allAtOnce } from '#core/base/common/index.ts';
import type { TokenUnit } from './text-segments.ts';
import { textSegments, textTokens, tokenUnits } from './text-segments.ts';

const said = (text: string, unit: TokenUnit, locale?: string): readonly string[] =>
  allAtOnce(textTokens(text, unit, locale)).map(({ start, end }) => text.slice(start, end));

it('should not end a sentence behind an abbreviation or an initial', () => {
  expect(said('Dr. Ada Moreau met J. R. Tolkien. She left, e.g. by train.', 'sentence', 'en')).toEqual([
    'Dr. Ada Moreau met J. R. Tolkien.',
    'She left, e.g. by train.',
  ]);
  expect(said('Das gilt z. B. hier. Dort nicht.', 'sentence', 'de')).toEqual(['Das gilt z. B. hier.', 'Dort nicht.']);
});

it('should give words and marks without white space, in scripts with and without spaces', () => {
  const tokens = allAtOnce(textTokens('In the U.S., 2021!', 'word', 'en'));
  expect(tokens.map(each => each.kind)).toEqual(['word', 'word', 'word', 'mark', 'word', 'mark']);
  expect(said('In the U.S., 2021!', 'word', 'en')).toEqual(['In', 'the', 'U.S.', ',', '2021', '!']);
  expect(said('阿达加入了里昂', 'word', 'zh').length).toBeGreaterThan(2);
  expect(said('👩‍👩‍👧 é', 'character')).toEqual(['👩‍👩‍👧', 'é']);
});

it('should cover any text side by side, however long its lines are', () => {
  const text = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.constantFrom(' ', '\n', '. ', '。', 'word '.repeat(600)),
      ),
    )
    .map(parts => parts.join(''));
  fc.assert(
    fc.property(text, fc.constantFrom(...tokenUnits), (whole, unit) => {
      let end = 0;
      for (const segment of textSegments(whole, unit)) {
        expect(segment.start).toBe(end);
        expect(segment.end).toBeGreaterThan(segment.start);
        end = segment.end;
      }
      expect(end).toBe(whole.length);
    }),
    { numRuns: 60 },
  );
});

it('should find the same words in a long line as in its parts', () => {
  const line = Array.from({ length: 900 }, (_, at) => `word${at},`).join(' ');
  expect(said(line, 'word', 'en')).toEqual(Array.from({ length: 900 }, (_, at) => [`word${at}`, ',']).flat());
});
