import { describe, expect, it } from 'vitest';
import { SeenCells } from './seen-cells.ts';

const size = { width: 2500, height: 2048 };

describe('the cells that were seen', () => {
  it('should count those in view when details can be judged', () => {
    const cells = new SeenCells(size);
    expect([cells.columns, cells.rows, cells.total]).toEqual([3, 2, 6]);
    expect(cells.look({ minX: 0, minY: 0, maxX: 2500, maxY: 2048 }, 0.1)).toBe(false);
    expect(cells.look({ minX: -10, minY: 50, maxX: 1500, maxY: 1100 }, 0.5)).toBe(true);
    expect(cells.count).toBe(1);
    expect(cells.isSeen({ column: 0, row: 0 })).toBe(true);
    expect(cells.look({ minX: -10, minY: 50, maxX: 1500, maxY: 1100 }, 0.5)).toBe(false);
    // The last column is narrower than the others.
    cells.look({ minX: 2000, minY: 1024, maxX: 2500, maxY: 2048 }, 1);
    expect(cells.isSeen({ column: 2, row: 1 })).toBe(true);
  });

  it('should lead to the next one that was not seen', () => {
    const cells = new SeenCells(size);
    expect(cells.nextUnseen({ column: 2, row: 0 })).toEqual({ column: 0, row: 1 });
    expect(cells.nextUnseen({ column: 2, row: 1 })).toEqual({ column: 0, row: 0 });
    cells.look({ minX: 0, minY: 0, maxX: 2500, maxY: 2048 }, 1);
    expect(cells.nextUnseen({ column: 0, row: 0 })).toBeUndefined();
    cells.forgetAll();
    expect(cells.count).toBe(0);
  });

  it('should stay at the edge of the image', () => {
    const cells = new SeenCells(size);
    expect(cells.beside({ column: 2, row: 1 }, 1, 1)).toEqual({ column: 2, row: 1 });
    expect(cells.beside({ column: 2, row: 1 }, -1, -1)).toEqual({ column: 1, row: 0 });
  });

  it('should come back from their text', () => {
    const cells = new SeenCells(size);
    cells.look({ minX: 1024, minY: 0, maxX: 2048, maxY: 2048 }, 1);
    const again = new SeenCells(size, cells.toText());
    expect(again.toText()).toBe(cells.toText());
    expect(again.count).toBe(2);
    expect(new SeenCells({ width: 9000, height: 9000 }, cells.toText()).count).toBe(0);
  });
});
