import { describe, expect, it } from 'vitest';
import { maskArea } from './mask-runs.ts';
import { ringsArea } from './rings-area.ts';
import { ringsToMask } from './rings-to-mask.ts';

/** The same numbers each time, 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

describe('the area of rings', () => {
  it('is that of their mask, whatever they look like', () => {
    const next = numbers(42);
    const ring = (): number[] =>
      Array.from({ length: 6 + 2 * Math.floor(next() * 12) }, () => Math.round((next() * 160 - 30) * 100) / 100);
    for (let round = 0; round < 500; round += 1) {
      const parts = Array.from({ length: 1 + Math.floor(next() * 1.3) }, () =>
        Array.from({ length: 1 + Math.floor(next() * 3) }, ring),
      );
      expect(ringsArea(parts, 100, 80)).toBe(maskArea(ringsToMask(parts, 100, 80)));
    }
  });

  it('counts whole squares, also with a hole', () => {
    expect(ringsArea([[[0, 0, 10, 0, 10, 10, 0, 10]]], 100, 100)).toBe(100);
    expect(
      ringsArea(
        [
          [
            [0, 0, 10, 0, 10, 10, 0, 10],
            [2, 2, 4, 2, 4, 4, 2, 4],
          ],
        ],
        100,
        100,
      ),
    ).toBe(96);
  });

  it('is nothing outside of the image and without a part', () => {
    expect(ringsArea([[[200, 0, 300, 0, 300, 10]]], 100, 100)).toBe(0);
    expect(ringsArea([], 100, 100)).toBe(0);
  });
});
