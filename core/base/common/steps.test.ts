import { expect, it } from 'vitest';
import type { Steps } from './steps.ts';
import { allAtOnce, inTurns, sorting, stepping } from './steps.ts';

function* sum(list: readonly number[]): Steps<number> {
  let total = 0;
  yield* stepping(list, entry => void (total += entry), 2);
  return total;
}

it('should give the same result at once and in turns', async () => {
  expect(allAtOnce(sum([1, 2, 3, 4, 5]))).toBe(15);
  expect(await inTurns(sum([1, 2, 3, 4, 5]), () => Promise.resolve())).toBe(15);
});

it('should pause when the time of a turn is over', async () => {
  let pauses = 0;
  await inTurns(sum([1, 2, 3, 4, 5]), async () => void (pauses += 1), 0);
  expect(pauses).toBe(2);
});

it('should pass on what a step throws', async () => {
  function* failing(): Steps<void> {
    yield;
    throw new Error('no');
  }
  await expect(inTurns(failing(), () => Promise.resolve(), 0)).rejects.toThrow('no');
});

it('should sort like a list sorts itself, in steps', () => {
  const compare = (one: readonly [number, number], other: readonly [number, number]): number => one[0] - other[0];
  for (const length of [0, 1, 2, 3, 7, 8, 50]) {
    const list = Array.from({ length }, (_, at) => [(at * 7) % 5, at] as const);
    expect(allAtOnce(sorting(list, compare, 2))).toEqual(list.toSorted(compare));
  }
  let steps = 0;
  for (const _ of sorting([4, 3, 2, 1], (one, other) => one - other, 2)) steps += 1;
  expect(steps).toBe(4);
});
