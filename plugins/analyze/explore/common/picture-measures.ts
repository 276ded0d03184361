/** Pixels one after another, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Columns and rows of the grey picture a hash is made of: neighbours in a row are compared. */
export const HASH_SIZE = { width: 9, height: 8 } as const;
/** Side of the colour picture a descriptor is made of, in pixels. */
export const DESCRIPTOR_SIDE = 64;
const CELLS = 4;
const DIRECTIONS = 9;
const LEVELS = 4;
const COLOURS = LEVELS ** 3;
/** Numbers of a descriptor: a colour histogram and histograms of edge directions in 4 × 4 cells. */
export const DESCRIPTOR_LENGTH = COLOURS + CELLS * CELLS * DIRECTIONS;

/** Returns the difference hash of a grey picture of {@link HASH_SIZE} as 16 hexadecimal digits. */
export function differenceHash({ data }: Pixels): string {
  let digits = '';
  for (let row = 0; row < HASH_SIZE.height; row++) {
    let byte = 0;
    for (let column = 0; column < HASH_SIZE.width - 1; column++) {
      const at = row * HASH_SIZE.width + column;
      byte = byte * 2 + (data[at]! < data[at + 1]! ? 1 : 0);
    }
    digits += byte.toString(16).padStart(2, '0');
  }
  return digits;
}

/** Brightness and contrast from 0 to 100, and the variance of the Laplacian as sharpness, of a grey picture. */
export interface Exposure {
  readonly brightness: number;
  readonly contrast: number;
  readonly sharpness: number;
}

/** Measures a grey picture. */
export function exposureOf({ width, height, data }: Pixels): Exposure {
  let [sum, squares] = [0, 0];
  for (const value of data) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / data.length;
  const deviation = Math.sqrt(Math.max(0, squares / data.length - mean * mean));
  let [count, edges, edgeSquares] = [0, 0, 0];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const value = 4 * data[at]! - data[at - 1]! - data[at + 1]! - data[at - width]! - data[at + width]!;
      count++;
      edges += value;
      edgeSquares += value * value;
    }
  }
  const edgeMean = count === 0 ? 0 : edges / count;
  return {
    brightness: (mean / 255) * 100,
    // A half black, half white picture has the greatest deviation.
    contrast: (deviation / 127.5) * 100,
    sharpness: count === 0 ? 0 : Math.max(0, edgeSquares / count - edgeMean * edgeMean),
  };
}

/**
 * Returns the descriptor of an RGB picture of {@link DESCRIPTOR_SIDE}: bytes whose cosine says how alike pictures look.
 */
export function descriptorOf({ data }: Pixels): Uint8Array {
  const side = DESCRIPTOR_SIDE;
  const colours = new Float64Array(COLOURS);
  const grey = new Float64Array(side * side);
  for (let at = 0; at < side * side; at++) {
    const [red, green, blue] = [data[at * 3]!, data[at * 3 + 1]!, data[at * 3 + 2]!];
    colours[(red >> 6) * LEVELS * LEVELS + (green >> 6) * LEVELS + (blue >> 6)]! += 1;
    grey[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  const edges = new Float64Array(CELLS * CELLS * DIRECTIONS);
  for (let y = 1; y < side - 1; y++) {
    for (let x = 1; x < side - 1; x++) {
      const at = y * side + x;
      const [across, down] = [grey[at + 1]! - grey[at - 1]!, grey[at + side]! - grey[at - side]!];
      const strength = Math.hypot(across, down);
      if (strength === 0) continue;
      const angle = (Math.atan2(down, across) + Math.PI) % Math.PI;
      const direction = Math.min(DIRECTIONS - 1, Math.floor((angle / Math.PI) * DIRECTIONS));
      const cell = Math.floor((y / side) * CELLS) * CELLS + Math.floor((x / side) * CELLS);
      edges[cell * DIRECTIONS + direction]! += strength;
    }
  }
  // Square roots keep one large bin from hiding the others.
  return Uint8Array.from([...unit(colours), ...unit(edges)], value => Math.round(value * 255));
}

/** The square roots of shares of the sum; all zero for nothing. */
function unit(values: Float64Array): Float64Array {
  const sum = values.reduce((total, value) => total + value, 0);
  return sum === 0 ? values : values.map(value => Math.sqrt(value / sum));
}

/** Cosine of two descriptors, from 0 to 1. */
export function likeness(one: Uint8Array, other: Uint8Array): number {
  let [dot, first, second] = [0, 0, 0];
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at]!, other[at]!];
    dot += a * b;
    first += a * a;
    second += b * b;
  }
  return first === 0 || second === 0 ? 0 : dot / Math.sqrt(first * second);
}
