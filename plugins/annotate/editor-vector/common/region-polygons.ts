import { ringArea, roundCoordinate, simplifyRing } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** A connected piece of a region: flat lists in item pixels. */
export interface RegionOutline {
  readonly outer: readonly number[];
  readonly holes: readonly (readonly number[])[];
}

/** Largest distance of a polygon from the outline it replaces, in item pixels. Rounding adds up to 0.01 to it. */
const tolerance = 0.49;

/** Rings smaller than this many square pixels are specks and are left out. */
const leastArea = 1;

/** The pieces of a region as polygons are written: at most half a pixel from the outlines, two decimals, no specks. */
export function regionPolygons(
  parts: readonly RegionOutline[],
): readonly { readonly points: readonly number[]; readonly exclude: readonly (readonly number[])[] }[] {
  const written = (ring: readonly number[]): readonly number[] => simplifyRing(ring, tolerance).map(roundCoordinate);
  const isRing = (ring: readonly number[]): boolean => ring.length >= 6 && ringArea(ring) >= leastArea;
  return parts.flatMap(({ outer, holes }) => {
    const points = written(outer);
    return isRing(points) ? [{ points, exclude: holes.map(written).filter(isRing) }] : [];
  });
}
