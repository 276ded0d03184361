import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { intersect, isEmptyRectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { ImageSource, TileKey } from './image-source.ts';
import { tileArea } from './image-source.ts';

type Pyramid = Pick<ImageSource, 'size' | 'levels' | 'tileSize'>;

/**
 * The level to show at a scale in device pixels per item pixel: the smallest that is not enlarged, or the full size.
 */
export function levelFor(source: Pyramid, scale: number): number {
  let level = 0;
  while (level + 1 < source.levels.length && source.levels[level + 1]!.width / source.size.width >= scale * 0.9)
    level += 1;
  return level;
}

/** The tiles of a level that meet a part of the item (item pixels), row by row. */
export function tilesMeeting(source: Pyramid, level: number, part: Rectangle): readonly TileKey[] {
  const { width, height } = source.levels[level]!;
  const area = intersect(part, { minX: 0, minY: 0, maxX: source.size.width, maxY: source.size.height });
  if (isEmptyRectangle(area)) return [];
  const across = width / source.size.width / source.tileSize;
  const down = height / source.size.height / source.tileSize;
  const lastColumn = Math.min(Math.floor(area.maxX * across), Math.ceil(width / source.tileSize) - 1);
  const lastRow = Math.min(Math.floor(area.maxY * down), Math.ceil(height / source.tileSize) - 1);
  const tiles: TileKey[] = [];
  for (let row = Math.floor(area.minY * down); row <= lastRow; row += 1) {
    for (let column = Math.floor(area.minX * across); column <= lastColumn; column += 1)
      tiles.push({ level, column, row });
  }
  return tiles;
}

/** The part of the item that a tile covers, in item pixels. */
export function tileBounds(source: Pyramid, key: TileKey): Rectangle {
  const level = source.levels[key.level]!;
  const { x, y, width, height } = tileArea(level, source.tileSize, key);
  const across = source.size.width / level.width;
  const down = source.size.height / level.height;
  return { minX: x * across, minY: y * down, maxX: (x + width) * across, maxY: (y + height) * down };
}
