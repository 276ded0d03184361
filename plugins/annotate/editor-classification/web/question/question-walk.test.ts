import { expect, it } from 'vitest';
import { atHand, beginWalk, marked, walked, wentTo } from './question-walk.ts';

it('should bring items without an answer first, or only', () => {
  expect(beginWalk([3, 5], [1, 3, 5, 7], 'missing').ids).toEqual([3, 5]);
  const all = beginWalk([3, 5], [1, 3, 5, 7], 'all');
  expect([all.ids, [...all.answered]]).toEqual([
    [3, 5, 1, 7],
    [1, 7],
  ]);
});

it('should go on to the end, and back from it', () => {
  let walk = beginWalk([3, 5], [3, 5], 'missing');
  expect(atHand(walked(walk, -1))).toBe(3);
  walk = walked(walked(marked(walk, 3, true), 1), 1);
  expect(atHand(walk)).toBeUndefined();
  expect(atHand(walked(walk, 1))).toBeUndefined();
  expect(atHand(walked(walk, -1))).toBe(5);
  expect(atHand(wentTo(walk, 3))).toBe(3);
  expect([...marked(walk, 3, false).answered]).toEqual([]);
});
