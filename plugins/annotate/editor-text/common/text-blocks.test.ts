import { expect, it } from 'vitest';
import { longestBlock, textBlocks } from './text-blocks.ts';

it('should make a block of each line and number it', () => {
  expect(textBlocks('one\ntwo\n')).toEqual({ starts: Uint32Array.of(0, 4, 8), lineNumbers: Uint32Array.of(1, 2, 3) });
  expect(textBlocks('')).toEqual({ starts: Uint32Array.of(0), lineNumbers: Uint32Array.of(1) });
});

it('should cut a long line behind a space, or where no character is cut', () => {
  const words = textBlocks('word '.repeat(2000));
  expect(words.starts.length).toBeGreaterThan(4);
  expect([...words.starts].every(at => at % 5 === 0)).toBe(true);
  expect([...words.lineNumbers].filter(each => each > 0)).toEqual([1]);
  const family = '👩‍👧';
  const emoji = textBlocks(family.repeat(1500));
  expect([...emoji.starts].every(at => at % family.length === 0)).toBe(true);
  expect([...emoji.starts].every((at, index, all) => (all[index + 1] ?? 0) - at <= longestBlock)).toBe(true);
});
