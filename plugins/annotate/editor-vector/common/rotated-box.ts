import type { Place, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { roundCoordinate } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { RotatedBoxInstance } from './shapes.ts';

/** The four corners in drawing order. */
export function rotatedBoxCorners({
  points: { x1, y1, x2, y2, x3, y3, x4, y4 },
}: RotatedBoxInstance): readonly [Place, Place, Place, Place] {
  return [
    { x: x1, y: y1 },
    { x: x2, y: y2 },
    { x: x3, y: y3 },
    { x: x4, y: y4 },
  ];
}

/** Four corners as a rotated box writes them, with at most two decimals. */
export function rotatedBoxPoints(corners: readonly Place[]): RotatedBoxInstance['points'] {
  const [x1, y1, x2, y2, x3, y3, x4, y4] = corners.flatMap(({ x, y }) => [roundCoordinate(x), roundCoordinate(y)]) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return { x1, y1, x2, y2, x3, y3, x4, y4 };
}

/**
 * The corners of a box over the base from `from` to `to`, as deep as `reach` is away from the base, on its side. With
 * `size` the depth ends where a corner would leave the image.
 */
export function boxOnBase(from: Place, to: Place, reach: Place, size?: Size): readonly [Place, Place, Place, Place] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return [from, from, from, from];
  const normal = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  const wanted = (reach.x - from.x) * normal.x + (reach.y - from.y) * normal.y;
  const depth =
    size === undefined
      ? wanted
      : Math.sign(wanted) *
        Math.min(Math.abs(wanted), space(from, normal, wanted, size), space(to, normal, wanted, size));
  const offset = { x: normal.x * depth, y: normal.y * depth };
  return [from, to, { x: to.x + offset.x, y: to.y + offset.y }, { x: from.x + offset.x, y: from.y + offset.y }];
}

/** Returns the distance from a place on the image along a direction to its edge. */
function space(from: Place, normal: Place, sign: number, size: Size): number {
  const x = normal.x * Math.sign(sign);
  const y = normal.y * Math.sign(sign);
  const alongX = x > 1e-12 ? (size.width - from.x) / x : x < -1e-12 ? -from.x / x : Infinity;
  const alongY = y > 1e-12 ? (size.height - from.y) / y : y < -1e-12 ? -from.y / y : Infinity;
  return Math.max(0, Math.min(alongX, alongY));
}
