import { expect, it } from 'vitest';
import { contradicted, diversePick, oddness } from './neighbours.ts';
import { boxWithMargin } from './picture-crops.ts';
import { bestByTags } from './tag-search.ts';
import { nearest, putVector, signWords, vectorBytes } from './vector-search.ts';
import type { VectorTable } from './vector-search.ts';

/** Returns numbers from -1 to 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

const emptyTable = (count: number, dimension: number): VectorTable => ({
  dimension,
  vectors: new Int8Array(count * dimension),
  lengths: new Float32Array(count),
  signs: new Uint32Array(count * signWords(dimension)),
});

function tableOf(vectors: readonly Float32Array[], dimension: number): VectorTable {
  const table = emptyTable(vectors.length, dimension);
  vectors.forEach((vector, at) => putVector(table, at, vectorBytes(vector)));
  return table;
}

const next = numbers(7);
const random = (dimension: number): Float32Array => Float32Array.from({ length: dimension }, next);

it('should find the nearest vectors, best first, among the allowed ones', () => {
  const vectors = Array.from({ length: 300 }, () => random(40));
  vectors[17] = vectors[5]!.map(value => value * 3);
  vectors[200] = vectors[5]!.map((value, at) => (at === 0 ? value + 0.4 : value));
  const table = tableOf(vectors, 40);
  const query = vectorBytes(vectors[5]!);
  const { places, scores } = nearest(table, query, 3);
  expect([...places]).toEqual([5, 17, 200]);
  expect(scores[0]).toBeCloseTo(1, 5);
  const allowed = new Uint8Array(300).fill(1);
  allowed[17] = 0;
  expect([...nearest(table, query, 2, allowed).places]).toEqual([5, 200]);
  expect([...nearest(table, query, 500).places]).toHaveLength(300);
});

it('should narrow large tables down by signs and find nearly the same', () => {
  const [dimension, count] = [64, 20_000];
  const centres = Array.from({ length: 50 }, () => random(dimension));
  const table = emptyTable(count, dimension);
  for (let at = 0; at < count; at++)
    putVector(
      table,
      at,
      Int8Array.from(centres[at % 50]!, value => Math.round(value * 60 + next() * 40)),
    );
  const query = table.vectors.slice(0, dimension);
  const found = nearest(table, query, 50, undefined, 0).places;
  expect(found[0]).toBe(0);
  expect([...found].filter(place => place % 50 === 0)).toHaveLength(50);
});

it('should count the neighbours that agree on another class', () => {
  const [one, other] = [random(16), random(16)];
  const near = (vector: Float32Array) => vector.map(value => value + next() * 0.05);
  const table = tableOf(
    [...Array.from({ length: 8 }, () => near(one)), ...Array.from({ length: 8 }, () => near(other))],
    16,
  );
  const classes = Int32Array.from({ length: 16 }, (_, at) => (at < 8 ? 1 : 2));
  classes[3] = 2;
  const places = Int32Array.from({ length: 16 }, (_, at) => at);
  const shares = contradicted(table, places, classes, places);
  expect(shares[3]).toBeGreaterThanOrEqual(0.7);
  expect(Math.max(...[...shares].filter((_, at) => at !== 3))).toBeLessThan(0.6);
});

it('should find odd vectors, and pick those that differ most', () => {
  const [one, other, odd] = [random(32), random(32), random(32)];
  const near = (vector: Float32Array) => vector.map(value => value + next() * 0.05);
  const kinds = [one, one, one, one, one, one, other, other, other, other, other, other, odd];
  const table = tableOf(kinds.map(near), 32);
  const places = Int32Array.from(kinds.keys());
  const measures = oddness(table, places, places);
  expect(measures.indexOf(Math.max(...measures))).toBe(12);
  expect([...diversePick(table, places, 3)].map(place => kinds[place])).toEqual(
    expect.arrayContaining([one, other, odd]),
  );
});

it('should cut a box with a tenth more on each side, inside the picture', () => {
  const picture = { width: 200, height: 100 };
  expect(boxWithMargin({ x: 20, y: 10, width: 40, height: 20 }, 1, picture)).toEqual({
    left: 16,
    top: 8,
    width: 48,
    height: 24,
  });
  expect(boxWithMargin({ x: -20, y: 150, width: 500, height: 100 }, 0.5, picture)).toEqual({
    left: 0,
    top: 70,
    width: 200,
    height: 30,
  });
});

it('should find the places whose tags fit best, among the allowed ones', () => {
  const table = {
    tags: Uint16Array.of(0, 1, 2, 1, 1, 0),
    probabilities: Float32Array.of(0.9, 0.1, 0.8, 0.2, 0.7, 0.3),
  };
  const scores = Float32Array.of(0.5, 1);
  const { places, scores: fits } = bestByTags(table, scores, 2, Uint8Array.of(1, 1, 1));
  expect([...places]).toEqual([2, 0]);
  expect([...fits]).toEqual([expect.closeTo(0.85), expect.closeTo(0.55)]);
  expect([...bestByTags(table, scores, 5, Uint8Array.of(1, 1, 0)).places]).toEqual([0, 1]);
});
