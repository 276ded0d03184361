import { badArchive } from './archive-layout.ts';

/** Numbers of coefficients that are known: radial and tangential, with the third radial one, and rational. */
const COUNTS = [4, 5, 8];
/** Tangents up to which a lens is followed, and in which steps. */
const WIDEST = 6;
const STEP = 0.01;

const edges = new WeakMap<readonly number[], number>();

/**
 * Bends a direction by the Brown–Conrady model in the order of OpenCV: k1, k2, p1, p2, k3, k4, k5, k6
 * (docs.opencv.org, "Camera Calibration and 3D Reconstruction").
 *
 * Coefficients are fitted within the picture; far outside it the polynomial turns back into it. From the angle at which
 * that begins directions are carried on in a straight line, so that what lies outside stays there.
 * @param x tangent to the right of the optical axis
 * @param y tangent below it
 */
export function distorted(x: number, y: number, coefficients: readonly number[]): readonly [number, number] {
  const radius = Math.hypot(x, y);
  const edge = edgeOf(coefficients);
  if (radius <= edge) return bent(x, y, coefficients);
  const [right, below] = bent((x / radius) * edge, (y / radius) * edge, coefficients);
  return [(right / edge) * radius, (below / edge) * radius];
}

/**
 * The coefficients that a calibration file gives; undefined for none or for zeros alone.
 * @param place file and field, for the message
 * @throws Fault ASSET_UNREADABLE for anything but 4, 5 or 8 numbers
 */
export function readDistortion(value: unknown, place: string): readonly number[] | undefined {
  if (value === undefined || value === null) return undefined;
  const numbers: readonly unknown[] = Array.isArray(value) ? value.flat() : [value];
  if (numbers.every(each => each === 0)) return undefined;
  if (!COUNTS.includes(numbers.length) || !numbers.every(each => typeof each === 'number' && Number.isFinite(each)))
    throw badArchive(`${place} must be a list of 4, 5 or 8 numbers, as OpenCV orders them: k1, k2, p1, p2, k3 to k6.`);
  return numbers as readonly number[];
}

function bent(x: number, y: number, coefficients: readonly number[]): readonly [number, number] {
  const [, , p1 = 0, p2 = 0] = coefficients;
  const square = x * x + y * y;
  const radial = radialOf(square, coefficients);
  return [
    x * radial + 2 * p1 * x * y + p2 * (square + 2 * x * x),
    y * radial + p1 * (square + 2 * y * y) + 2 * p2 * x * y,
  ];
}

function radialOf(square: number, [k1 = 0, k2 = 0, , , k3 = 0, k4 = 0, k5 = 0, k6 = 0]: readonly number[]): number {
  const above = 1 + square * (k1 + square * (k2 + square * k3));
  return above / (1 + square * (k4 + square * (k5 + square * k6)));
}

/** The tangent from which on larger ones are bent to smaller ones. */
function edgeOf(coefficients: readonly number[]): number {
  const known = edges.get(coefficients);
  if (known !== undefined) return known;
  let edge = STEP;
  for (let last = 0; edge < WIDEST; edge += STEP) {
    const next = edge * radialOf(edge * edge, coefficients);
    if (!(next > last)) break;
    last = next;
  }
  edge -= STEP;
  edges.set(coefficients, edge);
  return edge;
}
