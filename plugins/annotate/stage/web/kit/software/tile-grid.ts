import type { Place, Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** Device pixels along one side of a tile. */
export const tileSize = 256;

/** Whole device pixels of one scale, counted from the item's origin; `right` and `bottom` are the first beyond. */
export interface PixelArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A tile of one scale, counted from the item's origin. */
export interface TileKey {
  readonly column: number;
  readonly row: number;
}

/** The tiles that meet a part of the item at a scale (device pixels per item pixel), nearest to its middle first. */
export function tilesMeeting(part: Rectangle, scale: number): readonly TileKey[] {
  const side = tileSize / scale;
  const keys: TileKey[] = [];
  for (let row = Math.floor(part.minY / side); row <= Math.floor(part.maxY / side); row += 1) {
    for (let column = Math.floor(part.minX / side); column <= Math.floor(part.maxX / side); column += 1)
      keys.push({ column, row });
  }
  const middle: Place = { x: (part.minX + part.maxX) / 2 / side - 0.5, y: (part.minY + part.maxY) / 2 / side - 0.5 };
  const away = ({ column, row }: TileKey): number => Math.hypot(column - middle.x, row - middle.y);
  return keys.sort((first, second) => away(first) - away(second));
}

export function areaOf({ column, row }: TileKey): PixelArea {
  return { left: column * tileSize, top: row * tileSize, right: (column + 1) * tileSize, bottom: (row + 1) * tileSize };
}

/** The pixels that a part of the item touches, inside of `within`; undefined when there are none. */
export function touched(part: Rectangle, scale: number, within: PixelArea): PixelArea | undefined {
  const left = Math.max(within.left, Math.floor(part.minX * scale));
  const top = Math.max(within.top, Math.floor(part.minY * scale));
  const right = Math.min(within.right, Math.ceil(part.maxX * scale));
  const bottom = Math.min(within.bottom, Math.ceil(part.maxY * scale));
  return left < right && top < bottom ? { left, top, right, bottom } : undefined;
}

/** The smallest area around tiles; undefined when there are none. */
export function around(keys: readonly TileKey[]): PixelArea | undefined {
  if (keys.length === 0) return undefined;
  const areas = keys.map(areaOf);
  return {
    left: Math.min(...areas.map(area => area.left)),
    top: Math.min(...areas.map(area => area.top)),
    right: Math.max(...areas.map(area => area.right)),
    bottom: Math.max(...areas.map(area => area.bottom)),
  };
}

export function meetsArea(first: PixelArea, second: PixelArea): boolean {
  return (
    first.left < second.right && second.left < first.right && first.top < second.bottom && second.top < first.bottom
  );
}

export function nameOf({ column, row }: TileKey): string {
  return `${column}/${row}`;
}

/** The tile of a name of {@link nameOf}. */
export function keyOf(name: string): TileKey {
  const [column, row] = name.split('/').map(Number) as [number, number];
  return { column, row };
}
