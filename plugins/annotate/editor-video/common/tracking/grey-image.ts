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
export function brightnessAt({ width, height, data }: GreyImage, x: number, y: number): number {
  const [left, top] = [Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), height - 1)];
  const [column, row] = [left | 0, top | 0];
  const [right, below] = [column + 1 < width ? column + 1 : column, row + 1 < height ? row + 1 : row];
  const [across, down] = [left - column, top - row];
  const upper = data[row * width + column]! * (1 - across) + data[row * width + right]! * across;
  const lower = data[below * width + column]! * (1 - across) + data[below * width + right]! * across;
  return upper * (1 - down) + lower * down;
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
