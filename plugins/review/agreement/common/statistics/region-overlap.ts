import { areaPaths, FillRule, intersect, union } from 'clipper2-ts';
import type { Path64 } from 'clipper2-ts';
import { boundsOf, meets } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** Some part of the plane: rings as flat lists x, y in pixels, counted by the even-odd rule. */
export type Rings = readonly (readonly number[])[];

/** Coordinates have two decimals: hundredths of a pixel are whole numbers. */
const unitsPerPixel = 100;

/** Returns the overlap of two regions as a share of their union (Jaccard index), 0 to 1; 0 also when both are empty. */
export function regionOverlap(one: Rings, other: Rings): number {
  if (!meets(boundsOf(...one), boundsOf(...other))) return 0;
  const areas = regionAreas(one, other);
  const either = areas.one + areas.other - areas.shared;
  return either <= 0 ? 0 : Math.min(1, areas.shared / either);
}

/** Returns what two regions cover and what both do, in ten-thousandths of a square pixel. */
export function regionAreas(
  one: Rings,
  other: Rings,
): { readonly one: number; readonly other: number; readonly shared: number } {
  const [first, second] = [toPaths(one), toPaths(other)];
  return {
    one: areaPaths(union(first, [], FillRule.EvenOdd)),
    other: areaPaths(union(second, [], FillRule.EvenOdd)),
    shared: areaPaths(intersect(first, second, FillRule.EvenOdd)),
  };
}

const toPaths = (rings: Rings): Path64[] =>
  rings.map(ring => {
    const path: Path64 = [];
    for (let at = 0; at + 1 < ring.length; at += 2)
      path.push({ x: Math.round(ring[at]! * unitsPerPixel), y: Math.round(ring[at + 1]! * unitsPerPixel) });
    return path;
  });
