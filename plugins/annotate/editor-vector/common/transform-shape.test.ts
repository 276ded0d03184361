import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chain, ringArea, rotation, scaling } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { cuboidCorners, cuboidPoints, withCornerMoved } from './cuboid-corners.ts';
import { boxOnBase } from './rotated-box.ts';
import { frameHandlePlace, scaleByHandle, selectionFrame, turnAngle } from './selection-frame.ts';
import { ellipseRing } from './shape-outline.ts';
import type { BoxInstance, CuboidInstance, EllipseInstance, RotatedBoxInstance } from './shapes.ts';
import { transformShape } from './transform-shape.ts';

const shared = { id: 'a', classId: -1, attributes: [] };
const box: BoxInstance = { ...shared, type: 'bbox', points: { x1: 10, y1: 20, x2: 50, y2: 40 } };
const ellipse: EllipseInstance = { ...shared, type: 'ellipse', cx: 100, cy: 80, rx: 40, ry: 20, angle: 30 };
const quarter = Math.PI / 2;

describe('a shape under a transform', () => {
  it('stays a box when it is scaled and becomes a rotated one when it is turned', () => {
    expect(transformShape(box, scaling(2, 0.5, { x: 10, y: 20 }))).toMatchObject({
      type: 'bbox',
      points: { x1: 10, y1: 20, x2: 90, y2: 30 },
    });
    expect(transformShape(box, rotation(quarter, { x: 30, y: 30 }))).toMatchObject({
      type: 'rbbox',
      points: { x1: 40, y1: 10, x2: 40, y2: 50, x3: 20, y3: 50, x4: 20, y4: 10 },
    });
  });

  it('keeps the right angles of a rotated box', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 7, noNaN: true }),
        fc.double({ min: 0.2, max: 4, noNaN: true }),
        fc.double({ min: 0.2, max: 4, noNaN: true }),
        (angle, x, y) => {
          const turned = transformShape({ ...box, points: { x1: 0, y1: 0, x2: 400, y2: 200 } }, rotation(angle)) as
            | RotatedBoxInstance
            | BoxInstance;
          const scaled = transformShape(turned, scaling(x, y, { x: 0, y: 0 }));
          if (scaled.type !== 'rbbox') return;
          const { x1, y1, x2, y2, x4, y4 } = scaled.points;
          const product = (x2 - x1) * (x4 - x1) + (y2 - y1) * (y4 - y1);
          expect(
            Math.abs(product) / Math.max(1, Math.hypot(x2 - x1, y2 - y1) * Math.hypot(x4 - x1, y4 - y1)),
          ).toBeLessThan(2e-3);
        },
      ),
    );
  });

  it('maps an ellipse to the ellipse its points lie on', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 7, noNaN: true }),
        fc.double({ min: 0.3, max: 3, noNaN: true }),
        fc.double({ min: 0.3, max: 3, noNaN: true }),
        (angle, x, y) => {
          const transform = chain(scaling(x, y, { x: 100, y: 80 }), rotation(angle, { x: 0, y: 0 }));
          const mapped = transformShape(ellipse, transform) as EllipseInstance;
          const place = ellipseRing(ellipse).slice(10, 12) as [number, number];
          const px = transform.a * place[0] + transform.c * place[1] + transform.e - mapped.cx;
          const py = transform.b * place[0] + transform.d * place[1] + transform.f - mapped.cy;
          const turn = (mapped.angle * Math.PI) / 180;
          const along = (px * Math.cos(turn) + py * Math.sin(turn)) / mapped.rx;
          const across = (py * Math.cos(turn) - px * Math.sin(turn)) / mapped.ry;
          expect(Math.abs(Math.hypot(along, across) - 1)).toBeLessThan(5e-3);
          expect(ringArea(ellipseRing(mapped)) / (ringArea(ellipseRing(ellipse)) * x * y)).toBeCloseTo(1, 1);
        },
      ),
    );
  });

  it('turns an ellipse by its angle alone', () => {
    expect(transformShape(ellipse, rotation(Math.PI / 4, { x: 100, y: 80 }))).toMatchObject({
      cx: 100,
      cy: 80,
      rx: 40,
      ry: 20,
      angle: 75,
    });
  });
});

describe('the frame of a selection', () => {
  it('lies along the axes of an ellipse alone', () => {
    const frame = selectionFrame([ellipse])!;
    const { x, y } = frameHandlePlace(frame, 'e');
    expect([x, y]).toEqual([100 + 40 * Math.cos(Math.PI / 6), 80 + 40 * Math.sin(Math.PI / 6)]);
  });

  it('is scaled by a handle with the opposite one still, from the centre with Alt, in proportion with Shift', () => {
    const frame = selectionFrame([box])!;
    const scaled = (fromCentre: boolean, proportional: boolean): unknown =>
      (transformShape(box, scaleByHandle(frame, 'se', { x: 90, y: 40 }, { fromCentre, proportional })) as BoxInstance)
        .points;
    expect(scaled(false, false)).toEqual({ x1: 10, y1: 20, x2: 90, y2: 40 });
    expect(scaled(true, false)).toEqual({ x1: -30, y1: 20, x2: 90, y2: 40 });
    expect(scaled(false, true)).toEqual({ x1: 10, y1: 20, x2: 90, y2: 60 });
  });

  it('never turns inside out', () => {
    const frame = selectionFrame([box])!;
    const { x1, x2 } = (
      transformShape(
        box,
        scaleByHandle(frame, 'e', { x: -500, y: 0 }, { fromCentre: false, proportional: false }),
      ) as BoxInstance
    ).points;
    expect([x1, x2]).toEqual([10, 11]);
  });

  it('is turned in steps of 15° with Shift, counted from upright', () => {
    const frame = { ...selectionFrame([box])!, angle: 0.1 };
    expect(frame.angle + turnAngle(frame, { x: 30, y: 0 }, { x: 60, y: 4 }, true)).toBeCloseTo(Math.PI / 3);
  });
});

describe('rotated boxes and cuboids', () => {
  it('are as deep over their base as the pointer is away, on its side, and stay on the picture', () => {
    expect(boxOnBase({ x: 0, y: 10 }, { x: 10, y: 10 }, { x: 3, y: 4 })).toEqual([
      { x: 0, y: 10 },
      { x: 10, y: 10 },
      { x: 10, y: 4 },
      { x: 0, y: 4 },
    ]);
    const confined = boxOnBase({ x: 0, y: 10 }, { x: 10, y: 10 }, { x: 3, y: 99 }, { width: 50, height: 30 });
    expect(confined[2]).toEqual({ x: 10, y: 30 });
  });

  it('keep their faces upright when a corner is dragged', () => {
    const cuboid: CuboidInstance = {
      ...shared,
      type: 'cuboid',
      points: cuboidPoints({ minX: 10, minY: 10, maxX: 30, maxY: 20 }, { x: 5, y: -50 }, { width: 100, height: 100 }),
    };
    expect(cuboid.points.r1).toEqual({ x: 15, y: 0 });
    for (let corner = 0; corner < 8; corner += 1) {
      const moved = withCornerMoved(cuboid, corner, { x: 50.126, y: 60 }, { width: 100, height: 100 });
      expect(cuboidCorners(moved.points)[corner]).toEqual({ x: 50.13, y: 60 });
      expect(cuboidCorners(moved.points)[(corner < 4 ? 0 : 4) + ((corner + 2) % 4)]).toEqual(
        cuboidCorners(cuboid.points)[(corner < 4 ? 0 : 4) + ((corner + 2) % 4)],
      );
    }
  });
});
