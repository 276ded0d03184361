import type { Matrix, OpenCv } from './opencv.ts';
import type { GrabCutInput, VisionPicture } from './vision-calls.ts';

const OUTSIDE = 0;
const INSIDE = 1;
const PERHAPS_INSIDE = 3;
/**
 * The middle of a box belongs to what it holds: a disc of so large a share of the shorter side. Without it small
 * objects are lost altogether.
 */
const MIDDLE = 0.1;
const FIRST_ROUNDS = 3;
const NEXT_ROUNDS = 2;

/** The state after the box alone, from which every correction goes on. */
interface Begun {
  readonly key: string;
  readonly picture: Matrix;
  readonly mask: Matrix;
  readonly background: Matrix;
  readonly foreground: Matrix;
}

/** Cuts an object out of a box by its colours (GrabCut), and again with strokes that say what belongs. */
export class GrabCut {
  readonly #cv: OpenCv;
  #begun: Begun | undefined;

  constructor(cv: OpenCv) {
    this.#cv = cv;
  }

  cut(input: GrabCutInput): Uint8Array {
    const cv = this.#cv;
    const begun = this.#begin(input);
    const [mask, background, foreground] = [begun.mask, begun.background, begun.foreground].map(each =>
      this.#copy(each),
    ) as [Matrix, Matrix, Matrix];
    try {
      if (input.points.length > 0) {
        drawPoints(mask, input);
        cv.grabCut(begun.picture, mask, new cv.Rect(0, 0, 1, 1), background, foreground, NEXT_ROUNDS, cv.GC_EVAL);
      }
      return Uint8Array.from(mask.data, value => (value === INSIDE || value === PERHAPS_INSIDE ? 1 : 0));
    } finally {
      for (const each of [mask, background, foreground]) each.delete();
    }
  }

  /** The library's own `clone` gives another handle of the same memory. */
  #copy(matrix: Matrix): Matrix {
    const copy = new this.#cv.Mat();
    matrix.copyTo(copy);
    return copy;
  }

  #begin({ key, picture, box }: GrabCutInput): Begun {
    if (this.#begun?.key === key) return this.#begun;
    const cv = this.#cv;
    this.#forget();
    const begun = {
      key,
      picture: rgbMatrix(cv, picture),
      mask: new cv.Mat(picture.height, picture.width, cv.CV_8UC1),
      background: new cv.Mat(),
      foreground: new cv.Mat(),
    };
    this.#begun = begun;
    begun.mask.data.set(maskOfBox(picture, box));
    cv.grabCut(
      begun.picture,
      begun.mask,
      new cv.Rect(0, 0, 1, 1),
      begun.background,
      begun.foreground,
      FIRST_ROUNDS,
      cv.GC_INIT_WITH_MASK,
    );
    return begun;
  }

  #forget(): void {
    const begun = this.#begun;
    this.#begun = undefined;
    if (begun !== undefined)
      for (const each of [begun.picture, begun.mask, begun.background, begun.foreground]) each.delete();
  }
}

/** A picture as the library takes it; the caller deletes it. */
export function rgbMatrix(cv: OpenCv, { data, width, height }: VisionPicture): Matrix {
  const full = cv.matFromArray(height, width, cv.CV_8UC4, data);
  const plain = new cv.Mat();
  cv.cvtColor(full, plain, cv.COLOR_RGBA2RGB);
  full.delete();
  return plain;
}

/** Returns the initial guess for a box: nothing beyond it belongs, its middle does, the rest perhaps. */
export function maskOfBox(
  { width, height }: Pick<VisionPicture, 'width' | 'height'>,
  box: GrabCutInput['box'],
): Uint8Array {
  const mask = new Uint8Array(width * height).fill(OUTSIDE);
  for (let row = box.y; row < box.y + box.height; row++)
    mask.fill(PERHAPS_INSIDE, row * width + box.x, row * width + box.x + box.width);
  drawDisc(
    mask,
    { width, height },
    {
      x: Math.floor(box.x + box.width / 2),
      y: Math.floor(box.y + box.height / 2),
      radius: Math.floor(Math.min(box.width, box.height) * MIDDLE),
      value: INSIDE,
    },
  );
  return mask;
}

/** Discs of a fiftieth of the picture around the points. */
function drawPoints(mask: Matrix, { points, picture }: GrabCutInput): void {
  const radius = Math.max(2, Math.round(Math.max(picture.width, picture.height) / 50));
  for (let at = 0; at + 2 < points.length; at += 3)
    drawDisc(mask.data, picture, {
      x: Math.round(points[at]!),
      y: Math.round(points[at + 1]!),
      radius,
      value: points[at + 2] === 1 ? INSIDE : OUTSIDE,
    });
}

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly value: number;
}

function drawDisc(
  mask: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  { x, y, radius, value }: Disc,
): void {
  for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row++) {
    for (let column = Math.max(0, x - radius); column <= Math.min(width - 1, x + radius); column++) {
      if (Math.hypot(column - x, row - y) <= radius) mask[row * width + column] = value;
    }
  }
}
