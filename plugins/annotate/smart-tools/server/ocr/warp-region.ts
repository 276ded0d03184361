import type { RgbPixels } from '../inference/inference-calls.ts';

/**
 * The part of a picture inside four corners (x, y, … from the text's top left clockwise) made upright: `width × height`
 * pixels with linear interpolation. Outside of the picture the nearest pixel is taken.
 */
export function warpRegion(pixels: RgbPixels, corners: readonly number[], width: number, height: number): RgbPixels {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = corners as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const data = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const down = (row + 0.5) / height;
    const [leftX, leftY] = [x0 + (x3 - x0) * down, y0 + (y3 - y0) * down];
    const [rightX, rightY] = [x1 + (x2 - x1) * down, y1 + (y2 - y1) * down];
    for (let column = 0; column < width; column++) {
      const along = (column + 0.5) / width;
      sample(
        pixels,
        leftX + (rightX - leftX) * along - 0.5,
        leftY + (rightY - leftY) * along - 0.5,
        data,
        (row * width + column) * 3,
      );
    }
  }
  return { width, height, data };
}

function sample({ width, height, data }: RgbPixels, x: number, y: number, into: Uint8Array, at: number): void {
  const px = Math.min(Math.max(x, 0), width - 1);
  const py = Math.min(Math.max(y, 0), height - 1);
  const [left, top] = [Math.floor(px), Math.floor(py)];
  const [right, bottom] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)];
  const [shareX, shareY] = [px - left, py - top];
  for (let channel = 0; channel < 3; channel++) {
    const value = (column: number, row: number): number => data[(row * width + column) * 3 + channel]!;
    const upper = value(left, top) * (1 - shareX) + value(right, top) * shareX;
    const lower = value(left, bottom) * (1 - shareX) + value(right, bottom) * shareX;
    into[at + channel] = Math.round(upper * (1 - shareY) + lower * shareY);
  }
}

/** Lengths of the upper and the left side of four corners, in pixels. */
export function regionSize(corners: readonly number[]): { readonly width: number; readonly height: number } {
  const side = (from: number, to: number): number =>
    Math.hypot(corners[to * 2]! - corners[from * 2]!, corners[to * 2 + 1]! - corners[from * 2 + 1]!);
  return { width: Math.max(side(0, 1), side(3, 2)), height: Math.max(side(0, 3), side(1, 2)) };
}

/** A place given as shares (0..1) along the sides of four corners. */
export function placeInRegion(corners: readonly number[], along: number, down: number): readonly [number, number] {
  const mix = (axis: number): number => {
    const upper = corners[axis]! + (corners[2 + axis]! - corners[axis]!) * along;
    const lower = corners[6 + axis]! + (corners[4 + axis]! - corners[6 + axis]!) * along;
    return upper + (lower - upper) * down;
  };
  return [mix(0), mix(1)];
}
