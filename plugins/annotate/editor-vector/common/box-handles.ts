import type { Place, Rectangle, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import {
  centreOf,
  clampToImage,
  rectangleBetween,
  roundCoordinate,
} from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { BoxInstance } from './shapes.ts';

/** The eight handles of a box, clockwise from the top left corner as `pointLabels` counts them. */
export const boxHandles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type BoxHandle = (typeof boxHandles)[number];

/** Modifiers while a box is drawn or resized. */
export interface BoxModifiers {
  /** Alt: the centre stays, both sides move. */
  readonly fromCentre: boolean;
  /** Shift: width and height are made equal. */
  readonly square: boolean;
}

/** Returns the place of a handle on a box. */
export function handlePlace(box: Rectangle, handle: BoxHandle): Place {
  const centre = centreOf(box);
  return {
    x: handle.includes('w') ? box.minX : handle.includes('e') ? box.maxX : centre.x,
    y: handle.startsWith('n') ? box.minY : handle.startsWith('s') ? box.maxY : centre.y,
  };
}

/** CSS cursor of a handle. */
export function handleCursor(handle: BoxHandle): string {
  if (handle === 'n' || handle === 's') return 'ns-resize';
  if (handle === 'e' || handle === 'w') return 'ew-resize';
  return handle === 'nw' || handle === 'se' ? 'nwse-resize' : 'nesw-resize';
}

/** The box after its handle was dragged to `to`. Sides may pass each other. With `size` nothing leaves the image. */
export function resizeBox(
  start: Rectangle,
  handle: BoxHandle,
  to: Place,
  modifiers: BoxModifiers,
  size?: Size,
): Rectangle {
  const place = size === undefined ? to : clampToImage(to, size);
  const centre = centreOf(start);
  const horizontal = handle.includes('e') || handle.includes('w');
  const vertical = handle.startsWith('n') || handle.startsWith('s');
  const anchor = modifiers.fromCentre
    ? centre
    : { x: handle.includes('w') ? start.maxX : start.minX, y: handle.startsWith('n') ? start.maxY : start.minY };
  const free = {
    x: horizontal ? place.x : handlePlace(start, handle).x,
    y: vertical ? place.y : handlePlace(start, handle).y,
  };
  if (!horizontal || !vertical) return resizeSide(start, handle, free, modifiers);
  return boxBetween(anchor, free, modifiers, size);
}

/** The box spanned from `anchor` (a corner, or the centre) to `to`. With `size` nothing leaves the image. */
export function boxBetween(anchor: Place, to: Place, modifiers: BoxModifiers, size?: Size): Rectangle {
  const end = size === undefined ? to : clampToImage(to, size);
  let width = end.x - anchor.x;
  let height = end.y - anchor.y;
  if (modifiers.square) {
    const side = Math.min(Math.max(Math.abs(width), Math.abs(height)), space(anchor, width, height, modifiers, size));
    width = side * (width < 0 ? -1 : 1);
    height = side * (height < 0 ? -1 : 1);
  }
  if (!modifiers.fromCentre) return rectangleBetween(anchor, { x: anchor.x + width, y: anchor.y + height });
  const halfWidth = size === undefined ? Math.abs(width) : Math.min(Math.abs(width), anchor.x, size.width - anchor.x);
  const halfHeight =
    size === undefined ? Math.abs(height) : Math.min(Math.abs(height), anchor.y, size.height - anchor.y);
  return {
    minX: anchor.x - halfWidth,
    minY: anchor.y - halfHeight,
    maxX: anchor.x + halfWidth,
    maxY: anchor.y + halfHeight,
  };
}

/** The rectangle of a box instance, whichever corners it was written with. */
export function boxRectangle({ points: { x1, y1, x2, y2 } }: BoxInstance): Rectangle {
  return rectangleBetween({ x: x1, y: y1 }, { x: x2, y: y2 });
}

/** The corners of a rectangle as a box instance writes them: sorted, with at most two decimals. */
export function boxPoints(box: Rectangle): BoxInstance['points'] {
  return {
    x1: roundCoordinate(box.minX),
    y1: roundCoordinate(box.minY),
    x2: roundCoordinate(box.maxX),
    y2: roundCoordinate(box.maxY),
  };
}

function resizeSide(
  start: Rectangle,
  handle: BoxHandle,
  place: Place,
  { fromCentre, square }: BoxModifiers,
): Rectangle {
  const { minX, minY, maxX, maxY } = start;
  const centre = centreOf(start);
  const near = handle === 'n' || handle === 's' ? place.y : place.x;
  const far = { n: maxY, s: minY, e: minX, w: maxX }[handle as 'n' | 's' | 'e' | 'w'];
  const other = fromCentre ? 2 * (handle === 'n' || handle === 's' ? centre.y : centre.x) - near : far;
  const length = Math.abs(near - other);
  if (handle === 'n' || handle === 's') {
    const half = square ? length / 2 : (maxX - minX) / 2;
    return { minX: centre.x - half, maxX: centre.x + half, minY: Math.min(near, other), maxY: Math.max(near, other) };
  }
  const half = square ? length / 2 : (maxY - minY) / 2;
  return { minX: Math.min(near, other), maxX: Math.max(near, other), minY: centre.y - half, maxY: centre.y + half };
}

function space(
  anchor: Place,
  width: number,
  height: number,
  { fromCentre }: BoxModifiers,
  size: Size | undefined,
): number {
  if (size === undefined) return Infinity;
  const left = anchor.x;
  const right = size.width - anchor.x;
  const above = anchor.y;
  const below = size.height - anchor.y;
  if (fromCentre) return Math.min(left, right, above, below);
  return Math.min(width < 0 ? left : right, height < 0 ? above : below);
}
