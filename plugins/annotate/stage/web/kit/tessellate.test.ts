import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { emptyOutline, ringArea } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Tessellation } from './tessellate.ts';
import { tessellate } from './tessellate.ts';

const polygon = (...rings: number[][]): Outline => ({ ...emptyOutline, rings });

function filledArea({ vertices, triangles }: Tessellation): number {
  let sum = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    sum += ringArea(
      [0, 1, 2].flatMap(corner => [vertices[triangles[at + corner]! * 2]!, vertices[triangles[at + corner]! * 2 + 1]!]),
    );
  }
  return sum;
}

describe('tessellate', () => {
  it('fills exactly the area of a ring without its holes', () => {
    expect(filledArea(tessellate(polygon([0, 0, 10, 0, 10, 10, 0, 10])))).toBe(100);
    expect(filledArea(tessellate(polygon([0, 0, 10, 0, 10, 10, 5, 2, 0, 10])))).toBe(60);
    expect(filledArea(tessellate(polygon([0, 0, 10, 0, 10, 10, 0, 10], [4, 4, 6, 4, 6, 6, 4, 6])))).toBe(96);
  });

  it('does not take a star for a convex ring', () => {
    const star = Array.from({ length: 5 }, (_, corner) => (corner * 4 * Math.PI) / 5).flatMap(angle => [
      Math.cos(angle) * 10,
      Math.sin(angle) * 10,
    ]);
    const convex = Array.from({ length: 5 }, (_, corner) => (corner * 2 * Math.PI) / 5).flatMap(angle => [
      Math.cos(angle) * 10,
      Math.sin(angle) * 10,
    ]);
    expect(filledArea(tessellate(polygon(star)))).toBeLessThan(filledArea(tessellate(polygon(convex))));
  });

  it('fills star-shaped rings of any form', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 20, max: 100 }), { minLength: 3, maxLength: 30 }), radii => {
        const ring = radii.flatMap((radius, index) => {
          const angle = (index / radii.length) * 2 * Math.PI;
          return [Math.fround(Math.cos(angle) * radius), Math.fround(Math.sin(angle) * radius)];
        });
        expect(filledArea(tessellate(polygon(ring))) / ringArea(ring)).toBeCloseTo(1, 3);
      }),
    );
  });

  it('strokes rings closed, lines open and dots as segments without length', () => {
    const cut = tessellate({ rings: [[0, 0, 10, 0, 10, 10]], lines: [[0, 0, 1, 1, 2, 2]], dots: [7, 8] });
    expect(cut.segments.length / 4).toBe(3 + 2 + 1);
    expect(cut.dots).toBe(1);
    expect(Array.from(cut.segments.slice(-4))).toEqual([7, 8, 7, 8]);
  });

  it('remembers an outline', () => {
    const outline = polygon([0, 0, 10, 0, 10, 10]);
    expect(tessellate(outline)).toBe(tessellate(outline));
  });
});
