import { fromBase64, toBase64 } from './base64.ts';

/** Pixels along one side of a tile of a raster; tiles at the right and bottom edge are smaller. */
export const tileSize = 128;

/** A tile's place: its column and row, and the pixels it covers. */
export interface TileArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The contents of a tile: runs of one colour, row by row from its top left pixel. */
export interface TileRuns {
  /** 24-bit part colours, 0 for the background; one for each run. */
  readonly colors: readonly number[];
  /** Pixels of each run. */
  readonly lengths: readonly number[];
}

/** Name of a tile in patches. */
export function tileId(column: number, row: number): string {
  return `${column},${row}`;
}

/** Column and row of a name; undefined for one that is none. */
export function tilePlace(id: string): { readonly column: number; readonly row: number } | undefined {
  const found = /^(\d{1,5}),(\d{1,5})$/.exec(id);
  return found === null ? undefined : { column: Number(found[1]), row: Number(found[2]) };
}

/**
 * Runs as text that is short and plain JSON: a list of the colours, then number and length of each run as bytes of
 * seven bits, in base64. A tile that is all background is the empty text.
 */
export function writeTile({ colors, lengths }: TileRuns): string {
  if (colors.every(color => color === 0)) return '';
  const places = new Map<number, number>();
  for (const color of colors) if (!places.has(color)) places.set(color, places.size);
  const bytes: number[] = [];
  pushNumber(bytes, places.size);
  for (const color of places.keys()) bytes.push(color >>> 16, (color >>> 8) & 255, color & 255);
  colors.forEach((color, at) => {
    pushNumber(bytes, places.get(color)!);
    pushNumber(bytes, lengths[at]!);
  });
  return toBase64(Uint8Array.from(bytes));
}

/**
 * The runs of {@link writeTile}; `pixels` is how many the tile has, when it is known.
 * @throws RangeError when they do not fill the tile.
 */
export function readTile(text: string, pixels: number | undefined): TileRuns {
  if (text === '') return { colors: [0], lengths: [pixels ?? 0] };
  const bytes = fromBase64(text);
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; at < bytes.length; shift += 7) {
      const byte = bytes[at++]!;
      value |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return value;
  };
  const palette = Array.from({ length: next() }, () => (bytes[at++]! << 16) | (bytes[at++]! << 8) | bytes[at++]!);
  const colors: number[] = [];
  const lengths: number[] = [];
  let filled = 0;
  while (at < bytes.length) {
    colors.push(palette[next()] ?? 0);
    const length = next();
    lengths.push(length);
    filled += length;
  }
  if (pixels !== undefined && filled !== pixels)
    throw new RangeError(`A tile of ${pixels} pixels came with ${filled}.`);
  return { colors, lengths };
}

/** The runs of an area of labels that lie `stride` to a row. */
export function runsOf(
  labels: Uint16Array,
  stride: number,
  { left, top, width, height }: TileArea,
  colorsBySlot: readonly number[],
): TileRuns {
  const colors: number[] = [];
  const lengths: number[] = [];
  let slot = labels[top * stride + left]!;
  let length = 0;
  for (let y = 0; y < height; y += 1) {
    const start = (top + y) * stride + left;
    for (let at = start; at < start + width; at += 1) {
      if (labels[at] === slot) {
        length += 1;
        continue;
      }
      colors.push(colorsBySlot[slot]!);
      lengths.push(length);
      slot = labels[at]!;
      length = 1;
    }
  }
  colors.push(colorsBySlot[slot]!);
  lengths.push(length);
  return { colors, lengths };
}

function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  bytes.push(rest);
}
