import { expect, it } from 'vitest';
import type { LoadedNode } from '../cloud-store.ts';
import { CELL_HEIGHT, cellViews } from './cell-layout.ts';
import { paintPoints } from './point-raster.ts';

const box = { position: { x: 50, y: 20, z: 1 }, size: { x: 4, y: 2, z: 2 }, rotation: { x: 0, y: 0, z: 0 } };

/** A node with points at places of the scan. */
const nodeOf = (...places: readonly (readonly [number, number, number])[]): LoadedNode =>
  ({
    min: { x: 40, y: 10, z: 0 },
    positions: Float32Array.from(places.flatMap(([x, y, z]) => [x - 40, y - 10, z])),
    points: { color: Uint8Array.from(places.flatMap((_, at) => [200 + at, 100, 50])) },
  }) as unknown as LoadedNode;

it('should paint points of a frame at their places in both views, and only around the box', () => {
  const width = 300;
  const [top, side] = cellViews(box, width, 1);
  const pixels = new Uint32Array(width * CELL_HEIGHT);
  const raster = { width, height: CELL_HEIGHT, pixels };
  // Ahead on the left of the box; 30 m beside it; high above it.
  const node = nodeOf([51.5, 20.8, 1], [50, 50, 1], [50, 20, 9]);
  const style = { coloring: 'color', heights: [0, 3], pointSize: 1 } as const;
  for (const view of [top!, side!]) paintPoints(raster, view, 1, [node], style);
  const painted = [...pixels.keys()].filter(at => pixels[at] !== 0);
  const inTop = painted.filter(at => at % width < top!.rect.width);
  const inSide = painted.filter(at => at % width >= top!.rect.width);
  const [middleX, middleY] = [top!.rect.width / 2, CELL_HEIGHT / 2];
  const place = (at: number): [number, number] => [at % width, Math.floor(at / width)];
  // The view from above shows ahead up and left on the left; it looks at what is between the sides of the box.
  expect(inTop.map(place).every(([x, y]) => x < middleX && y < middleY)).toBe(true);
  expect(inTop).toHaveLength(1);
  expect(pixels[inTop[0]!]).toBe(((255 << 24) | (50 << 16) | (100 << 8) | 200) >>> 0);
  // From the side the point is ahead, at the height of the middle.
  expect(
    inSide.map(place).map(([x, y]) => [x > top!.rect.width + side!.rect.width / 2, Math.abs(y - middleY) <= 1]),
  ).toEqual([[true, true]]);
});

it('should colour heights from low to high where a scan has no colours of its own', () => {
  const [view] = cellViews(box, 300, 1);
  const shades = [0.2, 1, 1.9].map(z => {
    const pixels = new Uint32Array(300 * CELL_HEIGHT);
    paintPoints({ width: 300, height: CELL_HEIGHT, pixels }, view!, 1, [nodeOf([50, 20, z])], {
      coloring: 'object',
      heights: [0, 2],
      pointSize: 1,
    });
    return pixels.find(each => each !== 0)!;
  });
  const red = shades.map(each => each & 255);
  expect(red[0]!).toBeLessThan(red[1]!);
  expect(red[1]!).toBeLessThan(red[2]!);
});
