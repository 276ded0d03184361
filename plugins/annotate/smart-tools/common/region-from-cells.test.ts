import { expect, it } from 'vitest';
import { regionFromCells } from './region-from-cells.ts';

it('should cover the cells of an area anywhere in the item', () => {
  // Columns 2 to 5 of 8 are inside; the area begins at 100, 40.
  const cells = Uint8Array.from({ length: 64 }, (_, at) => Number(at % 8 >= 2 && at % 8 < 6));
  const { mask } = regionFromCells(cells, { width: 8, height: 8 }, { minX: 100, minY: 40, maxX: 108, maxY: 48 }, 0);
  expect(mask).toMatchObject({ x: 102, y: 40, width: 4, height: 8 });
});
