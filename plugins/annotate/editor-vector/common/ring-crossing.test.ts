import { describe, expect, it } from 'vitest';
import { crossesItself, crossingRings } from './ring-crossing.ts';

/** A comb whose teeth all reach from one side to the other: every edge is near every other. */
const comb = (teeth: number): number[] =>
  Array.from({ length: teeth }, (_, at) => [0, at * 2, 1000, at * 2 + 1]).flat();

describe('rings that cross', () => {
  it('knows whether one crosses itself', () => {
    expect(crossesItself([0, 0, 10, 10, 10, 0, 0, 10])).toBe(true);
    expect(crossesItself([0, 0, 10, 0, 10, 10, 0, 10])).toBe(false);
    expect(crossesItself([0, 0, 10, 0, 10, 10, 0, 10].map(each => each * 1e6))).toBe(false);
  });

  it('leaves it open for one of which every edge is near every other', () => {
    expect(crossesItself(comb(50_000))).toBeUndefined();
    expect(crossingRings([comb(50_000), [0, 0, 10, 0, 10, 10]])).toEqual([]);
  });
});
