import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** Length of a path in pixels. */
export function pathLength(places: readonly Place[]): number {
  let length = 0;
  for (let at = 1; at < places.length; at += 1)
    length += Math.hypot(places[at]!.x - places[at - 1]!.x, places[at]!.y - places[at - 1]!.y);
  return length;
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
