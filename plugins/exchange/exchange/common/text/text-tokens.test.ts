import { describe, expect, it } from 'vitest';
import { tokensOf } from './text-tokens.ts';

describe('words of a text', () => {
  it('should keep letters and digits together with their marks, and each other character alone', () => {
    expect(tokensOf('e\u0301a2 b_c “x” 👩‍👩‍👧👍🏽🇩🇪🇫🇷 שָׁלוֹם\n1.5').map(each => each.text)).toEqual([
      'e\u0301a2',
      'b',
      '_',
      'c',
      '“',
      'x',
      '”',
      '👩‍👩‍👧',
      '👍🏽',
      '🇩🇪',
      '🇫🇷',
      'שָׁלוֹם',
      '1',
      '.',
      '5',
    ]);
    expect(tokensOf('🙂 ab', new Set([3])).map(({ text, start, end }) => [text, start, end])).toEqual([
      ['🙂', 0, 1],
      ['a', 2, 3],
      ['b', 3, 4],
    ]);
  });
});
