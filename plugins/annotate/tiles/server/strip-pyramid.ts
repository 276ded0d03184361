import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PyramidShape } from '../common/pyramid.ts';
import { levelSize } from '../common/pyramid.ts';

/** Pixels of one level from the left to the right: red, green and blue, 3 bytes each. */
export interface Strip {
  readonly pixels: Buffer;
  readonly rows: number;
}

/** One level: the strip that is being filled, and the rows of tiles that are written. */
interface Level {
  readonly width: number;
  readonly pixels: Buffer;
  filled: number;
  written: number;
}

/**
 * Writes a pyramid from strips of the full resolution, from the top: `FOLDER/LEVEL/COLUMN_ROW.jpeg`. Of each level one
 * row of tiles is in memory. The edge of tiles must be even.
 */
export class StripPyramid {
  readonly #levels: readonly Level[];

  constructor(
    private readonly shape: PyramidShape,
    private readonly folder: string,
    private readonly quality: number,
  ) {
    this.#levels = Array.from({ length: shape.levels }, (_, level) => {
      const { width } = levelSize(shape, level);
      return { width, pixels: Buffer.alloc(width * shape.tileSize * 3), filled: 0, written: 0 };
    });
  }

  async begin(): Promise<void> {
    for (const level of this.#levels.keys()) await mkdir(join(this.folder, String(level)), { recursive: true });
  }

  /** Adds the next strip: as many rows as a tile has, fewer in the last one. */
  add(strip: Strip): Promise<void> {
    return this.#add(this.shape.levels - 1, strip);
  }

  /** Writes what is left of the smaller levels. */
  async end(): Promise<void> {
    for (let level = this.shape.levels - 1; level >= 0; level -= 1) await this.#write(level);
  }

  async #add(level: number, { pixels, rows }: Strip): Promise<void> {
    const own = this.#levels[level]!;
    pixels.copy(own.pixels, own.filled * own.width * 3, 0, rows * own.width * 3);
    own.filled += rows;
    if (own.filled === this.shape.tileSize) await this.#write(level);
  }

  async #write(level: number): Promise<void> {
    const own = this.#levels[level]!;
    const { width, pixels, filled: height, written: row } = own;
    if (height === 0) return;
    const { tileSize } = this.shape;
    const strip = sharp(pixels.subarray(0, width * height * 3), { raw: { width, height, channels: 3 } });
    for (let column = 0; column * tileSize < width; column += 1) {
      const left = column * tileSize;
      await strip
        .clone()
        .extract({ left, top: 0, width: Math.min(tileSize, width - left), height })
        .jpeg({ quality: this.quality })
        .toFile(join(this.folder, String(level), `${column}_${row}.jpeg`));
    }
    own.filled = 0;
    own.written += 1;
    if (level > 0) await this.#add(level - 1, halved(pixels, width, height));
  }
}

/** Half of a strip, rounded up: each pixel is the mean of up to four. */
function halved(pixels: Buffer, width: number, height: number): Strip {
  const [half, rows] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const found = Buffer.alloc(half * rows * 3);
  for (let y = 0; y < rows; y += 1) {
    const upper = y * 2 * width * 3;
    const lower = Math.min(height - 1, y * 2 + 1) * width * 3;
    for (let x = 0; x < half; x += 1) {
      const [left, right] = [x * 6, Math.min(width - 1, x * 2 + 1) * 3];
      for (let part = 0; part < 3; part += 1)
        found[(y * half + x) * 3 + part] =
          (pixels[upper + left + part]! +
            pixels[upper + right + part]! +
            pixels[lower + left + part]! +
            pixels[lower + right + part]! +
            2) >>
          2;
    }
  }
  return { pixels: found, rows };
}
