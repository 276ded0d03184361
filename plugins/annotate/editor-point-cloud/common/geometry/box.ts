/** A place, or a length along each axis, in metres. */
export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A cuboid: its centre, its length, width and height, and roll, pitch and yaw in radians. */
export interface Box {
  readonly position: Vector;
  readonly size: Vector;
  readonly rotation: Vector;
}

/** 3 × 3 in row order; its columns are the axes of the box. */
export type Rotation = readonly [number, number, number, number, number, number, number, number, number];

/** The smallest side of a box, metres. */
export const SMALLEST_SIDE = 0.02;

/** An angle in (-π, π]. */
export function normalAngle(angle: number): number {
  const turned = angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
  return turned <= -Math.PI ? turned + 2 * Math.PI : turned;
}

/** The rotation of a box, applied in the order yaw, pitch, roll. */
export function rotationOf({ x: roll, y: pitch, z: yaw }: Vector): Rotation {
  const [cr, sr] = [Math.cos(roll), Math.sin(roll)];
  const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
  const [cy, sy] = [Math.cos(yaw), Math.sin(yaw)];
  return [
    cy * cp,
    cy * sp * sr - sy * cr,
    cy * sp * cr + sy * sr,
    sy * cp,
    sy * sp * sr + cy * cr,
    sy * sp * cr - cy * sr,
    -sp,
    cp * sr,
    cp * cr,
  ];
}

export const plus = (one: Vector, other: Vector): Vector => ({
  x: one.x + other.x,
  y: one.y + other.y,
  z: one.z + other.z,
});

export const minus = (one: Vector, other: Vector): Vector => ({
  x: one.x - other.x,
  y: one.y - other.y,
  z: one.z - other.z,
});

/** A direction along the axes of the box as one of the scan. */
export const turnedOut = (r: Rotation, { x, y, z }: Vector): Vector => ({
  x: r[0] * x + r[1] * y + r[2] * z,
  y: r[3] * x + r[4] * y + r[5] * z,
  z: r[6] * x + r[7] * y + r[8] * z,
});

/** A direction of the scan along the axes of the box. */
export const turnedIn = (r: Rotation, { x, y, z }: Vector): Vector => ({
  x: r[0] * x + r[3] * y + r[6] * z,
  y: r[1] * x + r[4] * y + r[7] * z,
  z: r[2] * x + r[5] * y + r[8] * z,
});

/** A place of the scan as seen from the box: from its centre, along its axes. */
export const toBox = (box: Box, place: Vector): Vector =>
  turnedIn(rotationOf(box.rotation), minus(place, box.position));

/** The place of the scan that {@link toBox} sees there. */
export const fromBox = (box: Box, place: Vector): Vector =>
  plus(box.position, turnedOut(rotationOf(box.rotation), place));

/** Signs of the corners along the three axes; bit 2 is x, bit 1 is y, bit 0 is z. */
export const cornerSigns: readonly Vector[] = Array.from({ length: 8 }, (_, corner) => ({
  x: corner & 4 ? 1 : -1,
  y: corner & 2 ? 1 : -1,
  z: corner & 1 ? 1 : -1,
}));

/** Pairs of corners that an edge joins. */
export const boxEdges: readonly (readonly [number, number])[] = [1, 2, 4].flatMap(bit =>
  Array.from({ length: 8 }, (_, corner) => corner)
    .filter(corner => (corner & bit) === 0)
    .map(corner => [corner, corner | bit] as const),
);

/** The eight corners in the order of {@link cornerSigns}. */
export function boxCorners(box: Box): readonly Vector[] {
  const { size } = box;
  return cornerSigns.map(sign =>
    fromBox(box, { x: (sign.x * size.x) / 2, y: (sign.y * size.y) / 2, z: (sign.z * size.z) / 2 }),
  );
}

/** The middle of the front, where the heading ends, and the tip of its arrow. */
export const headingOf = (box: Box): readonly [Vector, Vector] => [
  fromBox(box, { x: box.size.x / 2, y: 0, z: -box.size.z / 2 }),
  fromBox(box, { x: box.size.x / 2 + Math.max(0.4, box.size.x / 4), y: 0, z: -box.size.z / 2 }),
];

/** The extent of a box along the axes of the scan. */
export function boxBounds(box: Box): { readonly min: Vector; readonly max: Vector } {
  const r = rotationOf(box.rotation);
  const half = (row: 0 | 3 | 6): number =>
    (Math.abs(r[row]) * box.size.x +
      Math.abs(r[(row + 1) as 1]) * box.size.y +
      Math.abs(r[(row + 2) as 2]) * box.size.z) /
    2;
  const reach = { x: half(0), y: half(3), z: half(6) };
  return { min: minus(box.position, reach), max: plus(box.position, reach) };
}
