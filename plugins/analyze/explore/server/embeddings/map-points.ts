import type { VectorTable } from './vector-search.ts';

/** Rounds in which a direction is turned towards the greatest spread. */
const ROUNDS = 24;

/** Returns x and y of each place on the two directions of greatest spread (principal components), from 0 to 1. */
export function mapPoints({ dimension, vectors }: VectorTable, places: Int32Array): Float32Array {
  const rows = Float32Array.from({ length: places.length * dimension }, (_, at) => {
    const place = places[Math.floor(at / dimension)]!;
    return vectors[place * dimension + (at % dimension)]!;
  });
  for (let row = 0; row < places.length; row++) {
    const own = rows.subarray(row * dimension, (row + 1) * dimension);
    const length = Math.hypot(...own) || 1;
    own.forEach((value, at) => (own[at] = value / length));
  }
  const mean = new Float64Array(dimension);
  rows.forEach((value, at) => (mean[at % dimension]! += value / places.length));
  rows.forEach((value, at) => (rows[at] = value - mean[at % dimension]!));
  const points = new Float32Array(places.length * 2);
  for (const axis of [0, 1]) {
    const direction = mainDirection(rows, dimension, axis);
    for (let row = 0; row < places.length; row++) {
      const from = row * dimension;
      let along = 0;
      for (let at = 0; at < dimension; at++) along += rows[from + at]! * direction[at]!;
      points[row * 2 + axis] = along;
      for (let at = 0; at < dimension; at++) rows[from + at]! -= along * direction[at]!;
    }
  }
  return spread(points);
}

/** The direction of greatest spread by power iteration. Its start and its sign do not depend on chance. */
function mainDirection(rows: Float32Array, dimension: number, axis: number): Float64Array {
  let direction = Float64Array.from({ length: dimension }, (_, at) => Math.cos(at * (axis + 1)));
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(dimension);
    for (let from = 0; from < rows.length; from += dimension) {
      let along = 0;
      for (let at = 0; at < dimension; at++) along += rows[from + at]! * direction[at]!;
      for (let at = 0; at < dimension; at++) next[at]! += along * rows[from + at]!;
    }
    const length = Math.hypot(...next);
    if (length < 1e-12) return direction.map(() => 0);
    direction = next.map(value => value / length);
  }
  return direction;
}

/** Moves the coordinates of each axis to 0 to 1; all in the middle where there is no spread. */
function spread(points: Float32Array): Float32Array {
  for (const axis of [0, 1]) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < points.length; at += 2) {
      low = Math.min(low, points[at]!);
      high = Math.max(high, points[at]!);
    }
    for (let at = axis; at < points.length; at += 2)
      points[at] = high - low < 1e-9 ? 0.5 : (points[at]! - low) / (high - low);
  }
  return points;
}
