import { describe, expect, it } from 'vitest';
import { superpixels } from './superpixels.ts';

const [width, height] = [96, 64];

/** Left half dark, right half light, with a little grain. */
function halves(): Uint8ClampedArray {
  const picture = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const value = (at % width < width / 2 ? 40 : 200) + ((at * 7919) % 11);
    picture.set([value, value, value, 255], at * 4);
  }
  return picture;
}

describe('superpixels', () => {
  const { cells, count } = superpixels(halves(), width, height, 16);

  it('cover the picture, each in one piece of about the size asked for', () => {
    const sizes = Array.from({ length: count }, () => 0);
    for (const cell of cells) sizes[cell]! += 1;
    expect(sizes.every(size => size >= (16 * 16) / 4 && size <= 16 * 16 * 4)).toBe(true);
    const seen = new Set<number>();
    const reached = new Uint8Array(cells.length);
    for (let start = 0; start < cells.length; start += 1) {
      if (reached[start] === 1) continue;
      expect(seen.has(cells[start]!), `cell ${cells[start]} is in two pieces`).toBe(false);
      seen.add(cells[start]!);
      const open = [start];
      reached[start] = 1;
      while (open.length > 0) {
        const at = open.pop()!;
        const x = at % width;
        for (const next of [x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width, at + width]) {
          if (next < 0 || next >= cells.length || reached[next] === 1 || cells[next] !== cells[start]) continue;
          reached[next] = 1;
          open.push(next);
        }
      }
    }
    expect(seen.size).toBe(count);
  });

  it('keep to a border of the picture', () => {
    const sides = new Map<number, Set<boolean>>();
    cells.forEach((cell, at) => sides.set(cell, (sides.get(cell) ?? new Set()).add(at % width < width / 2)));
    expect([...sides.values()].every(each => each.size === 1)).toBe(true);
  });
});
