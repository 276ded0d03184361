import type { RasterContent, SettledMask } from '#plugins/annotate/annotations/common/raster/index.ts';
import { RunDeflate } from './run-deflate.ts';

/** A mask as the page works with it. */
export interface DecodedMask extends RasterContent {
  readonly width: number;
  readonly height: number;
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Opaque alpha, in the highest byte of a pixel in memory. */
const opaque = 0xff000000;

/**
 * Reads a PNG of a mask as the server keeps it: 8-bit RGBA, not interlaced. Row by row and without a canvas, which some
 * browsers blur against tracking, and in a fraction of its memory.
 *
 * @throws Error for another kind of picture, or more than 65 535 colours
 */
export async function decodeMask(bytes: Uint8Array): Promise<DecodedMask> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (signature.some((byte, at) => bytes[at] !== byte)) throw new Error('the mask is no PNG');
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  if (bytes[24] !== 8 || bytes[25] !== 6 || bytes[28] !== 0) throw new Error('the mask is no plain RGBA picture');
  const reader = new RowReader(width, height);
  const packed = new ReadableStream<BufferSource>({
    start(controller) {
      for (let at = 8; at + 12 <= bytes.length;) {
        const length = view.getUint32(at);
        if (view.getUint32(at + 4) === 0x49444154)
          controller.enqueue(bytes.subarray(at + 8, at + 8 + length) as Uint8Array<ArrayBuffer>);
        at += length + 12;
      }
      controller.close();
    },
  });
  const rows = packed.pipeThrough(new DecompressionStream('deflate')).getReader();
  for (let next = await rows.read(); !next.done; next = await rows.read()) reader.take(next.value);
  return reader.finish();
}

/** Takes unpacked bytes as they come and puts rows together. */
class RowReader {
  readonly #labels: Uint16Array;
  readonly #colors: number[] = [0];
  readonly #counts: number[] = [0];
  readonly #bounds: number[] = [0, 0, 0, 0];
  readonly #slots = new Map<number, number>();
  #row: Uint8Array;
  #above: Uint8Array;
  /** Painted runs of the row read last. */
  #runs: { readonly slot: number; readonly from: number; readonly to: number }[] = [];
  #filter = -1;
  #filled = 0;
  #y = 0;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.#labels = new Uint16Array(width * height);
    this.#row = new Uint8Array(width * 4);
    this.#above = new Uint8Array(width * 4);
  }

  take(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length && this.#y < this.height) {
      if (this.#filter < 0) {
        this.#filter = chunk[at++]!;
        this.#filled = 0;
        continue;
      }
      const count = Math.min(this.#row.length - this.#filled, chunk.length - at);
      this.#row.set(chunk.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled === this.#row.length) this.#endRow();
    }
  }

  finish(): DecodedMask {
    if (this.#y < this.height) throw new Error('the mask is cut off');
    this.#counts[0] = this.width * this.height - this.#counts.reduce((sum, count) => sum + count, 0);
    return {
      width: this.width,
      height: this.height,
      labels: this.#labels,
      colors: this.#colors,
      counts: this.#counts,
      bounds: this.#bounds,
    };
  }

  #endRow(): void {
    const start = this.#y * this.width;
    if (this.#filter === 2 && this.#y > 0 && isEmpty(this.#row)) {
      this.#labels.copyWithin(start, start - this.width, start);
    } else {
      unfilter(this.#filter, this.#row, this.#above);
      this.#takeRuns(start);
      [this.#row, this.#above] = [this.#above, this.#row];
    }
    for (const { slot, from, to } of this.#runs) {
      this.#counts[slot]! += to - from;
      const at = slot * 4;
      this.#bounds[at] = Math.min(this.#bounds[at]!, from);
      this.#bounds[at + 2] = Math.max(this.#bounds[at + 2]!, to);
      this.#bounds[at + 3] = this.#y + 1;
    }
    this.#filter = -1;
    this.#y += 1;
  }

  /** Finds the painted runs of the row and writes their labels. */
  #takeRuns(start: number): void {
    const pixels = new Uint32Array(this.#row.buffer);
    this.#runs = [];
    for (let x = 0; x < this.width;) {
      const pixel = pixels[x]!;
      const from = x;
      do x += 1;
      while (x < this.width && pixels[x] === pixel);
      if (pixel < opaque) continue;
      const slot = this.#slotOf(pixel);
      this.#labels.fill(slot, start + from, start + x);
      this.#runs.push({ slot, from, to: x });
    }
  }

  #slotOf(pixel: number): number {
    const known = this.#slots.get(pixel);
    if (known !== undefined) return known;
    const slot = this.#colors.push(((pixel & 255) << 16) | (pixel & 0xff00) | ((pixel >>> 16) & 255)) - 1;
    if (slot > 65_535) throw new Error('the mask has more than 65535 parts');
    this.#slots.set(pixel, slot);
    this.#counts.push(0);
    this.#bounds.push(this.width, this.#y, 0, 0);
    return slot;
  }
}

/** Returns whether a row holds nothing but zeros. */
function isEmpty(row: Uint8Array): boolean {
  const words = new Uint32Array(row.buffer);
  for (let at = 0; at < words.length; at += 1) if (words[at] !== 0) return false;
  return true;
}

/** Takes a row's filter back, in place (PNG, section 9). */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array): void {
  switch (filter) {
    case 0:
      return;
    case 1:
      for (let at = 4; at < row.length; at += 1) row[at] = row[at]! + row[at - 4]!;
      return;
    case 2:
      for (let at = 0; at < row.length; at += 1) row[at] = row[at]! + above[at]!;
      return;
    case 3:
      for (let at = 0; at < row.length; at += 1) row[at] = row[at]! + (((at < 4 ? 0 : row[at - 4]!) + above[at]!) >> 1);
      return;
    case 4:
      for (let at = 0; at < row.length; at += 1)
        row[at] = row[at]! + paeth(at < 4 ? 0 : row[at - 4]!, above[at]!, at < 4 ? 0 : above[at - 4]!);
      return;
    default:
      throw new Error('the mask is damaged');
  }
}

function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Writes a mask as PNG: 8-bit RGBA, background (0, 0, 0, 0), painted pixels opaque. */
export function encodeMask({ width, height, labels, colors }: SettledMask): Blob {
  const pixelOf = Uint32Array.from(colors, (color, slot) =>
    slot === 0 || color === 0 ? 0 : (opaque | ((color & 255) << 16) | (color & 0xff00) | (color >>> 16)) >>> 0,
  );
  const packed = new RunDeflate();
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    // A row like the one above is its difference to it, nothing: that packs best.
    if (y > 0 && sameRow(labels, start, width)) {
      packed.byte(2);
      packed.run(0, width);
      continue;
    }
    packed.byte(0);
    for (let at = start, end = start + width; at < end;) {
      const slot = labels[at]!;
      const from = at;
      do at += 1;
      while (at < end && labels[at] === slot);
      packed.run(pixelOf[slot]!, at - from);
    }
  }
  return pngOf(width, height, packed.finish());
}

function sameRow(labels: Uint16Array, start: number, width: number): boolean {
  for (let at = start; at < start + width; at += 1) if (labels[at] !== labels[at - width]) return false;
  return true;
}

function pngOf(width: number, height: number, packed: Uint8Array<ArrayBuffer>): Blob {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 6, 0, 0, 0], 8);
  return new Blob(
    [Uint8Array.from(signature), chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', new Uint8Array(0))],
    { type: 'image/png' },
  );
}

function chunk(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  for (let at = 0; at < 4; at += 1) bytes[4 + at] = name.charCodeAt(at);
  bytes.set(content, 8);
  view.setUint32(content.length + 8, checksum(bytes.subarray(4, content.length + 8)));
  return bytes;
}

const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** CRC-32 (PNG, annex D). */
function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = remainders[(value ^ byte) & 255]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
