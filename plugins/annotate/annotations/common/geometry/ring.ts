import type { Place } from './place.ts';

/** Area enclosed by a closed flat list of vertices, in square pixels; never negative. */
export function ringArea(ring: readonly number[]): number {
  let doubled = 0;
  const length = ring.length;
  for (let at = 0, before = length - 2; at < length; before = at, at += 2) {
    doubled += ring[before]! * ring[at + 1]! - ring[at]! * ring[before + 1]!;
  }
  return Math.abs(doubled) / 2;
}

/** Area of rings under the even-odd rule when the first is the outer one and the others are holes inside it. */
export function ringsArea(rings: readonly (readonly number[])[]): number {
  const [outer, ...holes] = rings;
  if (outer === undefined) return 0;
  return Math.max(
    0,
    holes.reduce((rest, hole) => rest - ringArea(hole), ringArea(outer)),
  );
}

/** The place lies inside the rings, counted by the even-odd rule: inside a hole is outside. */
export function ringsContain(rings: readonly (readonly number[])[], place: Place): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const y1 = ring[at + 1]!;
      const y2 = ring[before + 1]!;
      if (y1 > place.y === y2 > place.y) continue;
      const x1 = ring[at]!;
      if (place.x < ((ring[before]! - x1) * (place.y - y1)) / (y2 - y1) + x1) inside = !inside;
    }
  }
  return inside;
}
