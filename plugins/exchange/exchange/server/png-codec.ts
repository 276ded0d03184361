import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { PngCodec, RasterPicture } from '../common/exchange/raster-picture.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Most pixels of a picture that is read. */
const pixelLimit = 100_000_000;
/** Samples per pixel by colour type of the file. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const all = Buffer.alloc(body.length + 8);
  all.writeUInt32BE(data.length, 0);
  body.copy(all, 4);
  all.writeUInt32BE(crc32(body), body.length + 4);
  return all;
}

function encode({ width, height, kind, bits, pixels, palette }: RasterPicture): Uint8Array {
  const size = kind === 'color' ? 3 : bits / 8;
  const rows = Buffer.alloc((width * size + 1) * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    // The first byte of a row names its filter: none.
    at += 1;
    for (let x = 0; x < width; x += 1, at += size) {
      const value = pixels[y * width + x]!;
      if (size === 1) rows[at] = value;
      else if (size === 2) rows.writeUInt16BE(value, at);
      else rows.writeUIntBE(value, at, 3);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, kind === 'index' ? 3 : kind === 'grey' ? 0 : 2, 0, 0, 0], 8);
  const colors = Buffer.from((palette ?? []).flatMap(color => [color >> 16, (color >> 8) & 255, color & 255]));
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    ...(kind === 'index' ? [chunk('PLTE', colors)] : []),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Undoes the filters of rows in place (PNG, section 9). */
function unfilter(rows: Buffer, stride: number, height: number, step: number): void {
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1) + 1;
    const filter = rows[start - 1]!;
    if (filter > 4) throw new Error('is a damaged PNG: a row has an unknown filter');
    for (let x = 0; x < stride && filter > 0; x += 1) {
      const left = x >= step ? rows[start + x - step]! : 0;
      const up = y > 0 ? rows[start + x - stride - 1]! : 0;
      const corner = x >= step && y > 0 ? rows[start + x - stride - 1 - step]! : 0;
      const near = left + up - corner;
      const [a, b, c] = [Math.abs(near - left), Math.abs(near - up), Math.abs(near - corner)];
      const guess =
        filter === 1
          ? left
          : filter === 2
            ? up
            : filter === 3
              ? (left + up) >> 1
              : a <= b && a <= c
                ? left
                : b <= c
                  ? up
                  : corner;
      rows[start + x] = (rows[start + x]! + guess) & 255;
    }
  }
}

function decode(bytes: Uint8Array): RasterPicture {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, 8).equals(signature) || file.length < 33) throw new Error('is no PNG');
  const [width, height, depth, type, interlaced] = [
    file.readUInt32BE(16),
    file.readUInt32BE(20),
    file[24]!,
    file[25]!,
    file[28]!,
  ];
  const channels = channelsOf[type];
  if (width === 0 || height === 0 || channels === undefined || ![1, 2, 4, 8, 16].includes(depth))
    throw new Error('is a damaged PNG');
  if (width * height > pixelLimit) throw new Error(`has ${width}x${height} pixels, more than can be read`);
  if (interlaced !== 0) throw new Error('is an interlaced PNG; save it without interlacing');
  let palette: number[] = [];
  const packed: Buffer[] = [];
  for (let at = 8; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > file.length) throw new Error('is a damaged PNG: it ends too early');
    const data = file.subarray(at + 8, at + 8 + length);
    if (name === 'PLTE')
      palette = Array.from({ length: Math.floor(length / 3) }, (none, index) => data.readUIntBE(index * 3, 3));
    else if (name === 'IDAT') packed.push(data);
    at += 12 + length;
  }
  const stride = Math.ceil((width * channels * depth) / 8);
  let rows: Buffer;
  try {
    rows = inflateSync(Buffer.concat(packed), { maxOutputLength: (stride + 1) * height + 1024 });
  } catch {
    throw new Error('is a damaged PNG: its pixels can’t be unpacked');
  }
  if (rows.length < (stride + 1) * height) throw new Error('is a damaged PNG: it has too few pixels');
  unfilter(rows, stride, height, Math.max(1, (channels * depth) >> 3));
  const color = type === 2 || type === 6;
  const pixels = color
    ? new Uint32Array(width * height)
    : depth === 16
      ? new Uint16Array(width * height)
      : new Uint8Array(width * height);
  const step = (channels * depth) >> 3;
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1) + 1;
    for (let x = 0; x < width; x += 1) {
      const at = start + x * step;
      // See-through pixels are background.
      if ((type === 6 || type === 4) && rows[at + step - 1]! < 128) continue;
      pixels[y * width + x] =
        depth < 8
          ? (rows[start + ((x * depth) >> 3)]! >> (8 - depth - ((x * depth) & 7))) & ((1 << depth) - 1)
          : color
            ? (rows[at]! << 16) | (rows[at + (depth >> 3)]! << 8) | rows[at + (depth >> 3) * 2]!
            : depth === 16
              ? rows.readUInt16BE(at)
              : rows[at]!;
    }
  }
  return {
    width,
    height,
    kind: color ? 'color' : type === 3 ? 'index' : 'grey',
    bits: depth === 16 && !color ? 16 : 8,
    pixels,
    ...(type === 3 ? { palette } : {}),
  };
}

/** PNG files as numbers, so that palettes are read by index. */
export const pngCodec: PngCodec = { decode, encode };
