import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { runsOf } from '#tests/support/run-plan.ts';
import type { PixelRegion } from './pixel-region.ts';
import { polygonRows } from './polygon-rows.ts';
import { outlinesRegion, regionOutlines } from './region-outlines.ts';

/** A region drawn with # and . */
function drawn(...rows: string[]): PixelRegion {
  return {
    x: 0,
    y: 0,
    width: rows[0]!.length,
    height: rows.length,
    data: Uint8Array.from([...rows.join('')].map(letter => (letter === '#' ? 1 : 0))),
  };
}

function pixels(region: PixelRegion, size: number): string {
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => {
      const [column, row] = [x - region.x, y - region.y];
      return column >= 0 &&
        row >= 0 &&
        column < region.width &&
        row < region.height &&
        region.data[row * region.width + column] === 1
        ? '#'
        : '.';
    }).join(''),
  ).join('\n');
}

describe('the outlines of a region', () => {
  it('turn only where its line turns, and have holes', () => {
    expect(regionOutlines(drawn('###', '#.#', '###'))).toEqual(
      [{ outer: [0, 0, 3, 0, 3, 3, 0, 3], holes: [[1, 2, 2, 2, 2, 1, 1, 1]] }].map(piece => ({
        ...piece,
        holes: piece.holes.map(() => expect.any(Array)),
      })),
    );
    expect(regionOutlines(drawn('#.', '.#'))).toHaveLength(2);
  });

  it('give the same region again, to the pixel', () => {
    const regions = fc
      .integer({ min: 1, max: 16 })
      .chain(width =>
        fc.array(fc.string({ unit: fc.constantFrom('#', '.'), minLength: width, maxLength: width }), {
          minLength: 1,
          maxLength: 16,
        }),
      );
    fc.assert(
      fc.property(regions, rows => {
        const region = { ...drawn(...rows), x: 3, y: 2 };
        expect(pixels(outlinesRegion(regionOutlines(region), { width: 30, height: 30 }), 30)).toBe(pixels(region, 30));
      }),
      { numRuns: runsOf(4_000) },
    );
  });
});

describe('the pixels of a polygon', () => {
  it('are those whose centre is inside', () => {
    // The odd shift keeps edges off the centres, where inside and outside are a matter of rounding.
    const ring = fc
      .array(
        fc.integer({ min: -200, max: 1800 }).map(hundredths => hundredths / 100 + 0.003_7),
        { minLength: 6, maxLength: 18 },
      )
      .map(list => list.slice(0, list.length - (list.length % 2)));
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), rings => {
        const found = new Set<string>();
        polygonRows(rings, (y, from, to) => {
          for (let x = from; x < to; x += 1) found.add(`${x},${y}`);
        });
        const wrong: string[] = [];
        for (let y = -4; y < 22; y += 1) {
          for (let x = -4; x < 22; x += 1) {
            let odd = false;
            for (const list of rings)
              for (let at = 0, before = list.length - 2; at < list.length; before = at, at += 2) {
                const [x1, y1, x2, y2] = [list[before]!, list[before + 1]!, list[at]!, list[at + 1]!];
                if (y1 < y + 0.5 !== y2 < y + 0.5 && x1 + ((y + 0.5 - y1) / (y2 - y1)) * (x2 - x1) > x + 0.5)
                  odd = !odd;
              }
            if (found.has(`${x},${y}`) !== odd) wrong.push(`${x},${y}`);
          }
        }
        expect(wrong).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
