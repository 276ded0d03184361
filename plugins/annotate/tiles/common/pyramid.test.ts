import { describe, expect, it } from 'vitest';
import { hasTile, levelCount, levelSize, levelTiles, rowCount, tileFileSize } from './pyramid.ts';

const slide = { width: 24_576, height: 16_384, tileSize: 512, overlap: 0, levels: 7 };

describe('a tile pyramid', () => {
  it('should have as many levels as bring the image into one tile', () => {
    expect(levelCount(24_576, 16_384, 512)).toBe(7);
    expect(levelCount(512, 100, 512)).toBe(1);
    expect(levelCount(513, 100, 512)).toBe(2);
    expect(levelCount(60_000, 60_000, 512)).toBe(8);
  });

  it('should halve each level, rounded up', () => {
    expect(levelSize(slide, 0)).toEqual({ width: 384, height: 256 });
    expect(levelSize(slide, 6)).toEqual({ width: 24_576, height: 16_384 });
    expect(levelSize({ width: 1001, height: 3, levels: 3 }, 0)).toEqual({ width: 251, height: 1 });
  });

  it('should count the tiles of a level', () => {
    expect(levelTiles(slide, 6)).toEqual({ columns: 48, rows: 32 });
    expect(levelTiles(slide, 0)).toEqual({ columns: 1, rows: 1 });
    expect(rowCount(slide)).toBe(32 + 16 + 8 + 4 + 2 + 1 + 1);
    expect(hasTile(slide, { level: 6, column: 47, row: 31 })).toBe(true);
    expect(hasTile(slide, { level: 6, column: 48, row: 0 })).toBe(false);
    expect(hasTile(slide, { level: 7, column: 0, row: 0 })).toBe(false);
  });

  it('should give tiles their overlap, and cut those at the edges', () => {
    const shape = { width: 600, height: 300, tileSize: 254, overlap: 1, levels: 3 };
    expect(tileFileSize(shape, { level: 2, column: 0, row: 0 })).toEqual({ width: 255, height: 255 });
    expect(tileFileSize(shape, { level: 2, column: 1, row: 0 })).toEqual({ width: 256, height: 255 });
    expect(tileFileSize(shape, { level: 2, column: 2, row: 1 })).toEqual({ width: 93, height: 47 });
  });
});
