import { boundsOf, meets, ringArea, ringsContain } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { crossesItself, crossingRings } from '../ring-crossing.ts';
import { shapeOutline } from '../shape-outline.ts';
import { isVectorInstance } from '../shapes.ts';

/**
 * One connected piece of a plane as the format writes a polygon: outer ring and holes, flat lists in image pixels with
 * two decimals.
 */
export interface AreaPart {
  readonly points: readonly number[];
  readonly exclude: readonly (readonly number[])[];
}

/** Some part of the plane, its rings counted by the even-odd rule. */
export type Area = readonly (readonly number[])[];

const areaTypes: ReadonlySet<string> = new Set(['bbox', 'rbbox', 'polygon', 'ellipse']);

/** The shape covers an area and can be joined with, or cut by, others. */
export function coversArea(instance: Instance): boolean {
  return isVectorInstance(instance) && areaTypes.has(instance.type);
}

/** Returns the area of a shape; an ellipse as the ring it is drawn with. */
export function areaOf(instance: Instance): Area {
  return coversArea(instance) ? shapeOutline(instance).rings : [];
}

/** Rings smaller than this many square pixels are crumbs of rounding. */
const leastArea = 0.005;

/** The ring encloses more than a crumb of rounding does. */
export function isRing(ring: readonly number[]): boolean {
  return ring.length >= 6 && ringArea(ring) > leastArea;
}

/** Square pixels that parts cover. */
export function partsArea(parts: readonly AreaPart[]): number {
  return parts.reduce(
    (sum, { points, exclude }) => sum + ringArea(points) - exclude.reduce((holes, hole) => holes + ringArea(hole), 0),
    0,
  );
}

/** No ring of a part crosses itself or another one: what the checks of a document would warn of. */
export function isClean({ points, exclude }: AreaPart): boolean {
  return (
    crossesItself(points) !== true &&
    exclude.every(hole => crossesItself(hole) !== true) &&
    (exclude.length === 0 || crossingRings([points, ...exclude]).length === 0)
  );
}

/** Outer rings and holes as parts: each hole goes to the smallest outer ring around it. */
export function partsFrom(
  outers: readonly (readonly number[])[],
  holes: readonly (readonly number[])[],
): readonly AreaPart[] {
  const parts = outers
    .map(points => ({ points, bounds: boundsOf(points), area: ringArea(points), exclude: [] as (readonly number[])[] }))
    .toSorted((one, other) => one.area - other.area);
  for (const hole of holes) {
    const bounds = boundsOf(hole);
    const area = ringArea(hole);
    parts.find(part => part.area > area && meets(part.bounds, bounds) && liesIn(part.points, hole))?.exclude.push(hole);
  }
  return parts.toReversed().map(({ points, exclude }) => ({ points, exclude }));
}

/** Most middles of the edges of a ring lie inside of another; single ones may lie on its border. */
function liesIn(outer: readonly number[], ring: readonly number[]): boolean {
  let inside = 0;
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    if (ringsContain([outer], { x: (ring[at]! + ring[next]!) / 2, y: (ring[at + 1]! + ring[next + 1]!) / 2 }))
      inside += 1;
  }
  return inside * 4 > ring.length;
}
