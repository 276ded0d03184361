import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { PixelArea, TileKey } from './tile-grid.ts';
import { areaOf, keyOf, meetsArea, nameOf, tileSize, touched } from './tile-grid.ts';
import type { TileCanvas, TilePool } from './tile-pool.ts';

/** Pixels of a part of the item at one scale. */
export interface Tile extends TileCanvas {
  readonly key: TileKey;
  /** All looks different since; shown until it is replaced. */
  stale: boolean;
  /** Frame in which it was drawn last. */
  used: number;
}

/** The tiles of one scale (device pixels per item pixel), those that are on their way too. */
export class TileSet {
  readonly scale: number;
  readonly tiles = new Map<string, Tile>();
  /**
   * Tiles on their way: pixels that come with another ticket are too late; those of an outdated one are shown, and
   * asked for again.
   */
  readonly awaited = new Map<string, { readonly ticket: number; outdated: boolean }>();
  readonly #pool: TilePool;
  #tickets = 0;

  constructor(scale: number, pool: TilePool) {
    this.scale = scale;
    this.#pool = pool;
  }

  /** Gives all canvases back; what is on its way is too late. Returns what is left of the set. */
  release(): undefined {
    for (const name of this.tiles.keys()) this.#drop(name);
    this.awaited.clear();
  }

  /** Marks what shows a part of the item, or is on its way to, as looking different. */
  outdate(part: Rectangle): void {
    for (const tile of this.tiles.values()) tile.stale ||= this.#shows(tile.key, part);
    for (const [name, tile] of this.awaited) tile.outdated ||= this.#shows(keyOf(name), part);
  }

  /** Takes out what shows a part of the item or is on its way to, but for the tiles of the names in `kept`. */
  forget(part: Rectangle, kept: ReadonlySet<string>): void {
    for (const [name, { key }] of this.tiles) if (!kept.has(name) && this.#shows(key, part)) this.#drop(name);
    for (const name of this.awaited.keys()) if (this.#shows(keyOf(name), part)) this.awaited.delete(name);
  }

  /** Notes that a tile is on its way; answers its ticket. */
  expect(key: TileKey): number {
    this.#tickets += 1;
    this.awaited.set(nameOf(key), { ticket: this.#tickets, outdated: false });
    return this.#tickets;
  }

  /** Takes the pixels of a tile unless they are too late. */
  receive(key: TileKey, ticket: number, pixels: ImageData, frame: number): void {
    const name = nameOf(key);
    const awaited = this.awaited.get(name);
    if (awaited?.ticket !== ticket) return;
    this.awaited.delete(name);
    const tile = this.tiles.get(name) ?? { key, ...this.#pool.take(), stale: false, used: 0 };
    tile.context.putImageData(pixels, 0, 0);
    tile.stale = awaited.outdated;
    tile.used = frame;
    this.tiles.set(name, tile);
  }

  /** Puts pixels of an area into the tiles there are. */
  put(pixels: ImageData, area: PixelArea): void {
    for (let row = Math.floor(area.top / tileSize); row * tileSize < area.bottom; row += 1) {
      for (let column = Math.floor(area.left / tileSize); column * tileSize < area.right; column += 1) {
        const key = { column, row };
        if (meetsArea(areaOf(key), area))
          this.tiles
            .get(nameOf(key))
            ?.context.putImageData(pixels, area.left - column * tileSize, area.top - row * tileSize);
      }
    }
  }

  #shows(key: TileKey, part: Rectangle): boolean {
    return touched(part, this.scale, areaOf(key)) !== undefined;
  }

  /** Takes out those not drawn for longest, down to `capacity`, but for those drawn last. */
  evict(capacity: number, frame: number): void {
    if (this.tiles.size <= capacity) return;
    const idle = [...this.tiles]
      .filter(([, tile]) => tile.used < frame - 1)
      .sort(([, first], [, second]) => first.used - second.used);
    for (const [name] of idle.slice(0, this.tiles.size - capacity)) this.#drop(name);
  }

  #drop(name: string): void {
    const tile = this.tiles.get(name);
    if (tile === undefined) return;
    this.tiles.delete(name);
    this.#pool.give(tile);
  }
}
