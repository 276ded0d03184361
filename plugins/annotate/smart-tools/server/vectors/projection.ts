/**
 * Dimensions that vectors of longer ones are projected to: on measured pictures the nearest neighbours are nearly the
 * same.
 */
export const PROJECTED = 256;

/** Returns the next number of a seeded sequence of 32-bit integers (xorshift). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Projects vectors to {@link PROJECTED} dimensions by fixed random signs, which keeps their angles. */
export class Projection {
  readonly #signs: Int8Array;

  constructor(private readonly dimension: number) {
    const next = sequence(0x9e3779b9);
    this.#signs = Int8Array.from({ length: dimension * PROJECTED }, () => (next() & 0x1000 ? 1 : -1));
  }

  /** Returns the projected vector, of length 1; zeros stay zeros. */
  of(vector: Float32Array): Float32Array {
    const projected = new Float32Array(PROJECTED);
    for (let from = 0; from < this.dimension; from++) {
      const value = vector[from]!;
      if (value === 0) continue;
      const row = from * PROJECTED;
      for (let to = 0; to < PROJECTED; to++) projected[to]! += value * this.#signs[row + to]!;
    }
    return unitVector(projected);
  }
}

/** Returns the vector with length 1; zeros stay zeros. */
export function unitVector(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map(value => value / length);
}
