import { nearestOnPath } from './path.ts';
import type { Place } from './place.ts';
import type { Rectangle } from './rectangle.ts';
import { boundsOf } from './rectangle.ts';
import { ringsArea, ringsContain } from './ring.ts';

/**
 * Outline of a shape on the stage, in image pixels, every list flat (x, y, x, y, …). It is drawn, hit and boxed by
 * this alone, so the stage knows no shape types.
 */
export interface Outline {
  /** Closed and filled by the even-odd rule; the first is the outer ring, the others are its holes. */
  readonly rings: readonly (readonly number[])[];
  /** Open lines, stroked only. */
  readonly lines: readonly (readonly number[])[];
  /** Single places, drawn as dots of one size on the screen. */
  readonly dots: readonly number[];
}

export const emptyOutline: Outline = { rings: [], lines: [], dots: [] };

export function outlineBounds(outline: Outline): Rectangle {
  return boundsOf(...outline.rings, ...outline.lines, outline.dots);
}

/** Points of all rings, lines and dots. */
export function pointCount({ rings, lines, dots }: Outline): number {
  return [...rings, ...lines, dots].reduce((sum, points) => sum + (points.length >> 1), 0);
}

/** Filled area in square pixels; 0 for lines and dots. */
export function outlineArea(outline: Outline): number {
  return ringsArea(outline.rings);
}

export function outlineContains(outline: Outline, place: Place): boolean {
  return ringsContain(outline.rings, place);
}

/** Distance in pixels from `place` to the nearest edge, line or dot; Infinity for an empty outline. */
export function outlineDistance(outline: Outline, place: Place): number {
  let best = Infinity;
  for (const ring of outline.rings) best = Math.min(best, nearestOnPath(ring, true, place)?.distance ?? Infinity);
  for (const line of outline.lines) best = Math.min(best, nearestOnPath(line, false, place)?.distance ?? Infinity);
  for (let at = 0; at < outline.dots.length; at += 2)
    best = Math.min(best, Math.hypot(outline.dots[at]! - place.x, outline.dots[at + 1]! - place.y));
  return best;
}
