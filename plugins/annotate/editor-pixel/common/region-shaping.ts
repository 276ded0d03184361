import type { PixelRegion } from '#plugins/annotate/annotations/common/raster/index.ts';

const far = 1e20;

/**
 * All pixels at most `radius` pixels, centre to centre, from one of the region; what leaves the region's window is cut.
 */
export function grown(region: PixelRegion, radius: number): PixelRegion {
  const distances = squaredDistances(region, 1);
  return { ...region, data: Uint8Array.from(distances, distance => (distance <= radius * radius ? 1 : 0)) };
}

/**
 * The pixels of the region more than `radius` pixels from every pixel outside of it; beyond the window counts as
 * inside.
 */
export function shrunk(region: PixelRegion, radius: number): PixelRegion {
  const distances = squaredDistances(region, 0);
  return { ...region, data: Uint8Array.from(distances, distance => (distance > radius * radius ? 1 : 0)) };
}

/** Each pixel as most of the square of `2 × radius + 1` around it are; beyond the window counts as outside. */
export function smoothed(region: PixelRegion, radius: number): PixelRegion {
  const { width, height, data } = region;
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  const half = (2 * radius + 1) ** 2 / 2;
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - radius) * (width + 1);
    const bottom = Math.min(height, y + radius + 1) * (width + 1);
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - radius);
      const right = Math.min(width, x + radius + 1);
      if (sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]! > half)
        out[y * width + x] = 1;
    }
  }
  return { ...region, data: out };
}

/**
 * The region with the areas it closes in: background that does not reach the edge of the window by the sides of its
 * pixels.
 */
export function withoutHoles(region: PixelRegion): PixelRegion {
  const { width, height, data } = region;
  const outside = new Uint8Array(data.length);
  const open: number[] = [];
  const visit = (at: number): void => {
    if (data[at] !== 0 || outside[at] !== 0) return;
    outside[at] = 1;
    open.push(at);
  };
  for (let x = 0; x < width; x += 1) {
    visit(x);
    visit((height - 1) * width + x);
  }
  for (let y = 0; y < height; y += 1) {
    visit(y * width);
    visit(y * width + width - 1);
  }
  while (open.length > 0) {
    const at = open.pop()!;
    const x = at % width;
    if (x > 0) visit(at - 1);
    if (x + 1 < width) visit(at + 1);
    if (at >= width) visit(at - width);
    if (at + width < data.length) visit(at + width);
  }
  return { ...region, data: outside.map(out => 1 - out) };
}

/** The areas of a region that hang together, at corners too, largest first; each in the window of the region. */
export function connectedParts(region: PixelRegion): readonly PixelRegion[] {
  const { width, height, data } = region;
  const seen = new Uint8Array(data.length);
  const parts: { readonly pixels: number; readonly region: PixelRegion }[] = [];
  for (let start = 0; start < data.length; start += 1) {
    if (data[start] !== 1 || seen[start] !== 0) continue;
    const found: number[] = [start];
    seen[start] = 1;
    for (let next = 0; next < found.length; next += 1) {
      const at = found[next]!;
      const x = at % width;
      const y = Math.floor(at / width);
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const neighbour = row * width + column;
          if (data[neighbour] !== 1 || seen[neighbour] !== 0) continue;
          seen[neighbour] = 1;
          found.push(neighbour);
        }
      }
    }
    parts.push({ pixels: found.length, region: cutOut(region, found) });
  }
  return parts.toSorted((first, second) => second.pixels - first.pixels).map(part => part.region);
}

/** Some pixels of a region in a window that just holds them. */
function cutOut({ x: left, y: top, width }: PixelRegion, pixels: readonly number[]): PixelRegion {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -1, -1];
  for (const at of pixels) {
    const x = at % width;
    const y = Math.floor(at / width);
    minX = Math.min(minX, x);
    maxX = Math.max(maxX, x);
    minY = Math.min(minY, y);
    maxY = Math.max(maxY, y);
  }
  const own = { x: left + minX, y: top + minY, width: maxX - minX + 1, height: maxY - minY + 1 };
  const data = new Uint8Array(own.width * own.height);
  for (const at of pixels) data[(Math.floor(at / width) - minY) * own.width + (at % width) - minX] = 1;
  return { ...own, data };
}

/**
 * Squared distance of each pixel to the nearest one that holds `value`, exact (Felzenszwalb and Huttenlocher, 2012).
 */
function squaredDistances({ width, height, data }: PixelRegion, value: number): Float64Array {
  const result = new Float64Array(data.length);
  for (let at = 0; at < data.length; at += 1) result[at] = data[at] === value ? 0 : far;
  const longest = Math.max(width, height);
  const line = new Float64Array(longest);
  const hulls = new Int32Array(longest);
  const borders = new Float64Array(longest + 1);
  const along = (start: number, step: number, count: number): void => {
    for (let at = 0; at < count; at += 1) line[at] = result[start + at * step]!;
    let last = 0;
    hulls[0] = 0;
    borders[0] = -Infinity;
    borders[1] = Infinity;
    for (let at = 1; at < count; at += 1) {
      let border: number;
      for (;;) {
        const hull = hulls[last]!;
        border = (line[at]! + at * at - (line[hull]! + hull * hull)) / (2 * at - 2 * hull);
        if (border > borders[last]! || last === 0) break;
        last -= 1;
      }
      if (border <= borders[last]!) border = -Infinity;
      else last += 1;
      hulls[last] = at;
      borders[last] = border;
      borders[last + 1] = Infinity;
    }
    for (let at = 0, hull = 0; at < count; at += 1) {
      while (borders[hull + 1]! < at) hull += 1;
      result[start + at * step] = (at - hulls[hull]!) ** 2 + line[hulls[hull]!]!;
    }
  };
  for (let x = 0; x < width; x += 1) along(x, width, height);
  for (let y = 0; y < height; y += 1) along(y * width, 1, width);
  return result;
}
