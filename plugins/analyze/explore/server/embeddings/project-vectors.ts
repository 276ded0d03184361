import type { TagTable } from './tag-search.ts';
import type { VectorTable } from './vector-search.ts';
import { putVector, signWords } from './vector-search.ts';

/** Tags that are kept of a picture. */
const TAGS = 5;
/** Part of the memory of a project that is left for vectors to come, and the least of it, in vectors. */
const SPARE = 0.05;
const LEAST_SPARE = 256;

/** Vectors of a project in shared memory, with the picture or object of each. */
export interface ProjectVectors extends VectorTable, TagTable {
  readonly items: Int32Array;
  /** -1 for whole pictures, from -2 downwards for passages of texts. */
  readonly positions: Int32Array;
  /** Classes of objects, 0 for pictures; of passages the hash of their component, 0 without one. */
  readonly classes: Int32Array;
  /**
   * 1 at the places of whole pictures or passages, and at those of objects. Both are 0 at places of vectors that are gone. Both lie
   * in shared memory.
   */
  readonly ofPictures: Uint8Array;
  readonly ofObjects: Uint8Array;
  /** Finds and replaces vectors of items. */
  readonly buffer: VectorBuffer;
}

/** The vector of a picture or an object, as it is stored. */
export interface VectorRow {
  readonly item_id: number;
  readonly position: number;
  readonly class_id: number | null;
  readonly vector: Uint8Array;
  readonly tags: readonly (readonly [number, number])[] | null;
}

/** Returns the part of a table that is compared: the rest need not go to a thread. */
export const comparedOf = ({ dimension, vectors, lengths, signs }: VectorTable): VectorTable => ({
  dimension,
  vectors,
  lengths,
  signs,
});

type Arrays = Omit<ProjectVectors, 'buffer' | 'dimension'>;

/**
 * Memory of the vectors of a project. Vectors are added at the end and never changed, so that a search that runs
 * meanwhile compares what it began with.
 */
export class VectorBuffer {
  #arrays: Arrays;
  #capacity: number;
  #length = 0;
  #gone = 0;
  /** Places in order of items and positions, from the start; those of items in `#moved` are elsewhere. */
  #ordered = 0;
  readonly #moved = new Map<number, readonly number[]>();

  constructor(
    readonly dimension: number,
    expected: number,
  ) {
    this.#capacity = expected + Math.max(LEAST_SPARE, Math.ceil(expected * SPARE));
    this.#arrays = this.#allocated();
  }

  /** Bytes of memory. */
  get bytes(): number {
    return Object.values(this.#arrays).reduce((sum, each) => sum + each.byteLength, 0);
  }

  /** Part of the vectors that are gone, from 0 to 1. */
  get goneShare(): number {
    return this.#length === 0 ? 0 : this.#gone / this.#length;
  }

  /** Returns the vectors that there are now. */
  view(): ProjectVectors {
    const { dimension } = this;
    const cut = cutTo(this.#arrays, this.#length, dimension);
    return { ...cut, dimension, buffer: this };
  }

  /** Adds vectors in order of items and positions, before any are replaced. */
  fill(rows: readonly VectorRow[]): void {
    for (const row of rows) this.#add(row);
    this.#ordered = this.#length;
  }

  /** Replaces the vectors of some items by the rows they have now. */
  replace(itemIds: readonly number[], rows: readonly VectorRow[]): void {
    const rowsOf = new Map<number, VectorRow[]>(itemIds.map(id => [id, []]));
    for (const row of rows) rowsOf.get(row.item_id)?.push(row);
    for (const [id, own] of rowsOf) {
      const before = this.#placesOf(id);
      const after = own.map(row => {
        const same = before.find(at => this.#isSame(at, row));
        if (same === undefined) return this.#add(row);
        this.#describe(same, row);
        return same;
      });
      for (const at of before) if (!after.includes(at)) this.#remove(at);
      this.#moved.set(id, after);
    }
  }

  /** Returns the place of a picture or an object; -1 when it has no vector. */
  placeOf(itemId: number, position: number): number {
    return this.#placesOf(itemId).find(at => this.#arrays.positions[at] === position) ?? -1;
  }

  #placesOf(itemId: number): readonly number[] {
    const moved = this.#moved.get(itemId);
    if (moved !== undefined) return moved;
    const { items } = this.#arrays;
    let [low, high] = [0, this.#ordered];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (items[middle]! < itemId) low = middle + 1;
      else high = middle;
    }
    const places: number[] = [];
    for (let at = low; at < this.#ordered && items[at] === itemId; at++) places.push(at);
    return places;
  }

  #isSame(at: number, { position, vector }: VectorRow): boolean {
    const { positions, vectors } = this.#arrays;
    const from = at * this.dimension;
    return (
      positions[at] === position &&
      bytesOf(vector)
        .subarray(0, this.dimension)
        .every((value, index) => vectors[from + index] === value)
    );
  }

  #add(row: VectorRow): number {
    if (this.#length === this.#capacity) this.#grow();
    const at = this.#length++;
    putVector({ dimension: this.dimension, ...this.#arrays }, at, bytesOf(row.vector).subarray(0, this.dimension));
    this.#arrays.items[at] = row.item_id;
    this.#arrays.positions[at] = row.position;
    this.#describe(at, row);
    (row.position < 0 ? this.#arrays.ofPictures : this.#arrays.ofObjects)[at] = 1;
    return at;
  }

  #describe(at: number, row: VectorRow): void {
    const { classes, tags, probabilities } = this.#arrays;
    classes[at] = row.class_id ?? 0;
    row.tags?.slice(0, TAGS).forEach(([tag, probability], place) => {
      tags[at * TAGS + place] = tag;
      probabilities[at * TAGS + place] = probability;
    });
  }

  #remove(at: number): void {
    this.#arrays.ofPictures[at] = 0;
    this.#arrays.ofObjects[at] = 0;
    this.#gone += 1;
  }

  #grow(): void {
    const before = this.#arrays;
    this.#capacity += Math.max(LEAST_SPARE, Math.ceil(this.#capacity * SPARE));
    this.#arrays = this.#allocated();
    for (const name of Object.keys(before) as (keyof Arrays)[]) this.#arrays[name].set(before[name]);
  }

  /** Arrays of zeros; those that threads use lie in shared memory and are not copied. */
  #allocated(): Arrays {
    const [count, shared] = [this.#capacity, (bytes: number) => new SharedArrayBuffer(bytes)];
    return {
      vectors: new Int8Array(shared(count * this.dimension)),
      lengths: new Float32Array(shared(count * 4)),
      signs: new Uint32Array(shared(count * signWords(this.dimension) * 4)),
      items: new Int32Array(count),
      positions: new Int32Array(count),
      classes: new Int32Array(count),
      ofPictures: new Uint8Array(shared(count)),
      ofObjects: new Uint8Array(shared(count)),
      tags: new Uint16Array(shared(count * TAGS * 2)),
      probabilities: new Float32Array(shared(count * TAGS * 4)),
    };
  }
}

/** The first places of the arrays. */
function cutTo(arrays: Arrays, length: number, dimension: number): Arrays {
  return {
    vectors: arrays.vectors.subarray(0, length * dimension),
    lengths: arrays.lengths.subarray(0, length),
    signs: arrays.signs.subarray(0, length * signWords(dimension)),
    items: arrays.items.subarray(0, length),
    positions: arrays.positions.subarray(0, length),
    classes: arrays.classes.subarray(0, length),
    ofPictures: arrays.ofPictures.subarray(0, length),
    ofObjects: arrays.ofObjects.subarray(0, length),
    tags: arrays.tags.subarray(0, length * TAGS),
    probabilities: arrays.probabilities.subarray(0, length * TAGS),
  };
}

const bytesOf = (vector: Uint8Array): Int8Array => new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength);
