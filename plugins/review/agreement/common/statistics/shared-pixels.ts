/**
 * Counts of the pixels that two masks of one picture have in common, by the 24-bit colours of their parts; 0 is the
 * background.
 */
export class SharedPixels {
  readonly #both = new Map<string, number>();
  readonly #ones = new Map<number, number>();
  readonly #others = new Map<number, number>();

  constructor(counts: Iterable<readonly [one: number, other: number, pixels: number]>) {
    for (const [one, other, pixels] of counts) {
      this.#both.set(`${one} ${other}`, pixels);
      this.#ones.set(one, (this.#ones.get(one) ?? 0) + pixels);
      this.#others.set(other, (this.#others.get(other) ?? 0) + pixels);
    }
  }

  /** Returns the overlap of parts of the first mask and parts of the other as a share of their union, 0 to 1. */
  overlap(ones: readonly number[], others: readonly number[]): number {
    let shared = 0;
    for (const one of ones) for (const other of others) shared += this.#both.get(`${one} ${other}`) ?? 0;
    if (shared === 0) return 0;
    const area = (colors: readonly number[], areas: ReadonlyMap<number, number>): number =>
      colors.reduce((sum, color) => sum + (areas.get(color) ?? 0), 0);
    return shared / (area(ones, this.#ones) + area(others, this.#others) - shared);
  }
}
