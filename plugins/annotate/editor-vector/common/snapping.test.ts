import { expect, it } from 'vitest';
import { emptyOutline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { SnapTarget } from './snapping.ts';
import { snapTo } from './snapping.ts';

const square: SnapTarget = {
  id: 'square',
  hasVertices: true,
  outline: { ...emptyOutline, rings: [[0, 0, 100, 0, 100, 100, 0, 100]] },
};
const round: SnapTarget = {
  id: 'round',
  hasVertices: false,
  outline: { ...emptyOutline, rings: [[200, 0, 300, 0, 300, 100, 200, 100]] },
};
const both = { vertices: true, borders: true };

it('should draw to a vertex before a border that is nearer', () => {
  expect(snapTo([square], { x: 5, y: 1 }, 8, both)).toEqual({ kind: 'vertex', id: 'square', x: 0, y: 0 });
  expect(snapTo([square], { x: 50, y: 3 }, 8, both)).toEqual({ kind: 'border', id: 'square', x: 50, y: 0 });
});

it('should draw only to what is switched on', () => {
  expect(snapTo([square], { x: 50, y: 3 }, 8, { vertices: true, borders: false })).toBeUndefined();
  expect(snapTo([square], { x: 5, y: 1 }, 8, { vertices: false, borders: true })).toMatchObject({
    kind: 'border',
    x: 5,
    y: 0,
  });
});

it('should draw to the border of a shape whose outline has no vertices of its own', () => {
  expect(snapTo([round], { x: 203, y: 1 }, 8, both)).toMatchObject({ kind: 'border', id: 'round' });
});

it('should leave a place that is near nothing', () => {
  expect(snapTo([square, round], { x: 50, y: 50 }, 8, both)).toBeUndefined();
});
