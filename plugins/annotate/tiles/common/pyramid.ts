/** The geometry of a tile pyramid. Level 0 is the smallest; level `levels - 1` has the full resolution. */
export interface PyramidShape {
  /** Pixels of the full-resolution image. */
  readonly width: number;
  readonly height: number;
  /** Edge of a tile in pixels of its level, without the overlap. */
  readonly tileSize: number;
  /** Pixels that a tile shares with each neighbour. */
  readonly overlap: number;
  readonly levels: number;
}

/** One tile, counted from the top left of its level. */
export interface TileAddress {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/** Quality of the tiles that are cut, for JPEG. */
export const TILE_QUALITY = 88;

/** Smallest and largest edge of a tile in pixels. */
export const tileSizes = { min: 64, max: 2048 } as const;

/** The number of levels with which level 0 is the first that fits into one tile. */
export function levelCount(width: number, height: number, tileSize: number): number {
  let levels = 1;
  for (let edge = Math.max(width, height); edge > tileSize; edge = Math.ceil(edge / 2)) levels += 1;
  return levels;
}

/**
 * The pyramid that an image is cut into. Rows of tiles are as wide as the image: those of wide ones are lower, so that
 * they take no more memory.
 */
export function imageShape(width: number, height: number): PyramidShape {
  const tileSize = width > 65_536 ? 256 : 512;
  return { width, height, tileSize, overlap: 0, levels: levelCount(width, height, tileSize) };
}

/** Size of a level in its own pixels: each level is half of the next one, rounded up. */
export function levelSize(
  { width, height, levels }: Pick<PyramidShape, 'width' | 'height' | 'levels'>,
  level: number,
): { readonly width: number; readonly height: number } {
  const scale = 2 ** (levels - 1 - level);
  return { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
}

/** Tiles across and down a level. */
export function levelTiles(shape: PyramidShape, level: number): { readonly columns: number; readonly rows: number } {
  const { width, height } = levelSize(shape, level);
  return { columns: Math.ceil(width / shape.tileSize), rows: Math.ceil(height / shape.tileSize) };
}

/** Pixels of the image file of a tile, the overlap included. */
export function tileFileSize(
  shape: PyramidShape,
  { level, column, row }: TileAddress,
): { readonly width: number; readonly height: number } {
  const size = levelSize(shape, level);
  const extent = (at: number, all: number): number =>
    Math.min(all, (at + 1) * shape.tileSize + shape.overlap) - Math.max(0, at * shape.tileSize - shape.overlap);
  return { width: extent(column, size.width), height: extent(row, size.height) };
}

/** Rows of tiles of all levels together. */
export function rowCount(shape: PyramidShape): number {
  let rows = 0;
  for (let level = 0; level < shape.levels; level += 1) rows += levelTiles(shape, level).rows;
  return rows;
}

/** True for a tile that the pyramid has. */
export function hasTile(shape: PyramidShape, { level, column, row }: TileAddress): boolean {
  if (level < 0 || level >= shape.levels || column < 0 || row < 0) return false;
  const { columns, rows } = levelTiles(shape, level);
  return column < columns && row < rows;
}
