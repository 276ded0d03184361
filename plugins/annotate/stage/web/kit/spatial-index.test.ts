import { describe, expect, it } from 'vitest';
import type { Outline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { emptyOutline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { SpatialIndex } from './spatial-index.ts';

const box = (x: number, y: number, size: number): Outline => ({
  ...emptyOutline,
  rings: [[x, y, x + size, y, x + size, y + size, x, y + size]],
});
const order = ['big', 'small', 'twin', 'line'];
const placeOf = (id: string): number => order.indexOf(id);

function filled(): SpatialIndex {
  const index = new SpatialIndex();
  index.load([
    { id: 'big', outline: box(0, 0, 100) },
    { id: 'small', outline: box(40, 40, 10) },
    { id: 'twin', outline: box(40, 40, 10) },
    { id: 'line', outline: { ...emptyOutline, lines: [[0, 80, 100, 80]] } },
    { id: 'nothing', outline: emptyOutline },
  ]);
  return index;
}

describe('SpatialIndex', () => {
  it('should find shapes in their new places, whether few or most of them changed', () => {
    const index = new SpatialIndex();
    const ids = Array.from({ length: 40 }, (_, at) => String(at));
    index.load(ids.map((id, at) => ({ id, outline: box(at * 20, 0, 10) })));
    const found = (): readonly string[] =>
      index
        .meeting({ minX: -1, minY: 499, maxX: 9999, maxY: 600 })
        .toSorted((one, other) => Number(one) - Number(other));
    index.setAll(ids.slice(0, 3).map(id => ({ id, outline: box(0, 500, 10) })));
    expect(found()).toEqual(['0', '1', '2']);
    index.setAll(ids.slice(0, 30).map((id, at) => ({ id, outline: at === 7 ? emptyOutline : box(0, 510, 10) })));
    expect(found()).toEqual(ids.slice(0, 30).filter(id => id !== '7'));
    expect([index.size, index.boundsOf('7'), index.boundsOf('31')?.minX]).toEqual([39, undefined, 620]);
    index.remove('3');
    expect(found()).not.toContain('3');
  });

  it('gives the smallest shape first and among equals the one on top', () => {
    expect(filled().at({ x: 45, y: 45 }, 2, placeOf)).toEqual(['twin', 'small', 'big']);
  });

  it('prefers a line within reach to the shape below it', () => {
    expect(filled().at({ x: 20, y: 81 }, 2, placeOf)).toEqual(['line', 'big']);
    expect(filled().at({ x: 20, y: 84 }, 2, placeOf)).toEqual(['big']);
  });

  it('hits an edge from outside within reach', () => {
    expect(filled().at({ x: 101, y: 50 }, 2, placeOf)).toEqual(['big']);
    expect(filled().at({ x: 104, y: 50 }, 2, placeOf)).toEqual([]);
  });

  it('should find what lies entirely inside a rectangle', () => {
    expect(filled().inside({ minX: 39, minY: 39, maxX: 51, maxY: 51 }).toSorted()).toEqual(['small', 'twin']);
    expect(filled().inside({ minX: 45, minY: 39, maxX: 51, maxY: 51 })).toEqual([]);
  });

  it('follows changes', () => {
    const index = filled();
    index.set('small', box(200, 200, 5));
    index.remove('twin');
    expect(index.at({ x: 45, y: 45 }, 2, placeOf)).toEqual(['big']);
    expect(index.at({ x: 202, y: 202 }, 2, placeOf)).toEqual(['small']);
    expect(index.size).toBe(3);
  });
});
