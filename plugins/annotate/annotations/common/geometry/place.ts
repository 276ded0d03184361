/**
 * A place in the plane; in image pixels with the origin at the top left corner of the top left pixel unless said
 * otherwise.
 */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Distance between two places. */
export function distance(first: Place, second: Place): number {
  return Math.hypot(first.x - second.x, first.y - second.y);
}

/** The nearest place that is on the image, its edges included. */
export function clampToImage(place: Place, size: Size): Place {
  return { x: Math.min(Math.max(place.x, 0), size.width), y: Math.min(Math.max(place.y, 0), size.height) };
}

/** `to` turned about `from` to the nearest multiple of 45°, at the same distance. */
export function constrainAngle(from: Place, to: Place): Place {
  const step = Math.PI / 4;
  const angle = Math.round(Math.atan2(to.y - from.y, to.x - from.x) / step) * step;
  const length = Math.abs((to.x - from.x) * Math.cos(angle) + (to.y - from.y) * Math.sin(angle));
  return { x: from.x + length * Math.cos(angle), y: from.y + length * Math.sin(angle) };
}

/** A coordinate as it is written: at most two decimals. */
export function roundCoordinate(value: number): number {
  const rounded = Math.round(value * 100) / 100;
  return rounded === 0 ? 0 : rounded;
}
