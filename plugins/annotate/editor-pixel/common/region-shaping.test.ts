import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { PixelRegion } from '#plugins/annotate/annotations/common/raster/index.ts';
import { flood } from './flood.ts';
import { connectedParts, grown, shrunk, smoothed, withoutHoles } from './region-shaping.ts';

const width = 17;
const height = 13;
const regions = fc
  .array(fc.constantFrom(0, 0, 1), { minLength: width * height, maxLength: width * height })
  .map((data): PixelRegion => ({ x: 5, y: 7, width, height, data: Uint8Array.from(data) }));
const blobs = fc
  .array(fc.tuple(fc.nat(width - 1), fc.nat(height - 1), fc.integer({ min: 1, max: 6 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((boxes): PixelRegion => {
    const data = new Uint8Array(width * height);
    for (const [x, y, side] of boxes)
      for (let row = y; row < Math.min(height, y + side); row += 1)
        for (let column = x; column < Math.min(width, x + side); column += 1) data[row * width + column] = 1;
    return { x: 5, y: 7, width, height, data };
  });
const each = (answer: (x: number, y: number) => boolean): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, at) => (answer(at % width, Math.floor(at / width)) ? 1 : 0));
const near = (region: PixelRegion, value: number, x: number, y: number): number => {
  let least = Infinity;
  region.data.forEach((inside, at) => {
    if (inside === value) least = Math.min(least, Math.hypot((at % width) - x, Math.floor(at / width) - y));
  });
  return least;
};

describe('shaping a region', () => {
  it('grows by all pixels within a distance', () => {
    fc.assert(
      fc.property(fc.oneof(regions, blobs), fc.integer({ min: 1, max: 5 }), (region, radius) => {
        expect(grown(region, radius).data).toEqual(each((x, y) => near(region, 1, x, y) <= radius));
      }),
    );
  });

  it('shrinks by all pixels within a distance of the outside', () => {
    fc.assert(
      fc.property(fc.oneof(regions, blobs), fc.integer({ min: 1, max: 5 }), (region, radius) => {
        expect(shrunk(region, radius).data).toEqual(each((x, y) => near(region, 0, x, y) > radius));
      }),
    );
  });

  it('smooths to what most around a pixel are', () => {
    fc.assert(
      fc.property(regions, fc.integer({ min: 1, max: 3 }), (region, radius) => {
        expect(smoothed(region, radius).data).toEqual(
          each((x, y) => {
            let inside = 0;
            for (let row = y - radius; row <= y + radius; row += 1)
              for (let column = x - radius; column <= x + radius; column += 1)
                if (row >= 0 && column >= 0 && row < height && column < width)
                  inside += region.data[row * width + column]!;
            return inside > (2 * radius + 1) ** 2 / 2;
          }),
        );
      }),
    );
  });

  it('fills what is closed in, and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(regions, blobs), region => {
        const filled = withoutHoles(region).data;
        const outside = new Set<number>();
        const visit = (x: number, y: number): void => {
          const at = y * width + x;
          if (x < 0 || y < 0 || x >= width || y >= height || region.data[at] === 1 || outside.has(at)) return;
          outside.add(at);
          for (const [dx, dy] of [
            [1, 0],
            [-1, 0],
            [0, 1],
            [0, -1],
          ] as const)
            visit(x + dx, y + dy);
        };
        for (let x = 0; x < width; x += 1)
          for (let y = 0; y < height; y += 1)
            if (x === 0 || y === 0 || x === width - 1 || y === height - 1) visit(x, y);
        expect(filled).toEqual(each((x, y) => !outside.has(y * width + x)));
      }),
    );
  });

  it('takes areas apart that do not touch, and loses no pixel', () => {
    fc.assert(
      fc.property(regions, region => {
        const parts = connectedParts(region);
        const together = new Uint8Array(width * height);
        for (const part of parts) {
          part.data.forEach((inside, at) => {
            if (inside === 1)
              together[
                (Math.floor(at / part.width) + part.y - region.y) * width + (at % part.width) + part.x - region.x
              ]! += 1;
          });
        }
        expect(together).toEqual(region.data);
        const sizes = parts.map(part => part.data.reduce((sum, inside) => sum + inside, 0));
        expect(sizes).toEqual(sizes.toSorted((first, second) => second - first));
      }),
    );
  });
});

describe('a flood', () => {
  it('reaches what hangs together by its sides', () => {
    fc.assert(
      fc.property(regions, fc.nat(width - 1), fc.nat(height - 1), (region, x, y) => {
        const seed = region.data[y * width + x];
        const reached = new Set<number>();
        const visit = (column: number, row: number): void => {
          const at = row * width + column;
          if (column < 0 || row < 0 || column >= width || row >= height || region.data[at] !== seed || reached.has(at))
            return;
          reached.add(at);
          for (const [dx, dy] of [
            [1, 0],
            [-1, 0],
            [0, 1],
            [0, -1],
          ] as const)
            visit(column + dx, row + dy);
        };
        visit(x, y);
        const found = flood({ x: 0, y: 0, width, height }, x, y, at => region.data[at] === seed);
        expect(found.data).toEqual(each((column, row) => reached.has(row * width + column)));
      }),
    );
  });
});
