import type { ImageSource, TileKey } from './image-source.ts';
import { levelFor, tilesMeeting } from './tile-plan.ts';

/**
 * Makes the tiles that show an entire decoded picture at a scale (device pixels per item pixel) before they are asked for.
 * Each is given away once; those nobody asked for are closed with the picture. `made` gets each as soon as it is there.
 */
export function withFirstTiles(
  source: ImageSource,
  scale: number,
  made: (tile: ImageBitmap) => void = () => undefined,
): ImageSource {
  const whole = { minX: 0, minY: 0, maxX: source.size.width, maxY: source.size.height };
  const levels = new Set([levelFor(source, scale), source.levels.length - 1]);
  const first = new Map(
    [...levels]
      .flatMap(level => tilesMeeting(source, level, whole))
      .map((key): [string, Promise<ImageBitmap>] => [nameOf(key), source.tile(key)]),
  );
  // Who takes a tile learns of its failure.
  for (const tile of first.values()) tile.then(made, () => undefined);
  return {
    size: source.size,
    levels: source.levels,
    tileSize: source.tileSize,
    tile(key) {
      const name = nameOf(key);
      const tile = first.get(name) ?? source.tile(key);
      first.delete(name);
      return tile;
    },
    dispose() {
      for (const tile of first.values())
        tile.then(
          bitmap => bitmap.close(),
          () => undefined,
        );
      first.clear();
      source.dispose();
    },
  };
}

const nameOf = ({ level, column, row }: TileKey): string => `${level}/${column}/${row}`;
