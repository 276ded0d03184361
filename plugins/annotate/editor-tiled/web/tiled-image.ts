import type { Client } from '#core/api/web/index.ts';
import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { ImageLevel, ImageSource, TileKey } from '#plugins/annotate/stage/web/kit/index.ts';
import { tileArea } from '#plugins/annotate/stage/web/kit/index.ts';
import type { PyramidView, tilesApi } from '#plugins/annotate/tiles/common/index.ts';
import { levelSize } from '#plugins/annotate/tiles/common/index.ts';

/** The item whose tiles are shown. */
export interface TiledItem {
  readonly project_id: number;
  readonly item_id: number;
}

/** A pyramid on the server as a picture of the stage. Browsers decode its tiles off the page's thread. */
export class TiledImage implements ImageSource {
  readonly size: Size;
  readonly levels: readonly ImageLevel[];
  readonly tileSize: number;
  readonly #api: Client<typeof tilesApi>;
  readonly #item: TiledItem;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<() => void>();
  #pyramid: PyramidView;

  constructor(api: Client<typeof tilesApi>, item: TiledItem, pyramid: PyramidView) {
    this.#api = api;
    this.#item = item;
    this.#pyramid = pyramid;
    this.size = { width: pyramid.width, height: pyramid.height };
    this.tileSize = pyramid.tile_size;
    this.levels = Array.from({ length: pyramid.levels }, (_, level) => levelSize(pyramid, pyramid.levels - 1 - level));
  }

  /** The pyramid is further than it was. */
  update(pyramid: PyramidView): void {
    this.#pyramid = pyramid;
    for (const listener of this.#listeners) listener();
  }

  has({ level, row }: TileKey): boolean {
    return row < (this.#pyramid.rows[this.#levelOnServer(level)] ?? 0);
  }

  onTiles(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async tile(key: TileKey): Promise<ImageBitmap> {
    const { width, height } = tileArea(this.levels[key.level]!, this.tileSize, key);
    const response = await this.#api.getTile({
      params: { ...this.#item, level: this.#levelOnServer(key.level), column: key.column, row: key.row },
      query: { pyramid: this.#pyramid.id },
      signal: this.#closing.signal,
    });
    if (response.status === 204) return missingTile(width, height);
    const { overlap } = this.#pyramid;
    const blob = await response.blob();
    return overlap === 0
      ? createImageBitmap(blob)
      : createImageBitmap(blob, key.column > 0 ? overlap : 0, key.row > 0 ? overlap : 0, width, height);
  }

  dispose(): void {
    this.#closing.abort();
    this.#listeners.clear();
  }

  /** The stage counts levels from the full resolution, the server from the smallest. */
  #levelOnServer(level: number): number {
    return this.#pyramid.levels - 1 - level;
  }
}

/** A hatched square for a tile that the source of the pyramid lacks. */
function missingTile(width: number, height: number): ImageBitmap {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#6b7078';
  context.fillRect(0, 0, width, height);
  context.strokeStyle = '#7d828b';
  context.lineWidth = 4;
  context.beginPath();
  for (let at = -height; at < width; at += 24) {
    context.moveTo(at, height);
    context.lineTo(at + height, 0);
  }
  context.stroke();
  return canvas.transferToImageBitmap();
}
