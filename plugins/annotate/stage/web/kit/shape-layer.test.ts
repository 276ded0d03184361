import { describe, expect, it } from 'vitest';
import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { emptyOutline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { DrawnShape } from './drawn-shape.ts';
import { ShapeLayer } from './shape-layer.ts';

const square = (id: string, x: number, color = 0xff0000): DrawnShape => ({
  id,
  color,
  outline: { ...emptyOutline, rings: [[x, 0, x + 10, 0, x + 10, 10, x, 10]] },
});

function open(...ids: string[]): { layer: ShapeLayer; order: string[]; damage: Rectangle[] } {
  const order = [...ids];
  const damage: Rectangle[] = [];
  const layer = new ShapeLayer(
    { ids: () => order, count: () => order.length, placeOf: id => order.indexOf(id) },
    part => damage.push(part),
  );
  layer.load(ids.map((id, index) => square(id, index * 20)));
  layer.takeChanges();
  damage.length = 0;
  return { layer, order, damage };
}

const ids = (shapes: readonly DrawnShape[] | undefined): string[] | undefined => shapes?.map(shape => shape.id);

describe('ShapeLayer', () => {
  it('damages the old and the new place of a changed shape', () => {
    const { layer, damage } = open('a', 'b');
    layer.set(square('a', 100));
    expect(damage.map(part => part.minX)).toEqual([0, 100]);
    expect(layer.takeChanges()).toMatchObject({ set: new Set(['a']), reordered: false, part: { minX: 0, maxX: 110 } });
    expect(layer.at({ x: 105, y: 5 }, 1)).toBe('a');
    expect(layer.at({ x: 5, y: 5 }, 1)).toBeUndefined();
  });

  it('adds on top cheaply, and in the middle by drawing all again', () => {
    const { layer, order } = open('a', 'b');
    order.push('c');
    layer.set(square('c', 50));
    expect(layer.takeChanges()).toMatchObject({ added: new Set(['c']), reordered: false });
    order.splice(1, 0, 'd');
    layer.set(square('d', 70));
    expect(layer.takeChanges().reordered).toBe(true);
  });

  it('draws in order, a shape without a place on top of all', () => {
    const { layer, order } = open('a', 'b', 'c');
    order.reverse();
    layer.reorder();
    layer.set(square('new', 5));
    expect(ids(layer.ordered())).toEqual(['c', 'b', 'a', 'new']);
    expect(ids(layer.meeting({ minX: 0, minY: 0, maxX: 25, maxY: 1 }))).toEqual(['b', 'a', 'new']);
    expect(layer.meeting({ minX: 0, minY: 0, maxX: 25, maxY: 1 }, 2)).toBeUndefined();
  });

  it('knows what stands out, and that this is no change of the shapes', () => {
    const { layer, damage } = open('a', 'b');
    layer.emphasize('b', 'selected');
    layer.emphasize('a', 'hovered');
    expect(ids(layer.emphasized('selected'))).toEqual(['b']);
    expect(layer.selectedCount).toBe(1);
    expect(damage).toHaveLength(2);
    expect(layer.takeChanges()).toMatchObject({ set: new Set(), part: { minX: Infinity } });
    layer.remove('b');
    expect(layer.selectedCount).toBe(0);
  });

  it('forgets a shape that came and went between two frames', () => {
    const { layer, order } = open('a');
    order.push('b');
    layer.set(square('b', 50));
    layer.remove('b');
    expect(layer.takeChanges()).toMatchObject({ added: new Set(), removed: new Set() });
  });
});
