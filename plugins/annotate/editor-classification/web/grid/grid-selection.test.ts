import { expect, it } from 'vitest';
import { allChosen, clicked, movedTo, nothingChosen, targets } from './grid-selection.ts';

const ids = [10, 11, 12, 13, 14, 15];
const plain = { extend: false, toggle: false };

it('should choose one, a range from it, and add or take out', () => {
  const one = clicked(nothingChosen, ids, 1, plain);
  const range = clicked(one, ids, 4, { extend: true, toggle: false });
  expect([...range.chosen]).toEqual([11, 12, 13, 14]);
  expect([...clicked(range, ids, 0, { extend: true, toggle: false }).chosen]).toEqual([10, 11]);
  const without = clicked(range, ids, 2, { extend: false, toggle: true });
  expect([...without.chosen]).toEqual([11, 13, 14]);
  expect([...clicked(without, ids, 5, { extend: false, toggle: true }).chosen]).toEqual([11, 13, 14, 15]);
});

it('should move by keys, with Shift from where one was', () => {
  const there = movedTo(clicked(nothingChosen, ids, 2, plain), ids, 3, true);
  expect([...there.chosen]).toEqual([12, 13]);
  expect(movedTo(there, ids, 99, false)).toMatchObject({ active: 5, anchor: 5 });
  expect([...movedTo(there, ids, -9, true).chosen]).toEqual([10, 11, 12]);
});

it('should mean the chosen items in their order, or the one under the keyboard', () => {
  expect(targets(allChosen(nothingChosen, ids), ids)).toEqual(ids);
  expect(targets(movedTo(nothingChosen, ids, 4, false), ids)).toEqual([14]);
  expect(targets(nothingChosen, [])).toEqual([]);
  // Chosen items that are no longer in the list do not count.
  expect(targets({ ...nothingChosen, chosen: new Set([99]) }, ids)).toEqual([10]);
});
