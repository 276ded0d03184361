import { describe, expect, it } from 'vitest';
import type { Thing } from './pieces.ts';
import { gatherPieces } from './pieces.ts';

interface Spot extends Thing {
  readonly at: number;
}
const spot = (id: string, at: number, label = 'A'): Spot => ({
  id,
  label,
  at,
  bucket: label,
  from: at - 5,
  to: at + 5,
});
const near = (one: Spot, other: Spot): number => (one.label === other.label ? 1 - Math.abs(one.at - other.at) / 10 : 0);

describe('pieces', () => {
  it('should bring together what is most alike, one thing of each person at most', () => {
    expect(
      gatherPieces([[spot('a1', 0), spot('a2', 5)], [spot('b1', 1)], [spot('c1', 5), spot('c2', 50)]], near),
    ).toEqual([
      { label: 'A', things: ['a1', 'b1', undefined], best: 0, likeness: 0.9 / 3 },
      { label: 'A', things: ['a2', undefined, 'c1'], best: 0, likeness: 1 / 3 },
      { label: 'A', things: [undefined, undefined, 'c2'], best: 2, likeness: 0 },
    ]);
  });

  it('should name whose thing is the most like the others', () => {
    expect(gatherPieces([[spot('a', 0)], [spot('b', 2)], [spot('c', 3)]], near)).toMatchObject([
      { things: ['a', 'b', 'c'], best: 1 },
    ]);
  });

  it('should be of full likeness where everybody made the same, and keep other classes apart', () => {
    expect(gatherPieces([[spot('a', 3)], [spot('b', 3)], [spot('c', 3)]], near)).toEqual([
      { label: 'A', things: ['a', 'b', 'c'], best: 0, likeness: 1 },
    ]);
    expect(gatherPieces([[spot('a', 3, 'A')], [spot('b', 3, 'B')]], near)).toHaveLength(2);
    expect(gatherPieces([[], []], near)).toEqual([]);
  });
});
