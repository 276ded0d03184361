import type { Rectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import type { PixelArea, TileKey } from './tile-grid.ts';
import { areaOf, meetsArea, nameOf, tileSize, touched } from './tile-grid.ts';

/** Pixels of a part of the item at one scale. */
export interface Tile {
  readonly key: TileKey;
  readonly canvas: OffscreenCanvas;
  readonly context: OffscreenCanvasRenderingContext2D;
  /** All looks different since; shown until it is replaced. */
  stale: boolean;
  /** Frame in which it was drawn last. */
  used: number;
}

/** The tiles of one scale (device pixels per item pixel), those that are on their way too. */
export class TileSet {
  readonly scale: number;
  readonly tiles = new Map<string, Tile>();
  /** A ticket for each tile on its way; pixels that come with another one are too late. */
  readonly awaited = new Map<string, number>();
  #tickets = 0;

  constructor(scale: number) {
    this.scale = scale;
  }

  /** Marks what shows a part of the item as looking different, and what is on its way there as too late. */
  outdate(part: Rectangle): void {
    for (const tile of this.tiles.values()) tile.stale ||= this.#shows(tile.key, part);
    this.#miss(part);
  }

  /** Takes out what shows a part of the item or is on its way to, but for the tiles of the names in `kept`. */
  forget(part: Rectangle, kept: ReadonlySet<string>): void {
    for (const [name, { key }] of this.tiles) if (!kept.has(name) && this.#shows(key, part)) this.tiles.delete(name);
    this.#miss(part);
  }

  /** Notes that a tile is on its way; answers its ticket. */
  expect(key: TileKey): number {
    this.#tickets += 1;
    this.awaited.set(nameOf(key), this.#tickets);
    return this.#tickets;
  }

  /** Takes the pixels of a tile unless they are too late. */
  receive(key: TileKey, ticket: number, pixels: ImageData, frame: number): void {
    const name = nameOf(key);
    if (this.awaited.get(name) !== ticket) return;
    this.awaited.delete(name);
    const tile = this.tiles.get(name) ?? makeTile(key);
    tile.context.putImageData(pixels, 0, 0);
    tile.stale = false;
    tile.used = frame;
    this.tiles.set(name, tile);
  }

  /** Puts pixels of an area into the tiles there are. */
  put(pixels: ImageData, area: PixelArea): void {
    for (let row = Math.floor(area.top / tileSize); row * tileSize < area.bottom; row += 1) {
      for (let column = Math.floor(area.left / tileSize); column * tileSize < area.right; column += 1) {
        const key = { column, row };
        if (meetsArea(areaOf(key), area)) this.tiles.get(nameOf(key))?.context.putImageData(pixels, area.left - column * tileSize, area.top - row * tileSize);
      }
    }
  }

  #shows(key: TileKey, part: Rectangle): boolean {
    return touched(part, this.scale, areaOf(key)) !== undefined;
  }

  #miss(part: Rectangle): void {
    for (const name of this.awaited.keys()) {
      const [column, row] = name.split('/').map(Number) as [number, number];
      if (this.#shows({ column, row }, part)) this.awaited.delete(name);
    }
  }

  /** Takes out those not drawn for longest, down to `capacity`, but for those drawn last. */
  evict(capacity: number, frame: number): void {
    if (this.tiles.size <= capacity) return;
    const idle = [...this.tiles].filter(([, tile]) => tile.used < frame - 1).sort(([, first], [, second]) => first.used - second.used);
    for (const [name] of idle.slice(0, this.tiles.size - capacity)) this.tiles.delete(name);
  }
}

function makeTile(key: TileKey): Tile {
  const canvas = new OffscreenCanvas(tileSize, tileSize);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (context === null) throw new Error('This browser has no canvas to draw on');
  return { key, canvas, context, stale: false, used: 0 };
}
