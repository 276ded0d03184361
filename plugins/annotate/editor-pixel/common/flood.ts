import type { LabelRaster, PixelRegion } from '#plugins/annotate/annotations/common/raster/index.ts';

/** A window of an image to flood in, item pixels. */
export interface FloodWindow {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The pixels that hang together with a seed by their sides, each like the seed. Walks in whole runs, so it is quick on
 * large areas.
 *
 * @param alike returns for a pixel of the window, by its number row by row, whether it belongs
 */
export function flood(
  { x: left, y: top, width, height }: FloodWindow,
  seedX: number,
  seedY: number,
  alike: (at: number) => boolean,
): PixelRegion {
  const data = new Uint8Array(width * height);
  const region = { x: left, y: top, width, height, data };
  const seed = (seedY - top) * width + (seedX - left);
  if (seedX < left || seedY < top || seedX >= left + width || seedY >= top + height || !alike(seed)) return region;
  const open = [seed];
  while (open.length > 0) {
    const at = open.pop()!;
    if (data[at] === 1) continue;
    const row = Math.floor(at / width);
    let from = at;
    while (from > row * width && data[from - 1] === 0 && alike(from - 1)) from -= 1;
    let to = at;
    while (to + 1 < (row + 1) * width && data[to + 1] === 0 && alike(to + 1)) to += 1;
    data.fill(1, from, to + 1);
    for (const next of [row > 0 ? -width : 0, row + 1 < height ? width : 0]) {
      if (next === 0) continue;
      let inRun = false;
      for (let each = from + next; each <= to + next; each += 1) {
        const belongs = data[each] === 0 && alike(each);
        if (belongs && !inRun) open.push(each);
        inRun = belongs;
      }
    }
  }
  return region;
}

/** The area of one slot that a pixel lies in: what the fill tool fills. */
export function floodLabels({ width, height, labels }: LabelRaster, x: number, y: number): PixelRegion {
  const slot = labels[y * width + x];
  return flood({ x: 0, y: 0, width, height }, x, y, at => labels[at] === slot);
}

/**
 * The area around a pixel whose colours differ from it by at most `tolerance` in each of red, green and blue: the magic
 * wand.
 *
 * @param picture the pixels of `window`, four bytes each; transparent ones lie beyond the picture and never belong
 * @param tolerance 0 to 255
 */
export function floodColors(
  picture: Uint8ClampedArray,
  window: FloodWindow,
  x: number,
  y: number,
  tolerance: number,
): PixelRegion {
  const seed = ((y - window.y) * window.width + (x - window.x)) * 4;
  const [red, green, blue] = [picture[seed]!, picture[seed + 1]!, picture[seed + 2]!];
  return flood(window, x, y, at => {
    const place = at * 4;
    return (
      picture[place + 3]! > 0 &&
      Math.abs(picture[place]! - red) <= tolerance &&
      Math.abs(picture[place + 1]! - green) <= tolerance &&
      Math.abs(picture[place + 2]! - blue) <= tolerance
    );
  });
}
