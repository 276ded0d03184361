import { describe, expect, it } from 'vitest';
import { areaOf, around, keyOf, meetsArea, nameOf, tilesMeeting, tileSize, touched } from './tile-grid.ts';

describe('tilesMeeting', () => {
  it('should count tiles from the origin of the item, also to the left of it', () => {
    const keys = tilesMeeting({ minX: -1, minY: 0, maxX: 300, maxY: 10 }, 1);
    expect(keys.map(key => key.column).sort((first, second) => first - second)).toEqual([-1, 0, 1]);
    expect(keys[0]).toEqual({ column: 0, row: 0 });
  });

  it('should follow the scale', () => {
    expect(tilesMeeting({ minX: 0, minY: 0, maxX: 1000, maxY: 1000 }, 0.1)).toHaveLength(1);
    expect(tilesMeeting({ minX: 0, minY: 0, maxX: 99, maxY: 99 }, 10)).toHaveLength(16);
  });
});

describe('touched', () => {
  const within = areaOf({ column: 0, row: 0 });

  it('should round outwards and stay inside', () => {
    expect(touched({ minX: 1.2, minY: -5, maxX: 3.1, maxY: 2 }, 2, within)).toEqual({
      left: 2,
      top: 0,
      right: 7,
      bottom: 4,
    });
    expect(touched({ minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity }, 1, within)).toEqual(within);
  });

  it('should report when nothing is touched', () => {
    expect(touched({ minX: 300, minY: 0, maxX: 400, maxY: 10 }, 1, within)).toBeUndefined();
  });
});

describe('around', () => {
  it('should enclose tiles', () => {
    expect(
      around([
        { column: -1, row: 2 },
        { column: 1, row: 0 },
      ]),
    ).toEqual({ left: -tileSize, top: 0, right: 2 * tileSize, bottom: 3 * tileSize });
    expect(around([])).toBeUndefined();
  });
});

describe('nameOf', () => {
  it('should be read back', () => {
    expect(keyOf(nameOf({ column: -3, row: 12 }))).toEqual({ column: -3, row: 12 });
  });
});

describe('meetsArea', () => {
  it('should not count a common edge', () => {
    expect(meetsArea(areaOf({ column: 0, row: 0 }), areaOf({ column: 1, row: 0 }))).toBe(false);
    expect(meetsArea(areaOf({ column: 0, row: 0 }), { left: 255, top: 255, right: 300, bottom: 300 })).toBe(true);
  });
});
