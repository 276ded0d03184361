/**
 * A mask as run lengths, pixels counted down the first column, then the second, and so on. Runs take turns, the
 * first is background and may be 0; their sum is width × height.
 */
export interface MaskRuns {
  readonly width: number;
  readonly height: number;
  readonly counts: readonly number[];
}

/** Pixels that are set. */
export function maskArea(mask: MaskRuns): number {
  let area = 0;
  for (let at = 1; at < mask.counts.length; at += 2) area += mask.counts[at]!;
  return area;
}

/** Calls back for every run of set pixels: the position of its first pixel (column × height + row) and its length. */
export function eachRun(mask: MaskRuns, visit: (start: number, length: number) => void): void {
  let at = 0;
  mask.counts.forEach((count, index) => {
    if (index % 2 === 1 && count > 0) visit(at, count);
    at += count;
  });
}

/**
 * The smallest box of whole pixels around the set ones, edges at `right` and `bottom` excluded; undefined when none is
 * set.
 */
export function maskExtent(mask: MaskRuns): { left: number; top: number; right: number; bottom: number } | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  eachRun(mask, (start, length) => {
    const last = start + length - 1;
    const [first, end] = [Math.floor(start / mask.height), Math.floor(last / mask.height)];
    left = Math.min(left, first);
    right = Math.max(right, end);
    top = Math.min(top, first === end ? start % mask.height : 0);
    bottom = Math.max(bottom, first === end ? last % mask.height : mask.height - 1);
  });
  return right < 0 ? undefined : { left, top, right: right + 1, bottom: bottom + 1 };
}

/** Collects runs in ascending order; runs that touch become one. */
export class RunBuilder {
  readonly #counts: number[] = [];
  #at = 0;

  /** Adds `length` set pixels from position `start` on, which is not before the end of the last run. */
  add(start: number, length: number): void {
    if (length <= 0) return;
    if (start === this.#at && this.#counts.length > 0) this.#counts[this.#counts.length - 1]! += length;
    else this.#counts.push(start - this.#at, length);
    this.#at = start + length;
  }

  /** The mask of all that was added. */
  build(width: number, height: number): MaskRuns {
    const rest = width * height - this.#at;
    return { width, height, counts: rest > 0 ? [...this.#counts, rest] : this.#counts };
  }
}
