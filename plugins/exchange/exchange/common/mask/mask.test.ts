import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskArea, maskExtent, RunBuilder } from './mask-runs.ts';
import type { MaskRuns } from './mask-runs.ts';
import { maskToRings } from './mask-to-rings.ts';
import { ringsToMask } from './rings-to-mask.ts';

/** A mask drawn with # and . */
function drawn(...rows: string[]): MaskRuns {
  const [width, height] = [rows[0]!.length, rows.length];
  const builder = new RunBuilder();
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1) if (rows[y]![x] === '#') builder.add(x * height + y, 1);
  return builder.build(width, height);
}

const again = (mask: MaskRuns): MaskRuns =>
  ringsToMask(
    maskToRings(mask).map(area => [area.points, ...area.holes]),
    mask.width,
    mask.height,
  );
const masks = fc
  .integer({ min: 1, max: 14 })
  .chain(width =>
    fc.array(fc.string({ unit: fc.constantFrom('#', '.'), minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 14,
    }),
  )
  .map(rows => drawn(...rows));

describe('a mask', () => {
  it('counts pixels down the columns, background first', () => {
    expect(drawn('#.', '##').counts).toEqual([0, 2, 1, 1]);
    expect(drawn('..', '#.').counts).toEqual([1, 1, 2]);
    expect(drawn('..').counts).toEqual([2]);
  });

  it('knows its area and extent', () => {
    const mask = drawn('....', '.##.', '..#.');
    expect(maskArea(mask)).toBe(3);
    expect(maskExtent(mask)).toEqual({ left: 1, top: 1, right: 3, bottom: 3 });
    expect(maskExtent(drawn('#', '#'))).toEqual({ left: 0, top: 0, right: 1, bottom: 2 });
    expect(maskExtent(drawn('..'))).toBeUndefined();
  });
});

describe('polygons of a mask', () => {
  it('are the four corners for a single pixel', () => {
    expect(maskToRings(drawn('...', '.#.'))).toEqual([{ points: [1, 1, 2, 1, 2, 2, 1, 2], holes: [] }]);
  });

  it('have vertices only where the line turns', () => {
    expect(maskToRings(drawn('###', '###'))).toEqual([{ points: [0, 0, 3, 0, 3, 2, 0, 2], holes: [] }]);
  });

  it('have holes', () => {
    expect(maskToRings(drawn('###', '#.#', '###'))).toEqual([
      { points: [0, 0, 3, 0, 3, 3, 0, 3], holes: [[1, 2, 2, 2, 2, 1, 1, 1]] },
    ]);
  });

  it('hold together pixels that touch at a corner, and give an area inside a hole its own polygon', () => {
    expect(maskToRings(drawn('#.', '.#'))).toHaveLength(1);
    expect(maskToRings(drawn('#.#'))).toHaveLength(2);
    expect(maskToRings(drawn('#####', '#...#', '#.#.#', '#...#', '#####')).map(area => area.holes.length)).toEqual([
      1, 0,
    ]);
  });

  it('give the same mask again', () => {
    fc.assert(
      fc.property(masks, mask => {
        expect(again(mask)).toEqual(mask);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the mask of rings', () => {
  it('holds the pixels whose centre is inside', () => {
    expect(ringsToMask([[[0.4, 0.4, 2.6, 0.4, 2.6, 1.6, 0.4, 1.6]]], 4, 2)).toEqual(drawn('###.', '###.'));
    expect(ringsToMask([[[0.6, 0, 1.4, 0, 1.4, 2, 0.6, 2]]], 2, 2)).toEqual(drawn('..', '..'));
  });

  it('leaves holes out and unites parts', () => {
    const box = (left: number, top: number, right: number, bottom: number): number[] => [
      left,
      top,
      right,
      top,
      right,
      bottom,
      left,
      bottom,
    ];
    expect(ringsToMask([[box(0, 0, 3, 3), box(1, 1, 2, 2)]], 3, 3)).toEqual(drawn('###', '#.#', '###'));
    expect(ringsToMask([[box(0, 0, 2, 2)], [box(1, 1, 3, 3)]], 3, 3)).toEqual(drawn('##.', '###', '.##'));
  });

  it('is cut at the image', () => {
    expect(ringsToMask([[[-5, -5, 9, -5, 9, 1, -5, 1]]], 2, 2)).toEqual(drawn('##', '..'));
  });

  it('agrees with asking every pixel centre', () => {
    // Two decimals, as shapes are stored; the odd shift keeps edges off the pixel centres, where inside and outside are
    // a matter of rounding.
    const ring = fc
      .array(
        fc.integer({ min: -300, max: 1500 }).map(hundredths => hundredths / 100 + 0.003_7),
        { minLength: 6, maxLength: 16 },
      )
      .map(list => list.slice(0, list.length - (list.length % 2)));
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), rings => {
        const inside = (x: number, y: number): boolean => {
          let odd = false;
          for (const list of rings)
            for (let at = 0, before = list.length - 2; at < list.length; before = at, at += 2) {
              const [x1, y1, x2, y2] = [list[before]!, list[before + 1]!, list[at]!, list[at + 1]!];
              if (x1 < x !== x2 < x && y1 + ((x - x1) / (x2 - x1)) * (y2 - y1) > y) odd = !odd;
            }
          return odd;
        };
        const rows = Array.from({ length: 12 }, (_row, y) =>
          Array.from({ length: 12 }, (_cell, x) => (inside(x + 0.5, y + 0.5) ? '#' : '.')).join(''),
        );
        expect(ringsToMask([rings], 12, 12)).toEqual(drawn(...rows));
      }),
      { numRuns: 300 },
    );
  });
});
