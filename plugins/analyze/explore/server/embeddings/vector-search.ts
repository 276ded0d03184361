/**
 * Vectors of length 1 as bytes one after another, each with the length it has as bytes and the signs of its values as
 * bits. All may lie in shared memory.
 */
export interface VectorTable {
  readonly dimension: number;
  readonly vectors: Int8Array;
  readonly lengths: Float32Array;
  readonly signs: Uint32Array;
}

/** Places of a table and their cosines, the best first. */
export interface Nearest {
  readonly places: Int32Array;
  readonly scores: Float32Array;
}

/** Multiplications up to which each vector is compared exactly; larger tables are first narrowed down by the signs. */
const EXACT = 48_000_000;
/** Share of a large table that the signs leave, and the least of it for each result. */
const LEFT_SHARE = 0.01;
const LEFT_EACH = 40;
const SCALE = 127;

/** Words of 32 bits that hold the signs of a vector. */
export const signWords = (dimension: number): number => Math.ceil(dimension / 32);

/**
 * Returns a vector of length 1 as bytes. Its largest value takes the whole range: cosines are divided by both lengths.
 */
export function vectorBytes(vector: Float32Array): Int8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest === 0
    ? new Int8Array(vector.length)
    : Int8Array.from(vector, value => Math.round((value / largest) * SCALE));
}

/** Returns the length of a vector of bytes. */
export function lengthOf(vector: Int8Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return Math.sqrt(squares);
}

/** Puts a vector at a place of a table. */
export function putVector({ dimension, vectors, lengths, signs }: VectorTable, at: number, vector: Int8Array): void {
  const words = signWords(dimension);
  vectors.set(vector, at * dimension);
  lengths[at] = lengthOf(vector);
  writeSigns(vector, signs.subarray(at * words, (at + 1) * words));
}

/** Writes the signs of a vector as bits. */
function writeSigns(vector: Int8Array, signs: Uint32Array): void {
  signs.fill(0);
  for (let at = 0; at < vector.length; at++) if (vector[at]! > 0) signs[at >> 5]! |= 1 << (at & 31);
}

/** Finds the vectors most like another; with `allowed`, among the places that are 1 there. Tables of more
 * than `mostExact` values are narrowed down first. */
export function nearest(
  table: VectorTable,
  query: Int8Array,
  count: number,
  allowed?: Uint8Array,
  mostExact = EXACT,
): Nearest {
  const { dimension, vectors, lengths } = table;
  const length = vectors.length / dimension;
  const exact = length * dimension <= mostExact;
  const places = exact
    ? undefined
    : nearBySigns(table, query, Math.max(count * LEFT_EACH, length * LEFT_SHARE), allowed);
  const compared = places?.length ?? length;
  const norm = lengthOf(query) || 1;
  // Whole numbers of 32 bits: bytes would be converted at each multiplication.
  const values = Int32Array.from(query);
  const best = new Best(count);
  for (let index = 0; index < compared; index++) {
    const place = places === undefined ? index : places[index]!;
    if (places === undefined && allowed !== undefined && allowed[place] === 0) continue;
    const own = lengths[place]!;
    if (own === 0) continue;
    const from = place * dimension;
    let sum = 0;
    for (let at = 0; at < dimension; at++) sum = (sum + Math.imul(vectors[from + at]!, values[at]!)) | 0;
    best.add(place, sum / (norm * own));
  }
  return best.sorted();
}

/** The places whose signs differ least from those of the query, at least `count` where there are as many. */
function nearBySigns(
  { dimension, signs }: VectorTable,
  query: Int8Array,
  count: number,
  allowed?: Uint8Array,
): Int32Array {
  const words = signWords(dimension);
  const own = new Uint32Array(words);
  writeSigns(query, own);
  const length = signs.length / words;
  const distances = new Uint16Array(length);
  const histogram = new Int32Array(dimension + 2);
  for (let place = 0, from = 0; place < length; place++, from += words) {
    if (allowed !== undefined && allowed[place] === 0) {
      distances[place] = dimension + 1;
      continue;
    }
    let distance = 0;
    for (let word = 0; word < words; word++) {
      let bits = signs[from + word]! ^ own[word]!;
      bits -= (bits >>> 1) & 0x55555555;
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
      distance += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }
    distances[place] = distance;
    histogram[distance]! += 1;
  }
  let [limit, sum] = [0, histogram[0]!];
  while (sum < count && limit < dimension) sum += histogram[++limit]!;
  const places = new Int32Array(sum);
  for (let place = 0, to = 0; place < length; place++) if (distances[place]! <= limit) places[to++] = place;
  return places;
}

/** Keeps the best of many scores: a heap whose root is the worst that is kept. */
export class Best {
  readonly #places: Int32Array;
  readonly #scores: Float32Array;
  #size = 0;

  constructor(private readonly count: number) {
    this.#places = new Int32Array(count);
    this.#scores = new Float32Array(count);
  }

  add(place: number, score: number): void {
    if (this.#size < this.count) this.#up(this.#size++, place, score);
    else if (score > this.#scores[0]!) this.#down(place, score);
  }

  sorted(): Nearest {
    const order = Array.from({ length: this.#size }, (_, at) => at).sort(
      (one, other) => this.#scores[other]! - this.#scores[one]! || this.#places[one]! - this.#places[other]!,
    );
    return {
      places: Int32Array.from(order, at => this.#places[at]!),
      scores: Float32Array.from(order, at => this.#scores[at]!),
    };
  }

  #up(start: number, place: number, score: number): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#scores[parent]! <= score) break;
      this.#put(at, parent);
      at = parent;
    }
    this.#places[at] = place;
    this.#scores[at] = score;
  }

  #down(place: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#scores[child + 1]! < this.#scores[child]!) child += 1;
      if (this.#scores[child]! >= score) break;
      this.#put(at, child);
      at = child;
    }
    this.#places[at] = place;
    this.#scores[at] = score;
  }

  #put(to: number, from: number): void {
    this.#places[to] = this.#places[from]!;
    this.#scores[to] = this.#scores[from]!;
  }
}
