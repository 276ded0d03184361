import type { Vector } from '../../common/geometry/box.ts';

/** A box along the axes of the scan, in metres; its sides belong to it. */
export interface Region {
  readonly min: Vector;
  readonly max: Vector;
}

/** Metres beyond any scan. */
const FAR = 1e9;
/** Metres that stay visible beside a box that is shown alone. */
const MARGIN = 3;

/** The region that leaves nothing out. */
export const EVERYWHERE: Region = { min: { x: -FAR, y: -FAR, z: -FAR }, max: { x: FAR, y: FAR, z: FAR } };

/** The part that two regions share. */
export const overlap = ({ min, max }: Region, other: Region): Region => ({
  min: { x: Math.max(min.x, other.min.x), y: Math.max(min.y, other.min.y), z: Math.max(min.z, other.min.z) },
  max: { x: Math.min(max.x, other.max.x), y: Math.min(max.y, other.max.y), z: Math.min(max.z, other.max.z) },
});

/** The column of all heights around a box. */
export const around = ({ min, max }: Region): Region => ({
  min: { x: min.x - MARGIN, y: min.y - MARGIN, z: -FAR },
  max: { x: max.x + MARGIN, y: max.y + MARGIN, z: FAR },
});

/** Returns whether a place lies in the region. */
export const contains = ({ min, max }: Region, x: number, y: number, z: number): boolean =>
  x >= min.x && x <= max.x && y >= min.y && y <= max.y && z >= min.z && z <= max.z;

/** The axes of a scan. */
export const axes = ['x', 'y', 'z'] as const;
export type Axis = (typeof axes)[number];

/** The range of a region along an axis, within that of the scan; all of it where nothing is cropped. */
export const rangeAlong = (region: Region | undefined, axis: Axis, low: number, high: number): [number, number] => [
  Math.min(high, Math.max(low, region?.min[axis] ?? low)),
  Math.max(low, Math.min(high, region?.max[axis] ?? high)),
];

/** A region with another range along an axis; infinite sides leave nothing out. Undefined when nothing is left out. */
export function narrowed(region: Region | undefined, axis: Axis, from: number, to: number): Region | undefined {
  const { min, max } = region ?? EVERYWHERE;
  const next = { min: { ...min, [axis]: Math.max(-FAR, from) }, max: { ...max, [axis]: Math.min(FAR, to) } };
  return axes.every(each => next.min[each] === -FAR && next.max[each] === FAR) ? undefined : next;
}
