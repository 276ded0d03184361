import { describe, expect, it } from 'vitest';
import { pyramidLevels } from './image-source.ts';
import { levelFor, tileBounds, tilesMeeting } from './tile-plan.ts';

const size = { width: 10_000, height: 5_000 };
const source = { size, tileSize: 512, levels: pyramidLevels(size, 512) };

describe('a picture pyramid', () => {
  it('goes down to a level that fits into one tile', () => {
    expect(source.levels).toHaveLength(6);
    expect(source.levels.at(-1)).toEqual({ width: 313, height: 157 });
    expect(pyramidLevels({ width: 300, height: 20 }, 512)).toEqual([{ width: 300, height: 20 }]);
  });

  it('is shown at the smallest level that is not enlarged', () => {
    expect(levelFor(source, 1)).toBe(0);
    expect(levelFor(source, 8)).toBe(0);
    expect(levelFor(source, 0.5)).toBe(1);
    expect(levelFor(source, 0.19)).toBe(2);
    expect(levelFor(source, 0.0001)).toBe(5);
  });

  it('needs the tiles in view only', () => {
    expect(tilesMeeting(source, 0, { minX: 500, minY: 0, maxX: 600, maxY: 100 })).toEqual([
      { level: 0, column: 0, row: 0 },
      { level: 0, column: 1, row: 0 },
    ]);
    expect(tilesMeeting(source, 0, { minX: -50, minY: -50, maxX: -1, maxY: -1 })).toEqual([]);
    expect(tilesMeeting(source, 5, { minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6 })).toEqual([
      { level: 5, column: 0, row: 0 },
    ]);
  });

  it('covers the item without gap or overlap at every level', () => {
    source.levels.forEach((_, level) => {
      const all = tilesMeeting(source, level, { minX: 0, minY: 0, maxX: size.width, maxY: size.height }).map(key =>
        tileBounds(source, key),
      );
      const area = all.reduce((sum, one) => sum + (one.maxX - one.minX) * (one.maxY - one.minY), 0);
      expect(area).toBeCloseTo(size.width * size.height, 0);
      expect(Math.max(...all.map(one => one.maxX))).toBeCloseTo(size.width);
    });
  });
});
