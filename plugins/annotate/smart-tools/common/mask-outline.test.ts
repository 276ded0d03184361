import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlinesOf } from './mask-outline.ts';
import { tidyLogits } from './tidy-logits.ts';

const grid = (
  ...lines: readonly string[]
): {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  readonly step: number;
} => ({
  x: 0,
  y: 0,
  width: lines[0]!.length,
  height: lines.length,
  data: Uint8Array.from(lines.join(''), letter => (letter === '#' ? 1 : 0)),
  step: 1,
});

/** Pixels inside by the even-odd rule over all rings. */
const filled = (parts: ReturnType<typeof outlinesOf>, width: number, height: number): number[] =>
  Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
    let inside = false;
    for (const ring of parts.flatMap(part => [part.outer, ...part.holes])) {
      for (let one = 0, before = ring.length - 2; one < ring.length; before = one, one += 2) {
        if (
          ring[one + 1]! > y !== ring[before + 1]! > y &&
          x < ((ring[before]! - ring[one]!) * (y - ring[one + 1]!)) / (ring[before + 1]! - ring[one + 1]!) + ring[one]!
        )
          inside = !inside;
      }
    }
    return Number(inside);
  });

describe('outlines of a mask', () => {
  it('should be the mask again when they are filled, for any mask', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 14 }),
        fc.integer({ min: 1, max: 14 }),
        fc.infiniteStream(fc.constantFrom(0, 1)),
        (width, height, bits) => {
          const data = Uint8Array.from(bits.take(width * height));
          expect(filled(outlinesOf({ x: 0, y: 0, width, height, data, step: 1 }, 0), width, height)).toEqual([...data]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('should give each hole to the part around it, and an island in a hole a part of its own', () => {
    const parts = outlinesOf(grid('#######', '#.....#', '#.###.#', '#.#.#.#', '#.###.#', '#.....#', '#######'), 0);
    expect(parts.map(part => [part.outer.length, part.holes.length])).toEqual([
      [8, 1],
      [8, 1],
    ]);
    expect(Math.min(...parts[1]!.outer)).toBe(2);
  });

  it('should keep parts apart that meet at a corner only, largest first', () => {
    expect(outlinesOf(grid('##..', '##..', '..#.'), 0).map(part => part.outer.length)).toEqual([8, 8]);
  });

  it('should leave out what is too small, and be at the place of the grid', () => {
    const parts = outlinesOf({ ...grid('##..#', '##...'), x: 10, y: 20, step: 4 }, 0, 20);
    expect(parts).toEqual([{ outer: expect.arrayContaining([10, 20, 18, 28]), holes: [] }]);
  });
});

describe('tidied logits', () => {
  const size = 32;
  const logits = Float32Array.from({ length: size * size }, (_, at) => {
    const [x, y] = [at % size, Math.floor(at / size)];
    const inSquare = x >= 4 && x < 24 && y >= 4 && y < 24 && !(x === 10 && y === 10);
    return inSquare || (x === 29 && y === 29) ? 3 : -3;
  });

  it('should lose specks and pinholes', () => {
    const tidied = tidyLogits(logits, size, size, []);
    expect([tidied[29 * size + 29]! > 0, tidied[10 * size + 10]! > 0, tidied[5 * size + 5]! > 0]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('should keep a speck that a person pointed at', () => {
    expect(tidyLogits(logits, size, size, [29 * size + 29])[29 * size + 29]! > 0).toBe(true);
  });
});
