import { describe, expect, it } from 'vitest';
import { rankAt, readRanks, takeOut, toggleTie, unranked } from './rank-order.ts';

const options = ['a', 'b', 'c', 'd'];

describe('a ranking', () => {
  it('should be read without what is unknown or there twice', () =>
    expect(readRanks(['a', ['b', 'x', 'a'], [], 5, ['c']], options)).toEqual([['a'], ['b'], ['c']]));
  it('should move options, tie them and part them again', () => {
    const ranks = [['a'], ['b'], ['c']];
    expect(rankAt(ranks, 'c', 0)).toEqual([['c'], ['a'], ['b']]);
    expect(rankAt(ranks, 'd', 9)).toEqual([['a'], ['b'], ['c'], ['d']]);
    expect(toggleTie(ranks, 'b')).toEqual([['a', 'b'], ['c']]);
    expect(toggleTie([['a', 'b'], ['c']], 'b')).toEqual([['a'], ['b'], ['c']]);
    expect(toggleTie(ranks, 'a')).toEqual(ranks);
    expect(takeOut([['a', 'b'], ['c']], 'c')).toEqual([['a', 'b']]);
    expect(unranked(ranks, options)).toEqual(['d']);
  });
});
