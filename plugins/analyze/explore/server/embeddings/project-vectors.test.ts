import { expect, it } from 'vitest';
import type { VectorRow } from './project-vectors.ts';
import { VectorBuffer } from './project-vectors.ts';
import { TargetTally } from './target-tally.ts';
import { nearest } from './vector-search.ts';

const row = (
  item_id: number,
  position: number,
  vector: readonly number[],
  class_id: number | null = null,
): VectorRow => ({ item_id, position, class_id, vector: new Uint8Array(Int8Array.from(vector).buffer), tags: null });

it('should find the vectors of an item again after others were replaced, and leave out those that are gone', () => {
  const buffer = new VectorBuffer(2, 4);
  buffer.fill([row(1, -1, [9, 0]), row(1, 0, [0, 9], 5), row(2, -1, [8, 1]), row(4, -1, [-9, 0])]);
  const before = buffer.view();
  buffer.replace([1, 3], [row(1, -1, [9, 0]), row(1, 0, [9, 9], 6), row(3, -1, [7, 2])]);
  const after = buffer.view();
  const place = after.buffer.placeOf(1, 0);
  expect([...after.vectors.subarray(place * 2, place * 2 + 2), after.classes[place]]).toEqual([9, 9, 6]);
  // The picture stayed the same, and so did its place.
  expect(after.buffer.placeOf(1, -1)).toBe(0);
  const found = (table: typeof after) => [...nearest(table, Int8Array.of(9, 0), 9, table.ofPictures).places];
  expect(found(after).map(at => after.items[at])).toEqual([1, 2, 3, 4]);
  expect(after.ofObjects.filter(mark => mark === 1)).toHaveLength(1);
  // A search that began before sees what it began with.
  expect(before.items).toHaveLength(4);
  buffer.replace([2], []);
  expect(found(buffer.view()).map(at => after.items[at])).toEqual([1, 3, 4]);
  expect(buffer.placeOf(2, -1)).toBe(-1);
  expect(buffer.goneShare).toBeCloseTo(2 / 6);
});

it('should grow beyond the vectors that were expected', () => {
  const buffer = new VectorBuffer(2, 0);
  buffer.fill([]);
  const ids = Array.from({ length: 2000 }, (_, at) => at + 1);
  buffer.replace(
    ids,
    ids.map(id => row(id, -1, [id % 100, 1])),
  );
  expect(buffer.view().items).toHaveLength(2000);
  expect(ids.every(id => buffer.view().items[buffer.placeOf(id, -1)] === id)).toBe(true);
});

it('should count some items again without the others', () => {
  const one = { total: 11, open: 0, unreadable: 0 };
  const tally = TargetTally.of([
    { counts: one, itemIds: [1, 2, 3] },
    { counts: { total: 1, open: 1, unreadable: 0 }, itemIds: [4] },
  ]);
  expect(tally.counts).toEqual({ total: 34, open: 1, unreadable: 0 });
  const later = tally.replaced([3, 4, 5], [{ counts: { total: 2, open: 0, unreadable: 1 }, itemIds: [4, 5] }]);
  expect(later.counts).toEqual({ total: 26, open: 0, unreadable: 2 });
  expect(tally.counts).toEqual({ total: 34, open: 1, unreadable: 0 });
  expect(later.replaced([1, 2, 4, 5], []).counts).toEqual({ total: 0, open: 0, unreadable: 0 });
});
