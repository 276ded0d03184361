import type { PictureLook } from '../picture-look.ts';
import { isPlainLook, lookTable } from '../picture-look.ts';

/** The tiles of a picture as they are to be shown, made once for each look. */
export class LookedTiles {
  #look: PictureLook | undefined;
  #table: Uint8ClampedArray = new Uint8ClampedArray(256);
  #made = new WeakMap<ImageBitmap, HTMLCanvasElement>();

  /** Returns the picture that is drawn in place of a tile. */
  of(tile: ImageBitmap, look: PictureLook): ImageBitmap | HTMLCanvasElement {
    if (isPlainLook(look)) return tile;
    if (look !== this.#look) {
      this.#look = look;
      this.#table = lookTable(look);
      this.#made = new WeakMap();
    }
    const known = this.#made.get(tile);
    if (known !== undefined) return known;
    const canvas = document.createElement('canvas');
    canvas.width = tile.width;
    canvas.height = tile.height;
    const context = canvas.getContext('2d')!;
    context.drawImage(tile, 0, 0);
    const pixels = context.getImageData(0, 0, tile.width, tile.height);
    showAs(pixels.data, this.#table);
    context.putImageData(pixels, 0, 0);
    this.#made.set(tile, canvas);
    return canvas;
  }
}

/** Puts a table of {@link lookTable} to work on the colours of pixels; their opacity stays. */
export function showAs(data: Uint8ClampedArray, table: Uint8ClampedArray): void {
  for (let at = 0; at < data.length; at += 4) {
    data[at] = table[data[at]!]!;
    data[at + 1] = table[data[at + 1]!]!;
    data[at + 2] = table[data[at + 2]!]!;
  }
}
