import type { Box, Vector } from './box.ts';
import { fromBox, normalAngle, plus, rotationOf, SMALLEST_SIDE, turnedOut } from './box.ts';

/** Sides of a box along each axis: the upper (1), the lower (-1) or none (0). */
export type Sides = Vector;

const axes = ['x', 'y', 'z'] as const;

/** Moves a box along its own axes, metres. */
export const moved = (box: Box, by: Vector): Box => ({
  ...box,
  position: plus(box.position, turnedOut(rotationOf(box.rotation), by)),
});

/** Moves sides of a box along its own axes, metres; the sides opposite stay. */
export function resized(box: Box, sides: Sides, by: Vector): Box {
  const size = { ...box.size };
  const shift = { x: 0, y: 0, z: 0 };
  for (const axis of axes) {
    if (sides[axis] === 0) continue;
    size[axis] = Math.max(SMALLEST_SIDE, box.size[axis] + sides[axis] * by[axis]);
    shift[axis] = ((size[axis] - box.size[axis]) / 2) * sides[axis];
  }
  return { ...moved(box, shift), size };
}

/** Turns a box by an angle about an axis: yaw about z, pitch about y, roll about x. */
export const turned = (box: Box, axis: 'x' | 'y' | 'z', angle: number): Box => ({
  ...box,
  rotation: { ...box.rotation, [axis]: normalAngle(box.rotation[axis] + angle) },
});

/** Lets a box look the other way; it covers the same place. */
export const flipped = (box: Box): Box => {
  const { x, y, z } = box.rotation;
  // Half a turn about the box's own upright axis: the tilts change their direction.
  return { ...box, rotation: { x: normalAngle(-x), y: normalAngle(-y), z: normalAngle(z + Math.PI) } };
};

/** Rounds to a tenth of a millimetre, and a thousandth of a degree: finer is noise. */
export function rounded(box: Box): Box {
  const round = (value: number, steps: number): number => Math.round(value * steps) / steps + 0;
  const each = (vector: Vector, steps: number): Vector => ({
    x: round(vector.x, steps),
    y: round(vector.y, steps),
    z: round(vector.z, steps),
  });
  const rotation = each(box.rotation, 1e5);
  return {
    position: each(box.position, 1e4),
    size: each(box.size, 1e4),
    rotation: { x: normalAngle(rotation.x), y: normalAngle(rotation.y), z: normalAngle(rotation.z) },
  };
}

/** A box of another size on the same lower side. */
export const onBase = ({ position, rotation, size: before }: Box, size: Vector): Box => ({
  ...moved({ position, rotation, size }, { x: 0, y: 0, z: (size.z - before.z) / 2 }),
  size,
});

/** A box with new extents along its own axes, metres from its centre. */
export function withExtent(box: Box, min: Vector, max: Vector): Box {
  const size = {
    x: Math.max(SMALLEST_SIDE, max.x - min.x),
    y: Math.max(SMALLEST_SIDE, max.y - min.y),
    z: Math.max(SMALLEST_SIDE, max.z - min.z),
  };
  const middle = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2, z: (min.z + max.z) / 2 };
  return { ...box, position: fromBox(box, middle), size };
}
