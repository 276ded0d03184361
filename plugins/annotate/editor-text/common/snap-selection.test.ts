import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '#tests/support/run-plan.ts';
import { movedEdge, movedEnd, snapped, trimmed } from './snap-selection.ts';

const text = 'Dr. Ada Moreau joined Helix Labs.\nShe leads the imaging team.';
const shown = (start: number, end: number, unit: Parameters<typeof snapped>[2], whole = text): string | undefined => {
  const found = snapped(whole, { start, end }, unit);
  return found === undefined ? undefined : whole.slice(found.start, found.end);
};

describe('snapped', () => {
  it('should take whole words, in whatever direction one drags', () => {
    expect(shown(5, 10, 'word')).toBe('Ada Moreau');
    expect(shown(10, 5, 'word')).toBe('Ada Moreau');
  });

  it('should leave white space at the ends out', () => {
    expect(shown(3, 8, 'word')).toBe('Ada');
    expect(shown(7, 8, 'word')).toBeUndefined();
  });

  it('should take the word or sentence of a place', () => {
    expect(shown(9, 9, 'word')).toBe('Moreau');
    expect(shown(40, 40, 'sentence')).toBe('She leads the imaging team.');
  });

  it('should cut neither pairs nor clusters', () => {
    const family = 'a👩‍👩‍👧b e\u0301';
    expect(shown(2, 3, 'character', family)).toBe('👩');
    expect(shown(2, 3, 'grapheme', family)).toBe('👩‍👩‍👧');
    expect(shown(family.length - 1, family.length, 'grapheme', family)).toBe('e\u0301');
  });

  it('should find words where none are spaced', () => {
    expect(shown(0, 1, 'word', '你好世界')).toBe('你好');
    expect(shown(6, 7, 'word', 'שלום עולם')).toBe('עולם');
  });

  it('should give whole graphemes inside of any text, and the same again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.nat(80),
        fc.nat(80),
        fc.constantFrom('grapheme', 'word', 'sentence'),
        (any, start, end, unit) => {
          const once = snapped(any, { start, end }, unit);
          if (once === undefined) return;
          expect(once.start).toBeGreaterThanOrEqual(0);
          expect(once.end).toBeLessThanOrEqual(any.length);
          expect(once.end).toBeGreaterThan(once.start);
          expect(trimmed(any, once)).toEqual(once);
          expect(snapped(any, once, unit)).toEqual(once);
        },
      ),
      { numRuns: runsOf(4_000) },
    );
  });

  it('should stay quick in a line of a megabyte', () => {
    const line = 'word '.repeat(200_000);
    const found = snapped(line, { start: 500_001, end: 500_008 }, 'word')!;
    expect(line.slice(found.start, found.end)).toBe('word word');
  });
});

describe('movedEdge', () => {
  it('should walk from word to word, over lines', () => {
    expect(movedEdge(text, 7, true, 'word')).toBe(14);
    expect(movedEdge(text, 14, false, 'word')).toBe(8);
    expect(movedEdge(text, 33, true, 'word')).toBe(37);
  });

  it('should walk by characters without cutting pairs', () => {
    expect(movedEdge('a😀b', 1, true, 'character')).toBe(3);
    expect(movedEdge('a😀b', 3, false, 'character')).toBe(1);
  });

  it('should stop at the ends of the text', () => {
    expect(movedEdge(text, text.length, true, 'word')).toBe(text.length);
    expect(movedEdge(text, 0, false, 'word')).toBe(0);
  });
});

describe('an end that is moved', () => {
  const text = 'Dr. Ada Moreau, née Roux.';
  const words = (start: number, end: number): string => text.slice(start, end);

  it('should grow and shrink by whole words, over marks and spaces', () => {
    expect(words(0, movedEnd(text, 2, 'end', true, 'word'))).toBe('Dr. Ada');
    expect(words(0, movedEnd(text, 7, 'end', false, 'word'))).toBe('Dr');
    expect(words(movedEnd(text, 0, 'start', true, 'word'), 14)).toBe('Ada Moreau');
    expect(words(movedEnd(text, 8, 'start', false, 'word'), 14)).toBe('Ada Moreau');
    expect(words(0, movedEnd(text, 19, 'end', false, 'word'))).toBe('Dr. Ada Moreau');
  });

  it('should stay where there is nothing beyond', () => {
    expect(movedEnd(text, 2, 'end', false, 'word')).toBe(2);
    expect(movedEnd(text, 24, 'end', true, 'word')).toBe(24);
    expect(movedEnd(text, 4, 'start', true, 'grapheme')).toBe(5);
  });
});
