/** Whole numbers from 0 to below a bound, the same row of them for the same seed (xorshift). */
export function seededNumbers(seed: number): (most: number) => number {
  let state = (seed + 1) * 2_654_435_761;
  return most => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % most;
  };
}
