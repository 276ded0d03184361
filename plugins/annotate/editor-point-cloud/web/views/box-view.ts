import type { Box, Vector } from '../../common/geometry/box.ts';
import { rotationOf, turnedOut } from '../../common/geometry/box.ts';
import type { Sides } from '../../common/geometry/box-edits.ts';
import type { ViewFrame } from './cloud-camera.ts';

/** The views stuck to the selected box: from above, from its right side, and from behind. */
export type BoxSide = 'top' | 'side' | 'back';

/** Axes of the box that a view shows: to the right, up, ahead, each with its sign; and the axis it turns about. */
const looks: Readonly<
  Record<
    BoxSide,
    { readonly right: Vector; readonly up: Vector; readonly ahead: Vector; readonly turns: 'x' | 'y' | 'z' }
  >
> = {
  top: { right: { x: 0, y: -1, z: 0 }, up: { x: 1, y: 0, z: 0 }, ahead: { x: 0, y: 0, z: -1 }, turns: 'z' },
  side: { right: { x: 1, y: 0, z: 0 }, up: { x: 0, y: 0, z: 1 }, ahead: { x: 0, y: 1, z: 0 }, turns: 'y' },
  back: { right: { x: 0, y: -1, z: 0 }, up: { x: 0, y: 0, z: 1 }, ahead: { x: 1, y: 0, z: 0 }, turns: 'x' },
};

/** Room around the box, as a share of the view. */
const FILLED = 0.62;

const along = (axes: Vector, size: Vector): number =>
  Math.abs(axes.x) * size.x + Math.abs(axes.y) * size.y + Math.abs(axes.z) * size.z;

/** The axis about which a view turns a box: yaw from above, pitch from the side, roll from behind. */
export const turnAxis = (side: BoxSide): 'x' | 'y' | 'z' => looks[side].turns;

/** Sign of a positive angle on the screen of a view: 1 when it turns to the left. */
export const turnSign = (side: BoxSide): 1 | -1 => (side === 'side' ? -1 : 1);

/** A view of a box along one of its axes. Only what is near the box is drawn. `zoom` magnifies. */
export function boxFrame(box: Box, side: BoxSide, width: number, height: number, zoom: number): ViewFrame {
  const r = rotationOf(box.rotation);
  const { right, up, ahead } = looks[side];
  const depth = along(ahead, box.size) / 2 + 0.3;
  return {
    position: box.position,
    right: turnedOut(r, right),
    up: turnedOut(r, up),
    forward: turnedOut(r, ahead),
    width,
    height,
    scale:
      zoom *
      FILLED *
      Math.min(width / Math.max(0.3, along(right, box.size)), height / Math.max(0.3, along(up, box.size))),
    parallel: true,
    near: -depth,
    far: depth,
  };
}

/** Size of a box as a view shows it, metres. */
export const shownSize = ({ size }: Box, side: BoxSide): { readonly across: number; readonly upwards: number } => ({
  across: along(looks[side].right, size),
  upwards: along(looks[side].up, size),
});

/** A move on the screen of a view, metres to the right and up, along the axes of the box. */
export const screenMove = (side: BoxSide, across: number, upwards: number): Vector => {
  const { right, up } = looks[side];
  return {
    x: right.x * across + up.x * upwards,
    y: right.y * across + up.y * upwards,
    z: right.z * across + up.z * upwards,
  };
};

/** The part of a box under the pointer: sides along the screen (-1, 0, 1), its middle, or the handle that turns it. */
export type BoxGrip =
  | { readonly kind: 'sides'; readonly across: -1 | 0 | 1; readonly upwards: -1 | 0 | 1 }
  | { readonly kind: 'middle' }
  | { readonly kind: 'turn' };

/** CSS pixels from an edge in which it is gripped, and of the handle above the box. */
const GRIP = 7;
export const TURN_REACH = 22;

/** Half of the width and height of a box on the screen of its view, CSS pixels. */
export function halfOnScreen(box: Box, side: BoxSide, scale: number): readonly [number, number] {
  const { right, up } = looks[side];
  return [(along(right, box.size) / 2) * scale, (along(up, box.size) / 2) * scale];
}

/** Part of the box at a CSS pixel of its view; undefined beside it. */
export function gripAt(box: Box, side: BoxSide, view: ViewFrame, x: number, y: number): BoxGrip | undefined {
  const [dx, dy] = [x - view.width / 2, view.height / 2 - y];
  const [w, h] = halfOnScreen(box, side, view.scale);
  if (Math.hypot(dx, dy - h - TURN_REACH) <= GRIP + 3) return { kind: 'turn' };
  if (Math.abs(dx) > w + GRIP || Math.abs(dy) > h + GRIP) return undefined;
  const sideOf = (at: number, half: number): -1 | 0 | 1 => {
    const reach = Math.min(GRIP, half / 2);
    return at > half - reach ? 1 : at < -half + reach ? -1 : 0;
  };
  const [across, upwards] = [sideOf(dx, w), sideOf(dy, h)];
  return across === 0 && upwards === 0 ? { kind: 'middle' } : { kind: 'sides', across, upwards };
}

/** Gripped sides as sides of the box. */
export function boxSides(side: BoxSide, across: number, upwards: number): Sides {
  const { x, y, z } = screenMove(side, across, upwards);
  return { x: x + 0, y: y + 0, z: z + 0 };
}
