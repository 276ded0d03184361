import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** Length of a path in pixels. */
export function pathLength(places: readonly Place[]): number {
  let length = 0;
  for (let at = 1; at < places.length; at += 1)
    length += Math.hypot(places[at]!.x - places[at - 1]!.x, places[at]!.y - places[at - 1]!.y);
  return length;
}

/** Angle at the last corner of a path of three places or more, in degrees from 0 to 180; 180 goes straight on. */
export function bendAngle(places: readonly Place[]): number {
  const [before, corner, last] = places.slice(-3) as [Place, Place, Place];
  const turned =
    Math.atan2(before.y - corner.y, before.x - corner.x) - Math.atan2(last.y - corner.y, last.x - corner.x);
  const degrees = Math.abs((turned * 180) / Math.PI);
  return degrees > 180 ? 360 - degrees : degrees;
}

/** Area inside a path that is closed by a straight line, in square pixels. */
export function enclosedArea(places: readonly Place[]): number {
  let twice = 0;
  for (let at = 0; at < places.length; at += 1) {
    const [one, next] = [places[at]!, places[(at + 1) % places.length]!];
    twice += one.x * next.y - next.x * one.y;
  }
  return Math.abs(twice) / 2;
}
