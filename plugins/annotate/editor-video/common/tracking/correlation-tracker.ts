import type { BoxTracker, StartTracker, TrackedBox } from './box-tracker.ts';
import type { Spectrum } from './fourier.ts';
import { CELLS, emptySpectrum, forward, forwardPair, GRID, inverse } from './fourier.ts';
import type { GreyImage, TrackBox } from './grey-image.ts';
import { sampleWindow } from './grey-image.ts';

// A kernelized correlation filter (Henriques et al. 2015) on cells of gradients, with a search over three scales.

/** Pixels of a cell, along one side, in the sampled window. */
const CELL = 4;
const SAMPLED = GRID * CELL;
/** Orientations of gradients, without their sign; a channel of brightness follows. */
const BINS = 9;
const CHANNELS = BINS + 1;
/** The window as a multiple of the box. */
const PADDING = 2.5;
const KERNEL_WIDTH = 0.6;
const REGULARIZATION = 1e-4;
/** Share of the newest picture in the model. */
const LEARNING = 0.02;
const SCALES = [1, 0.97, 1.03] as const;
/** Factor on peaks of other scales than the present one. */
const SCALE_PENALTY = 0.97;
/** Below this peak the object is covered or gone, and the model does not learn. */
const LOST = 0.2;

const hann = Float64Array.from({ length: GRID }, (_, at) => 0.5 * (1 - Math.cos((2 * Math.PI * at) / (GRID - 1))));
/** Weights of the cells: those at the border of the window count little. */
const bell = Float64Array.from({ length: CELLS }, (_, at) => hann[at % GRID]! * hann[Math.floor(at / GRID)]!);
/** Directions at which one bin of orientations ends and the next begins. */
const borders = Array.from({ length: BINS - 1 }, (_, bin) => {
  const angle = ((bin + 1) * Math.PI) / BINS;
  return { x: Math.cos(angle), y: Math.sin(angle) };
});

/** The spectrum of the response wanted for the object at the centre: a bell at the corner, since shifts wrap around. */
const wanted: Spectrum = ((): Spectrum => {
  const width = GRID / PADDING / 10;
  const wrapped = (at: number): number => (at > GRID / 2 ? at - GRID : at);
  return forward(
    Float64Array.from({ length: CELLS }, (_, at) => {
      const [x, y] = [wrapped(at % GRID), wrapped(Math.floor(at / GRID))];
      return Math.exp(-0.5 * ((x * x + y * y) / (width * width)));
    }),
  );
})();

/** The sampled window, used again for each picture. */
const pixels = new Float64Array(SAMPLED * SAMPLED);

interface Features {
  readonly channels: readonly Spectrum[];
  /** Sum of squares of all values. */
  readonly energy: number;
}

/** The channels of the window around a centre. */
function featuresOf(image: GreyImage, cx: number, cy: number, width: number, height: number): Features {
  sampleWindow(pixels, image, { x: cx - width / 2, y: cy - height / 2, width, height }, SAMPLED);
  const values = Array.from({ length: CHANNELS }, () => new Float64Array(CELLS));
  const brightness = values[BINS]!;
  for (let row = 0; row < SAMPLED; row += 1)
    for (let column = 0; column < SAMPLED; column += 1) {
      const at = row * SAMPLED + column;
      const cell = (row >> 2) * GRID + (column >> 2);
      brightness[cell]! += pixels[at]! / (CELL * CELL * 255);
      if (row === 0 || column === 0 || row === SAMPLED - 1 || column === SAMPLED - 1) continue;
      const dx = pixels[at + 1]! - pixels[at - 1]!;
      const dy = pixels[at + SAMPLED]! - pixels[at - SAMPLED]!;
      if (dx !== 0 || dy !== 0) values[binOf(dx, dy)]![cell]! += Math.sqrt(dx * dx + dy * dy);
    }
  normalize(values);
  let energy = 0;
  for (const channel of values)
    for (let at = 0; at < CELLS; at += 1) {
      const value = channel[at]! * bell[at]!;
      channel[at] = value;
      energy += value * value;
    }
  const channels: Spectrum[] = [];
  for (let channel = 0; channel < CHANNELS; channel += 2)
    channels.push(...forwardPair(values[channel]!, values[channel + 1]!));
  return { channels, energy };
}

/** The orientation of a gradient, without its sign: the first border of a bin that it does not reach. */
function binOf(dx: number, dy: number): number {
  // Both ends of the same line have one orientation.
  const [x, y] = dy < 0 || (dy === 0 && dx < 0) ? [-dx, -dy] : [dx, dy];
  let bin = 0;
  while (bin < BINS - 1 && y * borders[bin]!.x >= x * borders[bin]!.y) bin += 1;
  return bin;
}

/** Makes gradients independent of contrast, and brightness independent of exposure. */
function normalize(values: readonly Float64Array[]): void {
  const brightness = values[BINS]!;
  const mean = brightness.reduce((sum, value) => sum + value, 0) / CELLS;
  for (let at = 0; at < CELLS; at += 1) {
    brightness[at]! -= mean;
    let square = 1;
    for (let bin = 0; bin < BINS; bin += 1) square += values[bin]![at]! ** 2;
    const norm = Math.sqrt(square);
    for (let bin = 0; bin < BINS; bin += 1) values[bin]![at] = Math.min(0.4, values[bin]![at]! / norm);
  }
}

/** The spectrum of the Gaussian kernel between two windows at all shifts. */
function kernel(one: Features, other: Features): Spectrum {
  const sum = emptySpectrum();
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    const [first, second] = [one.channels[channel]!, other.channels[channel]!];
    for (let at = 0; at < CELLS; at += 1) {
      sum.re[at]! += first.re[at]! * second.re[at]! + first.im[at]! * second.im[at]!;
      sum.im[at]! += first.im[at]! * second.re[at]! - first.re[at]! * second.im[at]!;
    }
  }
  const correlation = inverse(sum);
  const scale = -1 / (KERNEL_WIDTH * KERNEL_WIDTH * CELLS * CHANNELS);
  for (let at = 0; at < CELLS; at += 1)
    correlation[at] = Math.exp(scale * Math.max(0, one.energy + other.energy - 2 * correlation[at]!) * (CELLS / 64));
  return forward(correlation);
}

function filterOf(features: Features): Spectrum {
  const { re, im } = kernel(features, features);
  const filter = emptySpectrum();
  for (let at = 0; at < CELLS; at += 1) {
    const [a, b] = [re[at]! + REGULARIZATION, im[at]!];
    const square = a * a + b * b;
    filter.re[at] = (wanted.re[at]! * a + wanted.im[at]! * b) / square;
    filter.im[at] = (wanted.im[at]! * a - wanted.re[at]! * b) / square;
  }
  return filter;
}

const learned = (old: Float64Array, fresh: Float64Array): void => {
  for (let at = 0; at < CELLS; at += 1) old[at] = old[at]! * (1 - LEARNING) + fresh[at]! * LEARNING;
};

/** A shift in cells and the height of the response there. */
interface Peak {
  readonly x: number;
  readonly y: number;
  readonly value: number;
}

function peakOf(response: Float64Array): Peak {
  let best = 0;
  for (let at = 1; at < CELLS; at += 1) if (response[at]! > response[best]!) best = at;
  const [column, row] = [best % GRID, Math.floor(best / GRID)];
  const value = (x: number, y: number): number => response[((y + GRID) % GRID) * GRID + ((x + GRID) % GRID)]!;
  const fine = (low: number, middle: number, high: number): number => {
    const curve = low - 2 * middle + high;
    return curve === 0 ? 0 : (0.5 * (low - high)) / curve;
  };
  const [x, y] = [
    column + fine(value(column - 1, row), value(column, row), value(column + 1, row)),
    row + fine(value(column, row - 1), value(column, row), value(column, row + 1)),
  ];
  return { x: x > GRID / 2 ? x - GRID : x, y: y > GRID / 2 ? y - GRID : y, value: response[best]! };
}

/** Follows an object by its appearance: robust where it turns or is lit differently. */
class CorrelationTracker implements BoxTracker {
  readonly #width: number;
  readonly #height: number;
  #cx: number;
  #cy: number;
  #scale = 1;
  readonly #model: Features & { energy: number };
  readonly #filter: Spectrum;

  constructor(image: GreyImage, { x, y, width, height }: TrackBox) {
    [this.#width, this.#height] = [width, height];
    [this.#cx, this.#cy] = [x + width / 2, y + height / 2];
    this.#model = { ...this.#features(image, 1) };
    this.#filter = filterOf(this.#model);
  }

  step(image: GreyImage): TrackedBox {
    let [found, scale] = [this.#find(image, 1), 1];
    for (const each of SCALES.slice(1)) {
      const peak = this.#find(image, each);
      if (peak.value * SCALE_PENALTY > found.value)
        [found, scale] = [{ ...peak, value: peak.value * SCALE_PENALTY }, each];
    }
    if (found.value > LOST) {
      const cell = (side: number): number => (side * PADDING * this.#scale * scale) / GRID;
      this.#cx = Math.min(Math.max(this.#cx + found.x * cell(this.#width), 0), image.width);
      this.#cy = Math.min(Math.max(this.#cy + found.y * cell(this.#height), 0), image.height);
      this.#scale = Math.min(Math.max(this.#scale * scale, 0.2), 5);
      this.#learn(image);
    }
    const [width, height] = [this.#width * this.#scale, this.#height * this.#scale];
    return {
      box: { x: this.#cx - width / 2, y: this.#cy - height / 2, width, height },
      confidence: Math.min(1, Math.max(0, found.value)),
    };
  }

  #features(image: GreyImage, scale: number): Features {
    const size = PADDING * this.#scale * scale;
    return featuresOf(image, this.#cx, this.#cy, this.#width * size, this.#height * size);
  }

  #find(image: GreyImage, scale: number): Peak {
    const { re, im } = kernel(this.#features(image, scale), this.#model);
    const response = emptySpectrum();
    for (let at = 0; at < CELLS; at += 1) {
      response.re[at] = re[at]! * this.#filter.re[at]! - im[at]! * this.#filter.im[at]!;
      response.im[at] = re[at]! * this.#filter.im[at]! + im[at]! * this.#filter.re[at]!;
    }
    return peakOf(inverse(response));
  }

  #learn(image: GreyImage): void {
    const fresh = this.#features(image, 1);
    const filter = filterOf(fresh);
    for (const [at, channel] of this.#model.channels.entries()) {
      learned(channel.re, fresh.channels[at]!.re);
      learned(channel.im, fresh.channels[at]!.im);
    }
    this.#model.energy = this.#model.energy * (1 - LEARNING) + fresh.energy * LEARNING;
    learned(this.#filter.re, filter.re);
    learned(this.#filter.im, filter.im);
  }
}

export const startCorrelation: StartTracker = (image, box) => new CorrelationTracker(image, box);
