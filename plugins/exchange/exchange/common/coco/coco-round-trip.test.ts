import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ringsToMask } from '../mask/rings-to-mask.ts';
import { image, again } from './coco.support.ts';

describe('a round trip through COCO', () => {
  const coordinate = fc.integer({ min: 0, max: 8000 }).map(value => value / 100);
  const boxes = fc
    .tuple(coordinate, coordinate, coordinate, coordinate)
    .map(([a, b, c, d]) => ({
      type: 'bbox',
      points: { x1: Math.min(a, c), y1: Math.min(b, d), x2: Math.max(a, c), y2: Math.max(b, d) },
    }));
  const polygons = fc
    .array(coordinate, { minLength: 6, maxLength: 24 })
    .map(points => ({ type: 'polygon', points: points.slice(0, points.length - (points.length % 2)), exclude: [] }));
  const rotated = fc
    .tuple(
      coordinate,
      coordinate,
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: -180, max: 180 }),
    )
    .map(([x, y, width, height, degrees]) => {
      const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      const corner = (u: number, v: number): [number, number] => [
        Math.round((x + u * cos - v * sin) * 100) / 100 + 0,
        Math.round((y + u * sin + v * cos) * 100) / 100 + 0,
      ];
      const [[x1, y1], [x2, y2], [x3, y3], [x4, y4]] = [
        corner(0, 0),
        corner(width, 0),
        corner(width, height),
        corner(0, height),
      ];
      return { type: 'rbbox', points: { x1, y1, x2, y2, x3, y3, x4, y4 } };
    });

  it('gives the same shapes, of the same types, exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(boxes, polygons, rotated), { maxLength: 8 }), shapes => {
        expect(
          again(shapes).map(({ type, points, exclude }) =>
            exclude === undefined ? { type, points } : { type, points, exclude },
          ),
        ).toEqual(shapes);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a polygon that looks like a box a polygon, and an upright rotated box rotated', () => {
    const upright = { type: 'rbbox', points: { x1: 1, y1: 1, x2: 5, y2: 1, x3: 5, y3: 3, x4: 1, y4: 3 } };
    expect(
      again([{ type: 'polygon', points: [1, 1, 5, 1, 5, 3, 1, 3] }, upright]).map(instance => instance['type']),
    ).toEqual(['polygon', 'rbbox']);
  });

  it('gives polygons with holes back with the same mask', () => {
    const hole = fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }))
      .map(([x, y, side]) => [x, y, x + side, y, x + side, y + side, x, y + side]);
    fc.assert(
      fc.property(polygons, fc.array(hole, { minLength: 1, maxLength: 3 }), (polygon, exclude) => {
        const before = ringsToMask([[polygon.points, ...exclude]], image.width, image.height);
        const parts = again([{ ...polygon, exclude }]).map(instance => [
          instance['points'] as number[],
          ...(instance['exclude'] as number[][]),
        ]);
        expect(ringsToMask(parts, image.width, image.height)).toEqual(before);
      }),
      { numRuns: 100 },
    );
  });

  it('keeps attributes of a known class, scores and grouped pieces', () => {
    const attributes = [
      { name: 'Parked', groupName: 'State' },
      { name: 'Door', groupName: 'Damage' },
      { name: 'Tyre', groupName: 'Damage' },
      { name: 4, groupName: 'Doors' },
      { name: '34 AB', groupName: 'Plate' },
      { name: '1', groupName: 'occluded' },
    ];
    const pieces = [0, 20].map(at => ({
      type: 'polygon',
      groupId: 8,
      points: [at, 0, at + 5, 0, at + 5, 5],
      attributes,
      creationType: 'Prediction',
      probability: 61,
    }));
    expect(again(pieces)).toMatchObject(pieces.map(piece => ({ ...piece, groupId: 1 })));
  });
});
