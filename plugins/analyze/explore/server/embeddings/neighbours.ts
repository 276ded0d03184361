import type { VectorTable } from './vector-search.ts';
import { nearest } from './vector-search.ts';

/** Neighbours that are asked about the class of an object. */
const LABEL_NEIGHBOURS = 10;
/** Fewer objects have no neighbourhood that says anything. */
const LEAST = 4;
/** Neighbours that say how usual a picture is. */
const LOOK_NEIGHBOURS = 5;

/**
 * Returns, for each asked place, the share of its nearest neighbours among `places` that agree on one class other than
 * its own, from 0 to 1. `classes` are those of the places, in the same order.
 */
export function contradicted(
  table: VectorTable,
  places: Int32Array,
  classes: Int32Array,
  asked: Int32Array,
): Float64Array {
  const allowed = marked(table, places);
  const classAt = new Map([...places].map((place, at) => [place, classes[at]!]));
  return Float64Array.from(asked, place => {
    const found = nearest(table, vectorAt(table, place), LABEL_NEIGHBOURS + 1, allowed).places;
    const others = [...found].filter(each => each !== place).slice(0, LABEL_NEIGHBOURS);
    if (others.length < LEAST) return 0;
    const votes = new Map<number, number>();
    for (const each of others) votes.set(classAt.get(each)!, (votes.get(classAt.get(each)!) ?? 0) + 1);
    votes.delete(classAt.get(place)!);
    return Math.max(0, ...votes.values()) / others.length;
  });
}

/**
 * Returns, for each asked place, how little its nearest neighbours among `places` look like it: 0 for equal ones, 1 for
 * none alike.
 */
export function oddness(table: VectorTable, places: Int32Array, asked: Int32Array): Float64Array {
  const allowed = marked(table, places);
  return Float64Array.from(asked, place => {
    const found = nearest(table, vectorAt(table, place), LOOK_NEIGHBOURS + 1, allowed);
    const scores = [...found.places.keys()].filter(at => found.places[at] !== place).map(at => found.scores[at]!);
    const near = scores.slice(0, LOOK_NEIGHBOURS);
    return near.length === 0 ? 0 : 1 - near.reduce((sum, score) => sum + score, 0) / near.length;
  });
}

/** Returns places that differ most from each other: each next one is the farthest from all before it. */
export function diversePick(table: VectorTable, places: Int32Array, count: number): Int32Array {
  const { dimension, vectors } = table;
  const lengths = Float64Array.from(places, place => Math.hypot(...vectorAt(table, place)) || 1);
  const likeness = new Float32Array(places.length).fill(-2);
  const picked: number[] = [];
  let next = 0;
  while (picked.length < Math.min(count, places.length)) {
    picked.push(next);
    const own = vectorAt(table, places[next]!);
    let farthest = 0;
    for (let at = 0; at < places.length; at++) {
      const from = places[at]! * dimension;
      let dot = 0;
      for (let value = 0; value < dimension; value++) dot += own[value]! * vectors[from + value]!;
      likeness[at] = at === next ? Infinity : Math.max(likeness[at]!, dot / (lengths[at]! * lengths[next]!));
      if (likeness[at]! < likeness[farthest]!) farthest = at;
    }
    next = farthest;
  }
  return Int32Array.from(picked, at => places[at]!);
}

const vectorAt = ({ dimension, vectors }: VectorTable, place: number): Int8Array =>
  vectors.subarray(place * dimension, (place + 1) * dimension);

function marked({ dimension, vectors }: VectorTable, places: Int32Array): Uint8Array {
  const allowed = new Uint8Array(vectors.length / dimension);
  for (const place of places) allowed[place] = 1;
  return allowed;
}
