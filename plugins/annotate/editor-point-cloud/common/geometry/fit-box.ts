import type { Box, Vector } from './box.ts';
import { fromBox, normalAngle, SMALLEST_SIDE } from './box.ts';
import type { Sides } from './box-edits.ts';
import { withExtent } from './box-edits.ts';
import type { PointChunk } from './cloud-points.ts';
import { eachInside } from './cloud-points.ts';

/** Points this near to the ground belong to it, metres. */
const GROUND_BAND = 0.2;
/** Fewest points that make an object. */
const FEWEST = 8;
/** Points at which the direction of an object is looked for, at first and among the best directions. */
const SAMPLES = { rough: 375, fine: 1500 };
/** Steps in which a quarter turn is searched, and the best of them that are compared by more points. */
const STEPS = 90;
const BEST = 6;
/** Distance to a side under which a point counts fully, metres. */
const NEAR = 0.05;

/** The extent of the points in a box along its axes; undefined where there are none. */
function extentOf(chunks: readonly PointChunk[], box: Box): { readonly min: Vector; readonly max: Vector } | undefined {
  const min = { x: Infinity, y: Infinity, z: Infinity };
  const max = { x: -Infinity, y: -Infinity, z: -Infinity };
  eachInside(chunks, box, (x, y, z) => {
    if (x < min.x) min.x = x;
    if (y < min.y) min.y = y;
    if (z < min.z) min.z = z;
    if (x > max.x) max.x = x;
    if (y > max.y) max.y = y;
    if (z > max.z) max.z = z;
  });
  return min.x === Infinity ? undefined : { min, max };
}

/** Shrinks sides of a box to the points inside; without points the box stays. `sides` of 0, 0, 0 are all. */
export function shrunk(chunks: readonly PointChunk[], box: Box, sides: Sides = { x: 0, y: 0, z: 0 }): Box {
  const found = extentOf(chunks, box);
  if (found === undefined) return box;
  const all = sides.x === 0 && sides.y === 0 && sides.z === 0;
  const half = { x: box.size.x / 2, y: box.size.y / 2, z: box.size.z / 2 };
  const min = { x: -half.x, y: -half.y, z: -half.z };
  const max = { ...half };
  for (const axis of ['x', 'y', 'z'] as const) {
    if (all || sides[axis] < 0) min[axis] = Math.min(found.min[axis], max[axis] - SMALLEST_SIDE);
    if (all || sides[axis] > 0) max[axis] = Math.max(found.max[axis], min[axis] + SMALLEST_SIDE);
  }
  return withExtent(box, min, max);
}

/**
 * Fits a box to the object in a region: finds the direction in which its points line up along the sides, and its
 * extent above the ground. Undefined where there is no object.
 *
 * Direction by closeness (X. Zhang et al., Efficient L-shape fitting for vehicle detection using laser scanners, 2017).
 */
export function fitBox(chunks: readonly PointChunk[], region: Box, ground: number): Box | undefined {
  const flat: number[] = [];
  let [top, bottom] = [-Infinity, Infinity];
  const lowest = ground + GROUND_BAND;
  const { position, size } = region;
  const upright: Box = {
    position: { ...position, z: ground + size.z / 2 },
    size: { ...size, z: size.z + 2 * GROUND_BAND },
    rotation: { x: 0, y: 0, z: region.rotation.z },
  };
  const middle = upright.position.z;
  eachInside(chunks, upright, (x, y, z) => {
    if (z + middle < lowest) return;
    flat.push(x, y);
    if (z + middle > top) top = z + middle;
    if (z + middle < bottom) bottom = z + middle;
  });
  if (flat.length / 2 < FEWEST) return undefined;
  const { angle, min, max } = directed(flat);
  const base = { ...upright, rotation: { x: 0, y: 0, z: normalAngle(upright.rotation.z + angle) } };
  // The region's own frame turned: the extent is around the same centre.
  const low = bottom - ground < 0.6 ? ground : bottom;
  const fitted: Box = {
    position: { ...fromBox(base, { x: (min[0] + max[0]) / 2, y: (min[1] + max[1]) / 2, z: 0 }), z: (low + top) / 2 },
    size: {
      x: Math.max(SMALLEST_SIDE, max[0] - min[0]),
      y: Math.max(SMALLEST_SIDE, max[1] - min[1]),
      z: Math.max(SMALLEST_SIDE, top - low),
    },
    rotation: base.rotation,
  };
  return lengthFirst(fitted);
}

/** Lets the longer side be the length, and the box look ahead rather than back. */
function lengthFirst(box: Box): Box {
  const { size, rotation } = box;
  const turnedBox =
    size.y > size.x
      ? {
          ...box,
          size: { ...size, x: size.y, y: size.x },
          rotation: { ...rotation, z: normalAngle(rotation.z + Math.PI / 2) },
        }
      : box;
  const { z } = turnedBox.rotation;
  return Math.abs(z) > Math.PI / 2 + 1e-9
    ? { ...turnedBox, rotation: { ...turnedBox.rotation, z: normalAngle(z + Math.PI) } }
    : turnedBox;
}

interface Directed {
  readonly angle: number;
  readonly min: readonly [number, number];
  readonly max: readonly [number, number];
}

/** The angle in a quarter turn at which flat points lie nearest to the sides around them, and their extent there. */
function directed(flat: readonly number[]): Directed {
  const scored = (angles: readonly number[], points: number): readonly number[] => {
    const step = Math.max(1, Math.ceil(flat.length / 2 / points));
    const scores = new Map(angles.map(angle => [angle, closeness(flat, step, angle)]));
    return angles.toSorted((one, other) => scores.get(other)! - scores.get(one)!);
  };
  const angles = Array.from({ length: STEPS }, (_, turn) => (turn / STEPS) * (Math.PI / 2));
  const [angle] = scored(scored(angles, SAMPLES.rough).slice(0, BEST), SAMPLES.fine) as [number];
  return { angle, ...extent(flat, 1, angle) };
}

function extent(flat: readonly number[], step: number, angle: number): Omit<Directed, 'angle'> {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const min: [number, number] = [Infinity, Infinity];
  const max: [number, number] = [-Infinity, -Infinity];
  for (let at = 0; at < flat.length; at += 2 * step) {
    const along = flat[at]! * cos + flat[at + 1]! * sin;
    const across = flat[at + 1]! * cos - flat[at]! * sin;
    if (along < min[0]) min[0] = along;
    if (along > max[0]) max[0] = along;
    if (across < min[1]) min[1] = across;
    if (across > max[1]) max[1] = across;
  }
  return { min, max };
}

function closeness(flat: readonly number[], step: number, angle: number): number {
  const { min, max } = extent(flat, step, angle);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let score = 0;
  for (let at = 0; at < flat.length; at += 2 * step) {
    const along = flat[at]! * cos + flat[at + 1]! * sin;
    const across = flat[at + 1]! * cos - flat[at]! * sin;
    const near = Math.min(along - min[0], max[0] - along, across - min[1], max[1] - across);
    score += 1 / Math.max(near, NEAR);
  }
  return score;
}
