/** Side of the square grids that are transformed. A power of two. */
export const GRID = 32;
export const CELLS = GRID * GRID;

/** A grid of complex numbers, row by row. */
export interface Spectrum {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

export const emptySpectrum = (): Spectrum => ({ re: new Float64Array(CELLS), im: new Float64Array(CELLS) });

const cosines = Float64Array.from({ length: GRID / 2 }, (_, at) => Math.cos((-2 * Math.PI * at) / GRID));
const sines = Float64Array.from({ length: GRID / 2 }, (_, at) => Math.sin((-2 * Math.PI * at) / GRID));
const BITS = Math.log2(GRID);
const reversed = Uint8Array.from({ length: GRID }, (_, at) => {
  let mirrored = 0;
  for (let bit = 0; bit < BITS; bit += 1) if (at & (1 << bit)) mirrored |= 1 << (BITS - 1 - bit);
  return mirrored;
});

/** Transforms a row or column in place: `GRID` numbers from `start`, `stride` apart. `sign` is -1 for the inverse. */
function line(re: Float64Array, im: Float64Array, start: number, stride: number, sign: 1 | -1): void {
  for (let at = 0; at < GRID; at += 1) {
    const to = reversed[at]!;
    if (to <= at) continue;
    const [one, other] = [start + at * stride, start + to * stride];
    const [keptRe, keptIm] = [re[one]!, im[one]!];
    re[one] = re[other]!;
    im[one] = im[other]!;
    re[other] = keptRe;
    im[other] = keptIm;
  }
  for (let size = 2; size <= GRID; size *= 2) {
    const [half, step] = [size / 2, GRID / size];
    for (let from = 0; from < GRID; from += size)
      for (let at = 0; at < half; at += 1) {
        const [cos, sin] = [cosines[at * step]!, sign * sines[at * step]!];
        const [low, high] = [start + (from + at) * stride, start + (from + at + half) * stride];
        const turnedRe = re[high]! * cos - im[high]! * sin;
        const turnedIm = re[high]! * sin + im[high]! * cos;
        re[high] = re[low]! - turnedRe;
        im[high] = im[low]! - turnedIm;
        re[low]! += turnedRe;
        im[low]! += turnedIm;
      }
  }
}

function transform({ re, im }: Spectrum, sign: 1 | -1): void {
  for (let row = 0; row < GRID; row += 1) line(re, im, row * GRID, 1, sign);
  for (let column = 0; column < GRID; column += 1) line(re, im, column, GRID, sign);
}

/** The spectrum of real numbers on the grid. */
export function forward(values: ArrayLike<number>): Spectrum {
  const spectrum = { re: Float64Array.from(values), im: new Float64Array(CELLS) };
  transform(spectrum, 1);
  return spectrum;
}

/** The spectra of two grids of real numbers, for the work of one. */
export function forwardPair(one: Float64Array, other: Float64Array): readonly [Spectrum, Spectrum] {
  const both = { re: Float64Array.from(one), im: Float64Array.from(other) };
  transform(both, 1);
  const [first, second] = [emptySpectrum(), emptySpectrum()];
  // A real grid has a spectrum that is conjugate to itself at the mirrored place: its part of the sum is even, the
  // other's odd.
  for (let at = 0; at < CELLS; at += 1) {
    const mirrored = ((GRID - ((at / GRID) | 0)) % GRID) * GRID + ((GRID - (at % GRID)) % GRID);
    const [re, im, mirroredRe, mirroredIm] = [both.re[at]!, both.im[at]!, both.re[mirrored]!, both.im[mirrored]!];
    first.re[at] = (re + mirroredRe) / 2;
    first.im[at] = (im - mirroredIm) / 2;
    second.re[at] = (im + mirroredIm) / 2;
    second.im[at] = (mirroredRe - re) / 2;
  }
  return [first, second];
}

/** The real numbers of a spectrum, which is used up. */
export function inverse(spectrum: Spectrum): Float64Array {
  transform(spectrum, -1);
  for (let at = 0; at < CELLS; at += 1) spectrum.re[at]! /= CELLS;
  return spectrum.re;
}
