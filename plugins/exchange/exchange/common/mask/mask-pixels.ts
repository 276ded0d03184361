import type { MaskRuns } from './mask-runs.ts';
import { eachRun, RunBuilder } from './mask-runs.ts';

/** Sets the pixels of a mask in a row-by-row picture of the same size. */
export function paintMask(pixels: Uint8Array | Uint16Array | Uint32Array, mask: MaskRuns, value: number): void {
  eachRun(mask, (start, length) => {
    for (let position = start; position < start + length; position += 1) {
      const column = Math.floor(position / mask.height);
      pixels[(position - column * mask.height) * mask.width + column] = value;
    }
  });
}

/** The mask of every value of a row-by-row picture, in ascending order; `ignored` values have none. */
export function masksByValue(
  pixels: ArrayLike<number>,
  width: number,
  height: number,
  ignored: ReadonlySet<number>,
): ReadonlyMap<number, MaskRuns> {
  const builders = new Map<number, RunBuilder>();
  for (let column = 0; column < width; column += 1) {
    for (let row = 0; row < height;) {
      const value = pixels[row * width + column]!;
      const from = row;
      do row += 1;
      while (row < height && pixels[row * width + column] === value);
      if (ignored.has(value)) continue;
      let builder = builders.get(value);
      if (builder === undefined) builders.set(value, (builder = new RunBuilder()));
      builder.add(column * height + from, row - from);
    }
  }
  return new Map(
    [...builders]
      .toSorted(([one], [other]) => one - other)
      .map(([value, builder]) => [value, builder.build(width, height)]),
  );
}

/**
 * A mask read row by row inside a box, first run background, moved to its place in the image. Undefined for runs that
 * do not fit.
 */
export function rowRunsToMask(
  counts: readonly number[],
  box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  image: { readonly width: number; readonly height: number },
): MaskRuns {
  const pixels = new Uint8Array(image.width * image.height);
  let at = 0;
  counts.forEach((count, index) => {
    if (index % 2 === 1) {
      for (let cell = at; cell < at + count; cell += 1) {
        const [x, y] = [box.left + (cell % box.width), box.top + Math.floor(cell / box.width)];
        if (x >= 0 && y >= 0 && x < image.width && y < image.height) pixels[y * image.width + x] = 1;
      }
    }
    at += count;
  });
  return (
    masksByValue(pixels, image.width, image.height, new Set([0])).get(1) ?? {
      ...image,
      counts: [image.width * image.height],
    }
  );
}

/** The runs of a mask row by row inside its box, first run background. */
export function maskToRowRuns(
  mask: MaskRuns,
  box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number },
): number[] {
  const pixels = new Uint8Array(mask.width * mask.height);
  paintMask(pixels, mask, 1);
  const counts: number[] = [];
  let [value, length] = [0, 0];
  for (let y = box.top; y < box.bottom; y += 1) {
    for (let x = box.left; x < box.right; x += 1) {
      const pixel = pixels[y * mask.width + x]!;
      if (pixel === value) length += 1;
      else {
        counts.push(length);
        [value, length] = [pixel, 1];
      }
    }
  }
  counts.push(length);
  return counts;
}
