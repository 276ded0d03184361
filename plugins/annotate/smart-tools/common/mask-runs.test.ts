import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOfLogits } from './logit-runs.ts';
import { cellsOfRuns, packRuns, runsInBounds, unpackRuns } from './mask-runs.ts';
import { runsOfRing } from './ring-runs.ts';

const rowsOf = (cells: readonly (0 | 1)[], width: number): number[][] =>
  Array.from({ length: cells.length / width }, (_, y) => {
    const row: number[] = [];
    for (let x = 0; x <= width; x++)
      if ((cells[y * width + x] ?? 0) * Number(x < width) !== (x > 0 ? cells[y * width + x - 1]! : 0)) row.push(x);
    return row;
  });

const grids = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 }))
  .chain(([width, height]) =>
    fc
      .array(fc.constantFrom<0 | 1>(0, 1), { minLength: width * height, maxLength: width * height })
      .map(cells => ({ width, height, cells })),
  );

describe('runs of a mask', () => {
  it('should come out of their bytes as they went in, for any mask', () => {
    fc.assert(
      fc.property(grids, ({ width, height, cells }) => {
        const rows = rowsOf(cells, width);
        const runs = { x: 0, y: 0, width, height, rows: unpackRuns(packRuns(rows), width, height) };
        expect([...cellsOfRuns(runs)]).toEqual(cells);
      }),
    );
  });

  it('should lie in their own bounds', () => {
    expect(runsInBounds([[], [4, 6], [3, 5, 8, 9], []])).toEqual({
      x: 3,
      y: 1,
      width: 6,
      height: 2,
      rows: [
        [1, 3],
        [0, 2, 5, 6],
      ],
    });
    expect(runsInBounds([[], []])).toMatchObject({ width: 0, height: 0 });
  });

  it('should take a byte or so for each border of a row', () => {
    const rows = Array.from({ length: 3000 }, (_, y) => [
      1000 + Math.round(40 * Math.sin(y / 90)),
      3000 + Math.round(30 * Math.cos(y / 70)),
    ]);
    expect(packRuns(rows).length).toBeLessThan(3000 * 3 + 10);
  });

  it('should be refused when they are cut off or leave their bounds', () => {
    const bytes = packRuns([
      [2, 5],
      [2, 6],
    ]);
    expect(() => unpackRuns(bytes.slice(0, -1), 8, 2)).toThrow('cut off');
    expect(() => unpackRuns(bytes, 4, 2)).toThrow('bounds');
    expect(() => unpackRuns(Uint8Array.of(200, 1, 1), 8, 1)).toThrow('more runs');
  });
});

describe('the mask of logits', () => {
  it('should be the linear interpolation of the grid, pixel by pixel', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.integer({ min: -9, max: 9 }).map(value => value + 0.37),
          { minLength: 36, maxLength: 36 },
        ),
        fc.integer({ min: 6, max: 60 }),
        fc.integer({ min: 6, max: 50 }),
        (values, width, height) => {
          const logits = Float32Array.from(values);
          const runs = runsOfLogits(logits, 6, 6, width, height);
          const cells = cellsOfRuns(runs);
          for (let y = 0; y < height; y++)
            for (let x = 0; x < width; x++) {
              const at = (place: number, extent: number): number =>
                Math.min(Math.max(((place + 0.5) * 6) / extent - 0.5, 0), 5);
              const [sx, sy] = [at(x, width), at(y, height)];
              const [left, top] = [Math.floor(sx), Math.floor(sy)];
              const [right, bottom] = [Math.min(left + 1, 5), Math.min(top + 1, 5)];
              const mix = (row: number): number =>
                logits[row * 6 + left]! * (1 - sx + left) + logits[row * 6 + right]! * (sx - left);
              const value = mix(top) * (1 - sy + top) + mix(bottom) * (sy - top);
              // Where the value is zero as far as numbers go, either answer is right.
              if (Math.abs(value) < 1e-3) continue;
              const inside =
                x >= runs.x &&
                y >= runs.y &&
                x < runs.x + runs.width &&
                y < runs.y + runs.height &&
                cells[(y - runs.y) * runs.width + x - runs.x] === 1;
              expect(inside).toBe(value > 0);
            }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the mask of a ring', () => {
  it('should hold the pixels whose centres lie inside', () => {
    expect(runsOfRing([1, 1, 4, 1, 4, 3, 1, 3], { width: 10, height: 10 })).toEqual({
      x: 1,
      y: 1,
      width: 3,
      height: 2,
      rows: [
        [0, 3],
        [0, 3],
      ],
    });
    expect(runsOfRing([-5, -5, 20, -5, 20, 2, -5, 2], { width: 6, height: 4 })).toMatchObject({
      x: 0,
      y: 0,
      width: 6,
      height: 2,
    });
  });
});
