import type { Place, Size } from './place.ts';

/** An upright rectangle; `min` is never greater than `max`, except in {@link emptyRectangle}. */
export interface Rectangle {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Contains nothing and touches nothing; the neutral element of {@link unite}. */
export const emptyRectangle: Rectangle = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };

/** Contains everything. */
export const everywhere: Rectangle = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };

export function isEmptyRectangle(rectangle: Rectangle): boolean {
  return rectangle.minX > rectangle.maxX || rectangle.minY > rectangle.maxY;
}

/** The rectangle that has two places as opposite corners. */
export function rectangleBetween(first: Place, second: Place): Rectangle {
  return {
    minX: Math.min(first.x, second.x),
    minY: Math.min(first.y, second.y),
    maxX: Math.max(first.x, second.x),
    maxY: Math.max(first.y, second.y),
  };
}

/** Bounds of flat lists x, y, x, y, … */
export function boundsOf(...lists: readonly (readonly number[])[]): Rectangle {
  let { minX, minY, maxX, maxY } = emptyRectangle;
  for (const points of lists) {
    for (let at = 0; at + 1 < points.length; at += 2) {
      const x = points[at]!;
      const y = points[at + 1]!;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
  }
  return { minX, minY, maxX, maxY };
}

/** The smallest rectangle around both. */
export function unite(first: Rectangle, second: Rectangle): Rectangle {
  return {
    minX: Math.min(first.minX, second.minX),
    minY: Math.min(first.minY, second.minY),
    maxX: Math.max(first.maxX, second.maxX),
    maxY: Math.max(first.maxY, second.maxY),
  };
}

/** Returns the common part of two rectangles; empty when they do not meet. */
export function intersect(first: Rectangle, second: Rectangle): Rectangle {
  return {
    minX: Math.max(first.minX, second.minX),
    minY: Math.max(first.minY, second.minY),
    maxX: Math.min(first.maxX, second.maxX),
    maxY: Math.min(first.maxY, second.maxY),
  };
}

/** They share at least an edge point. */
export function meets(first: Rectangle, second: Rectangle): boolean {
  return (
    first.minX <= second.maxX && second.minX <= first.maxX && first.minY <= second.maxY && second.minY <= first.maxY
  );
}

/** `inner` lies wholly inside `outer`, edges included. */
export function encloses(outer: Rectangle, inner: Rectangle): boolean {
  return (
    !isEmptyRectangle(inner) &&
    outer.minX <= inner.minX &&
    outer.minY <= inner.minY &&
    outer.maxX >= inner.maxX &&
    outer.maxY >= inner.maxY
  );
}

/** Grown by `margin` on every side; a negative one shrinks. */
export function grow(rectangle: Rectangle, margin: number): Rectangle {
  return {
    minX: rectangle.minX - margin,
    minY: rectangle.minY - margin,
    maxX: rectangle.maxX + margin,
    maxY: rectangle.maxY + margin,
  };
}

export function centreOf(rectangle: Rectangle): Place {
  return { x: (rectangle.minX + rectangle.maxX) / 2, y: (rectangle.minY + rectangle.maxY) / 2 };
}

/**
 * The part of a move by `delta` that leaves `rectangle` on the image. A side that is outside already may stay there but
 * goes no further.
 */
export function clampMove(rectangle: Rectangle, delta: Place, size: Size): Place {
  return {
    x: clampAxis(delta.x, rectangle.minX, rectangle.maxX, size.width),
    y: clampAxis(delta.y, rectangle.minY, rectangle.maxY, size.height),
  };
}

function clampAxis(delta: number, min: number, max: number, extent: number): number {
  if (delta < 0) return Math.max(delta, Math.min(0, -min));
  return Math.min(delta, Math.max(0, extent - max));
}
