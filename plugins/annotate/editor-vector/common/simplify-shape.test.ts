import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestOnPath } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { shapeWarnings } from './shape-checks.ts';
import type { PolygonInstance } from './shapes.ts';
import { simplifyShape } from './simplify-shape.ts';

const polygon = (
  points: readonly number[],
  exclude: readonly (readonly number[])[] = [],
  fields: Partial<PolygonInstance> = {},
): PolygonInstance => ({ id: 'a', type: 'polygon', classId: 1, attributes: [], points, exclude, ...fields });
const warnings = (shape: PolygonInstance): readonly string[] =>
  shapeWarnings({ ...shape }, 'a', undefined).map(({ message }) => message);

describe('a simplified shape', () => {
  it('should have no redundant vertices, and keep the labels of the others', () => {
    const shape = polygon([0, 0, 50, 0.2, 100, 0, 100, 100, 0, 100], [], { pointLabels: { 1: 'gone', 3: 'corner' } });
    expect(simplifyShape(shape, 1)).toMatchObject({
      points: [0, 0, 100, 0, 100, 100, 0, 100],
      pointLabels: { 2: 'corner' },
    });
    expect(simplifyShape(shape, 0.1)).toBe(shape);
  });

  it('keeps the vertices that neighbours share', () => {
    const shape = polygon([0, 0, 50, 0.2, 100, 0, 100, 100, 50, 100.2, 0, 100]);
    expect(simplifyShape(shape, 1, new Set(['0 1', '0 2'])).points).toEqual([0, 0, 50, 0.2, 100, 0, 100, 100, 0, 100]);
  });

  it('stays valid: holes inside, nothing crosses, at least a triangle; and near to what it was', () => {
    const radii = fc.array(fc.double({ min: 20, max: 100, noNaN: true }), { minLength: 4, maxLength: 40 });
    const ring = (middle: number, all: readonly number[], share: number): readonly number[] =>
      all.flatMap((radius, index) =>
        [Math.cos, Math.sin].map(
          turn => Math.round((middle + turn((index / all.length) * 2 * Math.PI) * radius * share) * 100) / 100,
        ),
      );
    let fewer = 0;
    fc.assert(
      fc.property(radii, fc.double({ min: 0.5, max: 60, noNaN: true }), (all, tolerance) => {
        const shape = polygon(ring(100, all, 1), [ring(100, all, 0.6)]);
        const found = simplifyShape(shape, tolerance);
        if (found.points.length < shape.points.length) fewer += 1;
        if (warnings(shape).length === 0) expect(warnings(found)).toEqual([]);
        for (let at = 0; at < shape.points.length; at += 2)
          expect(
            nearestOnPath(found.points, true, { x: shape.points[at]!, y: shape.points[at + 1]! })!.distance,
          ).toBeLessThanOrEqual(tolerance + 1e-6);
      }),
      { numRuns: 1_000 },
    );
    expect(fewer).toBeGreaterThan(300);
  });
});
