import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** One size of a picture, in its own pixels. Level 0 is the full size, each next one half of it. */
export type ImageLevel = Size;

/** One square of a level, counted from the top left. */
export interface TileKey {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/** A picture as a pyramid of tiles: a photo decoded here, or a slide whose tiles come from a server. */
export interface ImageSource {
  /** Item pixels, the EXIF orientation applied. */
  readonly size: Size;
  readonly levels: readonly ImageLevel[];
  /** Pixels of a level along one side of a tile; tiles at the right and lower edge may be smaller. */
  readonly tileSize: number;
  /** The pixels of one tile. The caller closes the bitmap. Rejects after {@link dispose}. */
  tile(key: TileKey): Promise<ImageBitmap>;
  /** False for a tile that is not there yet; absent where all tiles are. */
  has?(key: TileKey): boolean;
  /** Calls `listener` when more tiles are there. Returns the way to stop. */
  onTiles?(listener: () => void): () => void;
  dispose(): void;
}

/** The levels of a pyramid over a picture, down to the one that fits into a tile. */
export function pyramidLevels(size: Size, tileSize: number): readonly ImageLevel[] {
  const levels: ImageLevel[] = [size];
  while (Math.max(levels.at(-1)!.width, levels.at(-1)!.height) > tileSize) {
    const { width, height } = levels.at(-1)!;
    levels.push({ width: Math.max(1, Math.ceil(width / 2)), height: Math.max(1, Math.ceil(height / 2)) });
  }
  return levels;
}

/** The pixels of a level that a tile covers. */
export function tileArea(
  level: ImageLevel,
  tileSize: number,
  key: TileKey,
): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
  const x = key.column * tileSize;
  const y = key.row * tileSize;
  return { x, y, width: Math.min(tileSize, level.width - x), height: Math.min(tileSize, level.height - y) };
}
