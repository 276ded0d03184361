/** Superpixels of a picture: the number of each pixel's cell, and how many there are. */
export interface Superpixels {
  readonly width: number;
  readonly height: number;
  readonly cells: Int32Array;
  readonly count: number;
}

const rounds = 5;

/**
 * Cuts a picture into cells of like colour (SLIC, Achanta and others, 2012), each in one piece.
 *
 * @param picture four bytes a pixel
 * @param side about how wide a cell is, pixels
 * @param compactness how much nearness counts against colour; 5 follows edges closely, 40 gives squares
 */
export function superpixels(
  picture: Uint8ClampedArray,
  width: number,
  height: number,
  side: number,
  compactness = 12,
): Superpixels {
  const lab = toLab(picture);
  const columns = Math.max(1, Math.round(width / side));
  const rows = Math.max(1, Math.round(height / side));
  const count = columns * rows;
  // Of each cell: lightness, green to red, blue to yellow, x, y.
  const centres = new Float32Array(count * 5);
  for (let cell = 0; cell < count; cell += 1) {
    const x = Math.min(width - 1, Math.floor((((cell % columns) + 0.5) * width) / columns));
    const y = Math.min(height - 1, Math.floor(((Math.floor(cell / columns) + 0.5) * height) / rows));
    const at = (y * width + x) * 3;
    centres.set([lab[at]!, lab[at + 1]!, lab[at + 2]!, x, y], cell * 5);
  }
  const cells = new Int32Array(width * height).fill(-1);
  const distances = new Float32Array(width * height);
  const weight = (compactness / side) ** 2;
  for (let round = 0; round < rounds; round += 1) {
    distances.fill(Infinity);
    for (let cell = 0; cell < count; cell += 1)
      assign(cell, centres, lab, width, height, side, weight, cells, distances);
    moveCentres(centres, lab, width, cells);
  }
  return joined(cells, width, height, (width * height) / count / 4);
}

function assign(
  cell: number,
  centres: Float32Array,
  lab: Float32Array,
  width: number,
  height: number,
  side: number,
  weight: number,
  cells: Int32Array,
  distances: Float32Array,
): void {
  const [l, a, b, cx, cy] = centres.subarray(cell * 5, cell * 5 + 5) as unknown as readonly [
    number,
    number,
    number,
    number,
    number,
  ];
  const right = Math.min(width - 1, Math.ceil(cx + 1.5 * side));
  const bottom = Math.min(height - 1, Math.ceil(cy + 1.5 * side));
  for (let y = Math.max(0, Math.floor(cy - 1.5 * side)); y <= bottom; y += 1) {
    for (let x = Math.max(0, Math.floor(cx - 1.5 * side)); x <= right; x += 1) {
      const pixel = y * width + x;
      const at = pixel * 3;
      const distance =
        (lab[at]! - l) ** 2 +
        (lab[at + 1]! - a) ** 2 +
        (lab[at + 2]! - b) ** 2 +
        ((x - cx) ** 2 + (y - cy) ** 2) * weight;
      if (distance >= distances[pixel]!) continue;
      distances[pixel] = distance;
      cells[pixel] = cell;
    }
  }
}

function moveCentres(centres: Float32Array, lab: Float32Array, width: number, cells: Int32Array): void {
  const sums = new Float64Array(centres.length);
  const pixels = new Uint32Array(centres.length / 5);
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at]!;
    if (cell < 0) continue;
    pixels[cell]! += 1;
    for (let part = 0; part < 3; part += 1) sums[cell * 5 + part]! += lab[at * 3 + part]!;
    sums[cell * 5 + 3]! += at % width;
    sums[cell * 5 + 4]! += Math.floor(at / width);
  }
  for (let at = 0; at < sums.length; at += 1) {
    const count = pixels[Math.floor(at / 5)]!;
    if (count > 0) centres[at] = sums[at]! / count;
  }
}

/** New numbers for connected cells; crumbs of fewer than `least` pixels join the cell before them. */
function joined(cells: Int32Array, width: number, height: number, least: number): Superpixels {
  const result = new Int32Array(cells.length).fill(-1);
  let count = 0;
  const found: number[] = [];
  for (let start = 0; start < cells.length; start += 1) {
    if (result[start] !== -1) continue;
    const neighbour = start % width > 0 ? result[start - 1]! : start >= width ? result[start - width]! : -1;
    found.length = 0;
    found.push(start);
    result[start] = count;
    for (let next = 0; next < found.length; next += 1) {
      const at = found[next]!;
      const x = at % width;
      for (const each of [x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width, at + width]) {
        if (each < 0 || each >= width * height || result[each] !== -1 || cells[each] !== cells[start]) continue;
        result[each] = count;
        found.push(each);
      }
    }
    if (found.length < least && neighbour >= 0) for (const at of found) result[at] = neighbour;
    else count += 1;
  }
  return { width, height, cells: result, count };
}

const linear = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** sRGB bytes as CIE L*a*b*, white D65. */
function toLab(picture: Uint8ClampedArray): Float32Array {
  const lab = new Float32Array((picture.length / 4) * 3);
  const curve = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  for (let at = 0, to = 0; at < picture.length; at += 4, to += 3) {
    const [red, green, blue] = [linear[picture[at]!]!, linear[picture[at + 1]!]!, linear[picture[at + 2]!]!];
    const x = curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
    const y = curve(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    const z = curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
    lab[to] = 116 * y - 16;
    lab[to + 1] = 500 * (x - y);
    lab[to + 2] = 200 * (y - z);
  }
  return lab;
}
