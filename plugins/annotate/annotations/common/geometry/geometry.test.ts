import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineArea, outlineContains, outlineDistance } from './outline.ts';
import { insertVertex, movePath, nearestOnPath, nearestVertex, pathLength, removeVertex } from './path.ts';
import { clampToImage, constrainAngle, roundCoordinate } from './place.ts';
import {
  boundsOf,
  clampMove,
  emptyRectangle,
  encloses,
  intersect,
  isEmptyRectangle,
  meets,
  unite,
} from './rectangle.ts';
import { ringArea, ringsArea, ringsContain } from './ring.ts';
import { simplifyPath, simplifyRing } from './simplify.ts';

const square = [0, 0, 10, 0, 10, 10, 0, 10];
const hole = [4, 4, 6, 4, 6, 6, 4, 6];

describe('rings', () => {
  it('have the same area both ways round', () => {
    expect(ringArea(square)).toBe(100);
    expect(ringArea([0, 10, 10, 10, 10, 0, 0, 0])).toBe(100);
  });

  it('lose the area of their holes', () => {
    expect(ringsArea([square, hole])).toBe(96);
    expect(ringsContain([square, hole], { x: 5, y: 5 })).toBe(false);
    expect(ringsContain([square, hole], { x: 2, y: 5 })).toBe(true);
    expect(ringsContain([square], { x: 11, y: 5 })).toBe(false);
  });
});

describe('paths', () => {
  it('close with an edge from the last vertex to the first', () => {
    expect(nearestOnPath(square, true, { x: -1, y: 5 })).toMatchObject({ edge: 3, distance: 1, x: 0, y: 5 });
    expect(nearestOnPath(square, false, { x: -1, y: 5 })!.distance).toBeGreaterThan(5);
    expect(pathLength(square, true)).toBe(40);
    expect(pathLength(square, false)).toBe(30);
  });

  it('may have one vertex or none', () => {
    expect(nearestOnPath([3, 4], true, { x: 0, y: 0 })).toMatchObject({ distance: 5 });
    expect(nearestOnPath([], true, { x: 0, y: 0 })).toBeUndefined();
  });

  it('take a vertex in and give it back', () => {
    const more = insertVertex(square, 3, { x: 0, y: 5 });
    expect(more).toEqual([...square, 0, 5]);
    expect(removeVertex(more, 4)).toEqual(square);
    expect(removeVertex(insertVertex(square, 0, { x: 1, y: 2 }), 1)).toEqual(square);
  });

  it('find the nearest vertex within reach only', () => {
    expect(nearestVertex(square, { x: 9, y: 1 }, 2)).toBe(1);
    expect(nearestVertex(square, { x: 5, y: 5 }, 2)).toBeUndefined();
  });

  it('keep their area when moved', () => {
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 }), (x, y) => {
        expect(ringArea(movePath(square, { x, y }))).toBe(100);
      }),
    );
  });
});

describe('places', () => {
  it('are clamped to the image, edges included', () => {
    expect(clampToImage({ x: -3, y: 700 }, { width: 800, height: 600 })).toEqual({ x: 0, y: 600 });
  });

  it('are constrained to 45 degrees', () => {
    const place = constrainAngle({ x: 0, y: 0 }, { x: 10, y: 9 });
    expect(place.x).toBeCloseTo(place.y);
    expect(constrainAngle({ x: 0, y: 0 }, { x: 10, y: 1 }).y).toBeCloseTo(0);
  });

  it('are written with at most two decimals and never as minus zero', () => {
    expect(roundCoordinate(1.005 + 0.0004)).toBe(1.01);
    expect(Object.is(roundCoordinate(-0.001), 0)).toBe(true);
  });
});

describe('rectangles', () => {
  it('start empty and grow by uniting', () => {
    expect(isEmptyRectangle(emptyRectangle)).toBe(true);
    expect(unite(emptyRectangle, boundsOf(square))).toEqual({ minX: 0, minY: 0, maxX: 10, maxY: 10 });
    expect(encloses(boundsOf(square), emptyRectangle)).toBe(false);
  });

  it('meet when they share an edge', () => {
    const right = { minX: 10, minY: 0, maxX: 20, maxY: 10 };
    expect(meets(boundsOf(square), right)).toBe(true);
    expect(meets(boundsOf(square), { ...right, minX: 10.1 })).toBe(false);
    expect(isEmptyRectangle(intersect(boundsOf(square), { ...right, minX: 10.1 }))).toBe(true);
  });

  it('stop at the edge of the image when moved', () => {
    const size = { width: 100, height: 100 };
    expect(clampMove({ minX: 10, minY: 10, maxX: 20, maxY: 20 }, { x: -30, y: 200 }, size)).toEqual({ x: -10, y: 80 });
  });

  it('may come back when they were outside, but go no further', () => {
    const size = { width: 100, height: 100 };
    const outside = { minX: -5, minY: 95, maxX: 5, maxY: 110 };
    expect(clampMove(outside, { x: -3, y: 4 }, size)).toMatchObject({ y: 0 });
    expect(clampMove(outside, { x: -3, y: 4 }, size).x).toBeCloseTo(0);
    expect(clampMove(outside, { x: 3, y: -4 }, size)).toEqual({ x: 3, y: -4 });
  });
});

describe('simplifying', () => {
  it('drops vertices on a straight line', () => {
    expect(simplifyPath([0, 0, 5, 0.1, 10, 0], 0.5)).toEqual([0, 0, 10, 0]);
    expect(simplifyRing([0, 0, 5, 0, 10, 0, 10, 10, 5, 10, 0, 10, 0, 5], 0.5)).toEqual([0, 0, 10, 0, 10, 10, 0, 10]);
  });

  it('never leaves the old line by more than the tolerance', () => {
    const coordinate = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 40 }),
        fc.double({ min: 0.5, max: 20, noNaN: true }),
        (places, tolerance) => {
          const points = places.flat();
          const simple = simplifyPath(points, tolerance);
          for (const [x, y] of places)
            expect(nearestOnPath(simple, false, { x, y })!.distance).toBeLessThanOrEqual(tolerance + 1e-9);
        },
      ),
    );
  });

  it('leaves a ring at least three vertices', () => {
    expect(simplifyRing(square, 1000)).toHaveLength(6);
  });
});

describe('outlines', () => {
  const outline = { rings: [square, hole], lines: [[20, 0, 20, 10]], dots: [30, 5] };

  it('are hit on edges, lines and dots', () => {
    expect(outlineDistance(outline, { x: 5, y: 11 })).toBe(1);
    expect(outlineDistance(outline, { x: 22, y: 5 })).toBe(2);
    expect(outlineDistance(outline, { x: 30, y: 8 })).toBe(3);
  });

  it('are filled in their rings only', () => {
    expect(outlineArea(outline)).toBe(96);
    expect(outlineContains(outline, { x: 20, y: 5 })).toBe(false);
  });
});
