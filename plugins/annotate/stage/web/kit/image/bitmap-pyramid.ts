import type { ImageLevel, TileKey } from './image-source.ts';
import { pyramidLevels, tileArea } from './image-source.ts';

/** Pixels along one side of a tile of a picture decoded in the browser. */
export const bitmapTileSize = 512;

/**
 * A decoded picture that hands out tiles; smaller levels are made when first asked for. Runs in the worker, or on the
 * page where there is none.
 */
export class BitmapPyramid {
  readonly levels: readonly ImageLevel[];
  readonly #bitmaps: Map<number, Promise<ImageBitmap>>;

  constructor(full: ImageBitmap) {
    this.levels = pyramidLevels({ width: full.width, height: full.height }, bitmapTileSize);
    this.#bitmaps = new Map([[0, Promise.resolve(full)]]);
  }

  /** Fetches and decodes a picture, with its EXIF orientation. Rejects with a text a person can read. */
  static async open(url: string): Promise<BitmapPyramid> {
    const response = await fetch(url, { credentials: 'same-origin' });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const blob = await response.blob();
    const full = await createImageBitmap(blob, { imageOrientation: 'from-image' }).catch(() => {
      throw new Error(`this browser cannot decode it${blob.type === '' ? '' : ` (${blob.type})`}`);
    });
    return new BitmapPyramid(full);
  }

  async tile(key: TileKey): Promise<ImageBitmap> {
    const bitmap = await this.#level(key.level);
    const { x, y, width, height } = tileArea(this.levels[key.level]!, bitmapTileSize, key);
    // Chromium cuts pieces out of a picture that its EXIF orientation turned at the wrong place; drawn on a canvas they
    // come out right.
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')!.drawImage(bitmap, x, y, width, height, 0, 0, width, height);
    return canvas.transferToImageBitmap();
  }

  async dispose(): Promise<void> {
    for (const bitmap of await Promise.all(this.#bitmaps.values())) bitmap.close();
  }

  /**
   * A level is made of the next smaller one there is above it, or of the full size: that takes a fraction of halving
   * level after level.
   */
  #level(level: number): Promise<ImageBitmap> {
    const before = this.#bitmaps.get(level);
    if (before !== undefined) return before;
    const { width, height } = this.levels[level]!;
    const larger = this.#bitmaps.get(Math.max(...[...this.#bitmaps.keys()].filter(one => one < level)))!;
    const made = larger.then(bitmap =>
      createImageBitmap(bitmap, { resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' }),
    );
    this.#bitmaps.set(level, made);
    return made;
  }
}
