import { describe, expect, it } from 'vitest';
import { redrawPart, wayAlongLine, wayAlongRing } from './border-path.ts';

const square = [0, 0, 10, 0, 10, 10, 0, 10];

describe('the way along a border', () => {
  it('passes the place between, in either direction', () => {
    expect(wayAlongRing(square, { x: 5, y: 0 }, { x: 5, y: 10 }, { x: 10, y: 5 })).toEqual([
      5, 0, 10, 0, 10, 10, 5, 10,
    ]);
    expect(wayAlongRing(square, { x: 5, y: 0 }, { x: 5, y: 10 }, { x: 0, y: 5 })).toEqual([5, 0, 0, 0, 0, 10, 5, 10]);
    expect(wayAlongRing(square, { x: 5, y: 10 }, { x: 5, y: 0 }, { x: 10, y: 5 })).toEqual([
      5, 10, 10, 10, 10, 0, 5, 0,
    ]);
  });

  it('is the shorter one as long as nothing is between', () => {
    expect(wayAlongRing(square, { x: 2, y: 0 }, { x: 0, y: 2 })).toEqual([2, 0, 0, 0, 0, 2]);
  });

  it('goes round when it ends before it begins on one edge', () => {
    expect(wayAlongRing(square, { x: 6, y: 0 }, { x: 4, y: 0 }, { x: 5, y: 10 })).toEqual([
      6, 0, 10, 0, 10, 10, 0, 10, 0, 0, 4, 0,
    ]);
  });

  it('repeats no vertex it begins or ends at', () => {
    expect(wayAlongRing(square, { x: 0, y: 0 }, { x: 10, y: 10 }, { x: 10, y: 0 })).toEqual([0, 0, 10, 0, 10, 10]);
  });

  it('has one direction on an open line', () => {
    expect(wayAlongLine([0, 0, 10, 0, 10, 10], { x: 10, y: 8 }, { x: 3, y: 0 })).toEqual([10, 8, 10, 0, 3, 0]);
  });
});

describe('a part drawn again', () => {
  it('replaces the part that lies along it and keeps the numbers of the others', () => {
    const { points, origins } = redrawPart(square, true, 1, 2, [10, 0, 12, 5, 10, 10])!;
    expect(points).toEqual([0, 0, 10, 0, 12, 5, 10, 10, 0, 10]);
    expect(origins).toEqual([0, 1, undefined, 2, 3]);
  });

  it('does so when it is drawn the other way round', () => {
    expect(redrawPart(square, true, 2, 1, [10, 10, 12, 5, 10, 0])!.points).toEqual([0, 0, 10, 0, 12, 5, 10, 10, 0, 10]);
  });

  it('may replace several vertices', () => {
    expect(redrawPart([0, 0, 10, 0, 12, 5, 10, 10, 0, 10], true, 1, 3, [10, 0, 8, 5, 10, 10])!.points).toEqual([
      0, 0, 10, 0, 8, 5, 10, 10, 0, 10,
    ]);
  });

  it('of a line is what lies between', () => {
    const { points, origins } = redrawPart([0, 0, 10, 0, 20, 0, 30, 0], false, 2, 1, [20, 0, 15, 5, 10, 0])!;
    expect([points, origins]).toEqual([
      [0, 0, 10, 0, 15, 5, 20, 0, 30, 0],
      [0, 1, undefined, 2, 3],
    ]);
  });
});
