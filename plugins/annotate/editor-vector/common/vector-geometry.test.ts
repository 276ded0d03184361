import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineArea, outlineBounds } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { BoxHandle } from './box-handles.ts';
import { boxBetween, boxHandles, boxPoints, boxRectangle, handlePlace, resizeBox } from './box-handles.ts';
import { moveShape } from './move-shape.ts';
import { shapeOutline } from './shape-outline.ts';
import { withVertexInserted, withVertexMoved, withVertexRemoved } from './shape-vertices.ts';
import type { BoxInstance, PolygonInstance, PolylineInstance, TemplateInstance, VectorInstance } from './shapes.ts';

const shared = { id: 'a', classId: -1, attributes: [] };
const polygon: PolygonInstance = {
  ...shared,
  type: 'polygon',
  points: [0, 0, 10, 0, 10, 10, 0, 10],
  exclude: [[4, 4, 6, 4, 6, 6]],
  pointLabels: { 1: 'top right', 3: 'bottom left' },
};
const polyline: PolylineInstance = { ...shared, type: 'polyline', points: [0, 0, 10, 0] };
const template: TemplateInstance = {
  ...shared,
  type: 'template',
  points: [
    { id: 1, x: 0, y: 0 },
    { id: 2, x: 5, y: 5 },
  ],
  connections: [
    { id: 1, from: 1, to: 2 },
    { id: 2, from: 1, to: 9 },
  ],
};
const all: readonly VectorInstance[] = [
  { ...shared, type: 'bbox', points: { x1: 10, y1: 10, x2: 0, y2: 0 } },
  { ...shared, type: 'rbbox', points: { x1: 5, y1: 0, x2: 10, y2: 5, x3: 5, y3: 10, x4: 0, y4: 5 } },
  polygon,
  polyline,
  { ...shared, type: 'point', x: 3, y: 4 },
  { ...shared, type: 'ellipse', cx: 50, cy: 50, rx: 20, ry: 10, angle: 90 },
  {
    ...shared,
    type: 'cuboid',
    points: { f1: { x: 0, y: 5 }, f2: { x: 10, y: 15 }, r1: { x: 5, y: 0 }, r2: { x: 15, y: 10 } },
  },
  template,
  { ...shared, type: 'tag' },
];

describe('outlines', () => {
  it('bound and fill every type', () => {
    const measured = all.map(instance => {
      const { minX, minY, maxX, maxY } = outlineBounds(shapeOutline(instance));
      return [instance.type, minX, minY, maxX, maxY, Math.round(outlineArea(shapeOutline(instance)))];
    });
    expect(measured).toEqual([
      ['bbox', 0, 0, 10, 10, 100],
      ['rbbox', 0, 0, 10, 10, 50],
      ['polygon', 0, 0, 10, 10, 98],
      ['polyline', 0, 0, 10, 0, 0],
      ['point', 3, 4, 3, 4, 0],
      ['ellipse', 40, 30, 60, 70, Math.round(32 * 200 * Math.sin(Math.PI / 32))],
      ['cuboid', 0, 0, 15, 15, 100],
      ['template', 0, 0, 5, 5, 0],
      ['tag', Infinity, Infinity, -Infinity, -Infinity, 0],
    ]);
  });

  it('leave out connections to key points that do not exist', () => {
    expect(shapeOutline(template).lines).toHaveLength(1);
  });

  it('move with the shape', () => {
    for (const instance of all.filter(one => one.type !== 'tag')) {
      const before = outlineBounds(shapeOutline(instance));
      const after = outlineBounds(shapeOutline(moveShape(instance, { x: 2.5, y: -1.25 })));
      expect([instance.type, after.minX - before.minX, after.maxY - before.maxY]).toEqual([instance.type, 2.5, -1.25]);
    }
  });

  it('are written with two decimals at most', () => {
    expect(moveShape(polyline, { x: 1 / 3, y: 0 }).points).toEqual([0.33, 0, 10.33, 0]);
  });
});

describe('vertices', () => {
  it('are inserted and removed with their names kept on the right ones', () => {
    const more = withVertexInserted(polygon, 0, 1, { x: 10, y: 5 });
    expect(more.points).toEqual([0, 0, 10, 0, 10, 5, 10, 10, 0, 10]);
    expect(more.pointLabels).toEqual({ 1: 'top right', 4: 'bottom left' });
    expect(withVertexRemoved(more, { ring: 0, index: 2 })).toEqual(polygon);
    expect(withVertexRemoved(polygon, { ring: 0, index: 1 })!.pointLabels).toEqual({ 2: 'bottom left' });
  });

  it('cannot be removed below three for a polygon and two for a polyline', () => {
    const triangle = withVertexRemoved(polygon, { ring: 0, index: 0 })!;
    expect(withVertexRemoved(triangle, { ring: 0, index: 0 })).toBeUndefined();
    expect(withVertexRemoved(polyline, { ring: 0, index: 0 })).toBeUndefined();
  });

  it('of a hole can be removed until the hole is gone', () => {
    expect(withVertexRemoved(polygon, { ring: 1, index: 0 })!.exclude).toEqual([]);
  });

  it('move alone', () => {
    expect(withVertexMoved(polygon, { ring: 1, index: 0 }, { x: 3.001, y: 3 }).exclude).toEqual([[3, 3, 6, 4, 6, 6]]);
    expect(withVertexMoved(template, { ring: 0, index: 1 }, { x: 7, y: 8 }).points[1]).toEqual({ id: 2, x: 7, y: 8 });
  });
});

describe('boxes', () => {
  const box = { minX: 10, minY: 10, maxX: 30, maxY: 20 };
  const plain = { fromCentre: false, square: false };
  const size = { width: 100, height: 50 };

  it('are resized by each handle, the others staying', () => {
    expect(resizeBox(box, 'se', { x: 40, y: 25 }, plain)).toEqual({ ...box, maxX: 40, maxY: 25 });
    expect(resizeBox(box, 'n', { x: 99, y: 5 }, plain)).toEqual({ ...box, minY: 5 });
    expect(resizeBox(box, 'w', { x: 12, y: 99 }, plain)).toEqual({ ...box, minX: 12 });
  });

  it('turn over when a handle passes the other side', () => {
    expect(resizeBox(box, 'e', { x: 4, y: 0 }, plain)).toEqual({ ...box, minX: 4, maxX: 10 });
  });

  it('grow from the centre with Alt and stay square with Shift', () => {
    expect(resizeBox(box, 'se', { x: 32, y: 22 }, { fromCentre: true, square: false })).toEqual({
      minX: 8,
      minY: 8,
      maxX: 32,
      maxY: 22,
    });
    expect(boxBetween({ x: 0, y: 0 }, { x: 10, y: -4 }, { fromCentre: false, square: true })).toEqual({
      minX: 0,
      minY: -10,
      maxX: 10,
      maxY: 0,
    });
  });

  it('never leave the image while they are drawn', () => {
    const place = fc.record({ x: fc.integer({ min: -50, max: 150 }), y: fc.integer({ min: -50, max: 100 }) });
    fc.assert(
      fc.property(
        fc.record({ x: fc.integer({ min: 0, max: 100 }), y: fc.integer({ min: 0, max: 50 }) }),
        place,
        fc.boolean(),
        fc.boolean(),
        (anchor, to, fromCentre, square) => {
          const { minX, minY, maxX, maxY } = boxBetween(anchor, to, { fromCentre, square }, size);
          expect(minX).toBeGreaterThanOrEqual(0);
          expect(minY).toBeGreaterThanOrEqual(0);
          expect(maxX).toBeLessThanOrEqual(100);
          expect(maxY).toBeLessThanOrEqual(50);
          expect(minX <= maxX && minY <= maxY).toBe(true);
          if (square) expect(maxX - minX).toBeCloseTo(maxY - minY);
        },
      ),
    );
  });

  it('stay as they are when a handle is dragged to where it is', () => {
    for (const handle of boxHandles as readonly BoxHandle[])
      expect(resizeBox(box, handle, handlePlace(box, handle), plain)).toEqual(box);
  });

  it('are written with sorted corners', () => {
    const instance = all[0] as BoxInstance;
    expect(boxPoints(boxRectangle(instance))).toEqual({ x1: 0, y1: 0, x2: 10, y2: 10 });
  });
});
