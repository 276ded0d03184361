/** A picture of brightness values from 0 to 255, row by row. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** A box by its upper left corner and its sides, in pixels. */
export interface TrackBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The brightness at a place between pixels; outside of the picture that of its border. */
function brightnessAt({ width, height, data }: GreyImage, x: number, y: number): number {
  const [left, top] = [Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), height - 1)];
  const [column, row] = [left | 0, top | 0];
  const [right, below] = [column + 1 < width ? column + 1 : column, row + 1 < height ? row + 1 : row];
  const [across, down] = [left - column, top - row];
  const upper = data[row * width + column]! * (1 - across) + data[row * width + right]! * across;
  const lower = data[below * width + column]! * (1 - across) + data[below * width + right]! * across;
  return upper * (1 - down) + lower * down;
}

/**
 * Writes the brightness of a square into `into`, row by row: `side` places a pixel apart, the first one at `x`, `y`.
 * All of them lie at the same distance from the pixels around them, which makes this faster than place by place.
 */
export function sampleInto(into: Float64Array, image: GreyImage, x: number, y: number, side: number): void {
  const { width, height, data } = image;
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (!(column >= 0 && row >= 0 && column + side < width && row + side < height)) {
    for (let down = 0, at = 0; down < side; down += 1)
      for (let across = 0; across < side; across += 1, at += 1) into[at] = brightnessAt(image, x + across, y + down);
    return;
  }
  const [right, below] = [x - column, y - row];
  const [a, b] = [(1 - right) * (1 - below), right * (1 - below)];
  const [c, d] = [(1 - right) * below, right * below];
  for (let down = 0, at = 0; down < side; down += 1) {
    let place = (row + down) * width + column;
    for (let across = 0; across < side; across += 1, at += 1, place += 1)
      into[at] = data[place]! * a + data[place + 1]! * b + data[place + width]! * c + data[place + width + 1]! * d;
  }
}

/**
 * Writes the brightness of a window into `into`, row by row: `side` times `side` places that are spread over it evenly.
 */
export function sampleWindow(into: Float64Array, image: GreyImage, window: TrackBox, side: number): void {
  const { width, height, data } = image;
  const columns = placesOf(window.x, window.width, side, width);
  const rows = placesOf(window.y, window.height, side, height);
  for (let row = 0, at = 0; row < side; row += 1) {
    const [upper, lower, down] = [rows.low[row]! * width, rows.high[row]! * width, rows.share[row]!];
    for (let column = 0; column < side; column += 1, at += 1) {
      const [left, right, across] = [columns.low[column]!, columns.high[column]!, columns.share[column]!];
      const above = data[upper + left]! * (1 - across) + data[upper + right]! * across;
      const below = data[lower + left]! * (1 - across) + data[lower + right]! * across;
      into[at] = above * (1 - down) + below * down;
    }
  }
}

/** The pixels on both sides of places spread over a stretch, and how far between them each place lies. */
function placesOf(
  from: number,
  length: number,
  count: number,
  pixels: number,
): { readonly low: Int32Array; readonly high: Int32Array; readonly share: Float64Array } {
  const [low, high, share] = [new Int32Array(count), new Int32Array(count), new Float64Array(count)];
  for (let at = 0; at < count; at += 1) {
    const place = Math.min(Math.max(from + ((at + 0.5) / count) * length - 0.5, 0), pixels - 1);
    low[at] = place | 0;
    high[at] = Math.min(low[at]! + 1, pixels - 1);
    share[at] = place - low[at]!;
  }
  return { low, high, share };
}

/** The picture in half of its size. */
export function halved({ width, height, data }: GreyImage): GreyImage {
  const [columns, rows] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
  const half = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const at = row * 2 * width + column * 2;
      const [right, below] = [column * 2 + 1 < width ? 1 : 0, row * 2 + 1 < height ? width : 0];
      half[row * columns + column] =
        (data[at]! + data[at + right]! + data[at + below]! + data[at + below + right]!) >> 2;
    }
  return { width: columns, height: rows, data: half };
}

/** Brightness of RGBA bytes. */
export function greyOf(rgba: Uint8ClampedArray, width: number, height: number): GreyImage {
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 1)
    data[at] = (rgba[at * 4]! * 77 + rgba[at * 4 + 1]! * 151 + rgba[at * 4 + 2]! * 28) >> 8;
  return { width, height, data };
}

/** The share of two boxes that both cover, from 0 to 1. */
export function overlapOf(one: TrackBox, other: TrackBox): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (across <= 0 || down <= 0) return 0;
  const both = across * down;
  return both / (one.width * one.height + other.width * other.height - both);
}
