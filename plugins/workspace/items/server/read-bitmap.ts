/** Raw pixels, row by row from the top. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Buffer;
}

/** Width and height of a BMP by its header, in pixels; undefined when the header is not one. */
export function bitmapSize(file: Buffer): { readonly width: number; readonly height: number } | undefined {
  if (file.length < 26 || file.toString('latin1', 0, 2) !== 'BM') return undefined;
  const header = file.readUInt32LE(14);
  const width = header === 12 ? file.readUInt16LE(18) : file.readInt32LE(18);
  const height = header === 12 ? file.readUInt16LE(20) : Math.abs(file.readInt32LE(22));
  return width > 0 && height > 0 ? { width, height } : undefined;
}

interface Masks {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

const usualMasks = (bits: number): Masks =>
  bits === 16
    ? { red: 0x7c00, green: 0x3e0, blue: 0x1f, alpha: 0 }
    : { red: 0xff0000, green: 0xff00, blue: 0xff, alpha: 0 };

/** The part of a pixel under a mask, spread to 0–255. */
function part(pixel: number, mask: number): number {
  if (mask === 0) return 255;
  const shift = Math.log2((mask & -mask) >>> 0);
  const most = mask >>> shift;
  return Math.round((((pixel & mask) >>> shift) * 255) / most);
}

/**
 * Reads an uncompressed BMP (1, 4, 8, 16, 24 or 32 bits, with or without bit fields): libvips as it is shipped reads
 * none. Undefined when the file is cut off, compressed or broken.
 */
export function readBitmap(file: Buffer): Bitmap | undefined {
  const size = bitmapSize(file);
  if (size === undefined) return undefined;
  const { width, height } = size;
  const header = file.readUInt32LE(14);
  const old = header === 12;
  const bits = file.readUInt16LE(old ? 24 : 28);
  const compression = old ? 0 : file.readUInt32LE(30);
  const start = file.readUInt32LE(10);
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (![1, 4, 8, 16, 24, 32].includes(bits) || ![0, 3].includes(compression) || start + stride * height > file.length)
    return undefined;
  const upsideDown = old || file.readInt32LE(22) > 0;
  const masks =
    compression === 3
      ? {
          red: file.readUInt32LE(54),
          green: file.readUInt32LE(58),
          blue: file.readUInt32LE(62),
          alpha: header >= 56 ? file.readUInt32LE(66) : 0,
        }
      : usualMasks(bits);
  const entry = old ? 3 : 4;
  const palette = 14 + header;
  const channels = masks.alpha === 0 ? 3 : 4;
  const data = Buffer.alloc(width * height * channels);
  for (let y = 0; y < height; y++) {
    const row = start + stride * (upsideDown ? height - 1 - y : y);
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels;
      if (bits <= 8) {
        const byte = file[row + ((x * bits) >> 3)]!;
        const color = palette + entry * ((byte >> (8 - bits - ((x * bits) & 7))) & ((1 << bits) - 1));
        data[at] = file[color + 2] ?? 0;
        data[at + 1] = file[color + 1] ?? 0;
        data[at + 2] = file[color] ?? 0;
      } else if (bits === 24) {
        data[at] = file[row + x * 3 + 2]!;
        data[at + 1] = file[row + x * 3 + 1]!;
        data[at + 2] = file[row + x * 3]!;
      } else {
        const pixel = bits === 16 ? file.readUInt16LE(row + x * 2) : file.readUInt32LE(row + x * 4);
        data[at] = part(pixel, masks.red);
        data[at + 1] = part(pixel, masks.green);
        data[at + 2] = part(pixel, masks.blue);
        if (channels === 4) data[at + 3] = part(pixel, masks.alpha);
      }
    }
  }
  return { width, height, channels, data };
}
