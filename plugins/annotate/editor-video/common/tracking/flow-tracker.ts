import type { BoxTracker, StartTracker, TrackedBox } from './box-tracker.ts';
import type { GreyImage, TrackBox } from './grey-image.ts';
import { halved, sampleInto } from './grey-image.ts';

// Median flow (Kalal et al. 2010): points of a grid are followed by optical flow there and back again; those that come
// back to where they started vote for the shift and the scale of the box.

const LEVELS = 3;
/** Half of the side of the window of a point, in pixels. */
const RADIUS = 4;
const ITERATIONS = 8;
/** Points along a side of the grid. */
const SIDE = 8;
/** Fewer reliable points than this mean that the object is lost. */
const FEWEST = 6;
/** Pixels by which reliable points may miss their start on the way back. */
const ACCURATE = 2;

type Pyramid = readonly GreyImage[];

interface Point {
  readonly x: number;
  readonly y: number;
}

function pyramidOf(image: GreyImage): Pyramid {
  const levels = [image];
  while (levels.length < LEVELS) levels.push(halved(levels.at(-1)!));
  return levels;
}

/**
 * Returns the place of a picture's point on the next one (Lucas and Kanade); undefined where the window has no texture.
 */
function flowOf(from: Pyramid, to: Pyramid, { x, y }: Point): Point | undefined {
  let [dx, dy] = [0, 0];
  for (let level = LEVELS - 1; level >= 0; level -= 1) {
    const scale = 2 ** level;
    const shift = shiftOf(from[level]!, to[level]!, x / scale, y / scale, dx, dy);
    if (shift === undefined) return undefined;
    [dx, dy] = level === 0 ? shift : [shift[0] * 2, shift[1] * 2];
  }
  return { x: x + dx, y: y + dy };
}

const SPAN = RADIUS * 2 + 1;
const WINDOW = SPAN ** 2;
/** The side of a window with a border of a pixel, for gradients. */
const PATCH = SPAN + 2;
const patch = new Float64Array(PATCH ** 2);
const moved = new Float64Array(WINDOW);
const templateOf = new Float64Array(WINDOW);
const acrossOf = new Float64Array(WINDOW);
const downOf = new Float64Array(WINDOW);

function shiftOf(
  one: GreyImage,
  other: GreyImage,
  x: number,
  y: number,
  startX: number,
  startY: number,
): readonly [number, number] | undefined {
  sampleInto(patch, one, x - RADIUS - 1, y - RADIUS - 1, PATCH);
  let [xx, xy, yy] = [0, 0, 0];
  for (let row = 0, at = 0; row < SPAN; row += 1)
    for (let column = 0; column < SPAN; column += 1, at += 1) {
      const place = (row + 1) * PATCH + column + 1;
      const across = (patch[place + 1]! - patch[place - 1]!) / 2;
      const down = (patch[place + PATCH]! - patch[place - PATCH]!) / 2;
      templateOf[at] = patch[place]!;
      acrossOf[at] = across;
      downOf[at] = down;
      xx += across * across;
      xy += across * down;
      yy += down * down;
    }
  const determinant = xx * yy - xy * xy;
  if (determinant < WINDOW) return undefined;
  let [dx, dy] = [startX, startY];
  for (let round = 0; round < ITERATIONS; round += 1) {
    let [ex, ey] = [0, 0];
    sampleInto(moved, other, x - RADIUS + dx, y - RADIUS + dy, SPAN);
    for (let at = 0; at < WINDOW; at += 1) {
      const difference = templateOf[at]! - moved[at]!;
      ex += difference * acrossOf[at]!;
      ey += difference * downOf[at]!;
    }
    const [stepX, stepY] = [(yy * ex - xy * ey) / determinant, (xx * ey - xy * ex) / determinant];
    dx += stepX;
    dy += stepY;
    if (Math.abs(stepX) + Math.abs(stepY) < 0.02) break;
  }
  return Number.isFinite(dx) && Number.isFinite(dy) ? [dx, dy] : undefined;
}

function median(values: readonly number[]): number {
  const ordered = values.toSorted((one, other) => one - other);
  const middle = ordered.length >> 1;
  return ordered.length % 2 === 1 ? ordered[middle]! : (ordered[middle - 1]! + ordered[middle]!) / 2;
}

interface Pair {
  readonly from: Point;
  readonly to: Point;
  readonly miss: number;
}

/** Follows an object by its points: exact where it moves and grows without turning. */
class FlowTracker implements BoxTracker {
  #before: Pyramid;
  #box: TrackBox;

  constructor(image: GreyImage, box: TrackBox) {
    this.#before = pyramidOf(image);
    this.#box = box;
  }

  step(image: GreyImage): TrackedBox {
    const after = pyramidOf(image);
    const pairs = this.#pairs(after);
    this.#before = after;
    const limit = Math.max(ACCURATE, pairs.length === 0 ? 0 : median(pairs.map(({ miss }) => miss)));
    const kept = pairs.filter(({ miss }) => miss <= limit);
    const good = kept.filter(({ miss }) => miss <= ACCURATE).length;
    if (kept.length < FEWEST) return { box: this.#box, confidence: 0 };
    const dx = median(kept.map(({ from, to }) => to.x - from.x));
    const dy = median(kept.map(({ from, to }) => to.y - from.y));
    const scale = Math.min(Math.max(scaleOf(kept), 0.9), 1.1);
    const { x, y, width, height } = this.#box;
    const [cx, cy] = [
      Math.min(Math.max(x + width / 2 + dx, 0), image.width),
      Math.min(Math.max(y + height / 2 + dy, 0), image.height),
    ];
    const [wide, tall] = [Math.max(2, width * scale), Math.max(2, height * scale)];
    this.#box = { x: cx - wide / 2, y: cy - tall / 2, width: wide, height: tall };
    return { box: this.#box, confidence: good / (SIDE * SIDE) };
  }

  #pairs(after: Pyramid): readonly Pair[] {
    const { x, y, width, height } = this.#box;
    return Array.from({ length: SIDE * SIDE }, (_, at): Point => ({
      x: x + (((at % SIDE) + 0.5) / SIDE) * width,
      y: y + ((Math.floor(at / SIDE) + 0.5) / SIDE) * height,
    })).flatMap((from): readonly Pair[] => {
      const to = flowOf(this.#before, after, from);
      const back = to === undefined ? undefined : flowOf(after, this.#before, to);
      return to === undefined || back === undefined
        ? []
        : [{ from, to, miss: Math.hypot(back.x - from.x, back.y - from.y) }];
    });
  }
}

/** The median change of the distances between points. */
function scaleOf(pairs: readonly Pair[]): number {
  const ratios: number[] = [];
  for (let one = 0; one < pairs.length; one += 1)
    for (let other = one + 1; other < pairs.length; other += 1) {
      const [a, b] = [pairs[one]!, pairs[other]!];
      const before = Math.hypot(a.from.x - b.from.x, a.from.y - b.from.y);
      if (before > 1) ratios.push(Math.hypot(a.to.x - b.to.x, a.to.y - b.to.y) / before);
    }
  return ratios.length === 0 ? 1 : median(ratios);
}

export const startFlow: StartTracker = (image, box) => new FlowTracker(image, box);
