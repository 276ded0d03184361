/** UTF-16 units between two checkpoints. */
const STRIDE = 1024;

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/**
 * Places of a text in both countings: UTF-16 units, in which JavaScript counts, and Unicode code points, in which
 * documents count. Made once for a text; each lookup examines a thousand units at most.
 */
export class CodePoints {
  readonly #text: string;
  /**
   * Code points before each checkpoint; undefined when all characters are one unit, so that both countings are the
   * same.
   */
  readonly #before: Uint32Array | undefined;
  /** Code points of the whole text. */
  readonly length: number;

  constructor(text: string) {
    this.#text = text;
    const before = new Uint32Array(Math.floor(text.length / STRIDE) + 1);
    let points = 0;
    for (let unit = 0; unit < text.length; unit += 1) {
      if (unit % STRIDE === 0) before[unit / STRIDE] = points;
      if (!this.#isSecond(unit)) points += 1;
    }
    if (text.length % STRIDE === 0) before[text.length / STRIDE] = points;
    this.length = points;
    this.#before = points === text.length ? undefined : before;
  }

  /** Code points before a UTF-16 unit; a place inside of a surrogate pair counts as the one after it. */
  ofUnit(unit: number): number {
    const place = Math.max(0, Math.min(unit, this.#text.length));
    if (this.#before === undefined) return place;
    const checkpoint = Math.floor(place / STRIDE);
    let points = this.#before[checkpoint]!;
    for (let at = checkpoint * STRIDE; at < place; at += 1) if (!this.#isSecond(at)) points += 1;
    return points;
  }

  /** The UTF-16 unit at which a code point begins; the length of the text for those beyond it. */
  toUnit(point: number): number {
    const place = Math.max(0, Math.min(point, this.length));
    if (this.#before === undefined) return place;
    let [low, high] = [0, this.#before.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#before[middle]! <= place) low = middle;
      else high = middle - 1;
    }
    let points = this.#before[low]!;
    let unit = low * STRIDE;
    if (this.#isSecond(unit)) unit += 1;
    while (points < place) {
      unit += isHigh(this.#text.charCodeAt(unit)) && isLow(this.#text.charCodeAt(unit + 1)) ? 2 : 1;
      points += 1;
    }
    return unit;
  }

  /** The second unit of a surrogate pair. */
  #isSecond(unit: number): boolean {
    return unit > 0 && isLow(this.#text.charCodeAt(unit)) && isHigh(this.#text.charCodeAt(unit - 1));
  }
}
