import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Author, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { defaultValues, newId } from '#plugins/annotate/annotations/common/index.ts';
import { SEGMENT } from '#plugins/annotate/annotations/common/point-labels/index.ts';
import type { Box, Vector } from './geometry/box.ts';
import { boxCorners } from './geometry/box.ts';

/** A cuboid as a document has it. */
export type CuboidInstance = Instance & Box;

/** The geometry of an object that a person drew. */
export type DrawnObject =
  | ({ readonly type: 'cuboid' } & Box)
  | { readonly type: 'polyline' | 'polygon'; readonly points: readonly number[] }
  | ({ readonly type: 'point' } & Vector)
  | { readonly type: typeof SEGMENT; readonly points: readonly number[]; readonly instanceId: number };

/** Length, width and height of a box of which nothing is known, metres: a car. */
const ANY_SIZE: Vector = { x: 4.2, y: 1.8, z: 1.6 };

export const isCuboid = (instance: Instance): instance is CuboidInstance =>
  instance.type === 'cuboid' && ['position', 'size', 'rotation'].every(field => typeof instance[field] === 'object');

/** An object as drawn by hand, with the defaults of its class. */
export function newObject(
  geometry: DrawnObject,
  annotationClass: AnnotationClass | undefined,
  by: Author,
  now: Date = new Date(),
): Instance {
  const at = now.toISOString();
  return {
    id: newId(),
    classId: annotationClass?.id ?? -1,
    ...(annotationClass === undefined ? {} : { className: annotationClass.name }),
    probability: 100,
    groupId: 0,
    trackingId: null,
    locked: false,
    visible: true,
    attributes: annotationClass === undefined ? [] : defaultValues(annotationClass),
    error: null,
    ...geometry,
    creationType: 'Manual',
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
  };
}

/** A tag of the item, as given by hand. */
export function newTag(annotationClass: AnnotationClass, by: Author, now: Date = new Date()): Instance {
  const at = now.toISOString();
  return {
    id: newId(),
    type: 'tag',
    classId: annotationClass.id,
    className: annotationClass.name,
    probability: 100,
    attributes: defaultValues(annotationClass),
    creationType: 'Manual',
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
  };
}

/** The size a new box of a class gets: the median of the boxes of that class among `shapes`. */
export function classSize(shapes: readonly Instance[], classId: number | undefined): Vector {
  const sizes = shapes
    .filter(each => each.classId === classId && isCuboid(each))
    .map(each => (each as CuboidInstance).size);
  if (sizes.length === 0) return ANY_SIZE;
  const median = (axis: keyof Vector): number =>
    sizes.map(size => size[axis]).toSorted((one, other) => one - other)[sizes.length >> 1]!;
  return { x: median('x'), y: median('y'), z: median('z') };
}

/**
 * The vertices of an object: corners of a box, places of a line, the place of a point. Empty for one without a place,
 * and for labels of points.
 */
export function verticesOf(instance: Instance): readonly Vector[] {
  if (isCuboid(instance)) return boxCorners(instance);
  if (instance.type === SEGMENT) return [];
  if (instance.type === 'point')
    return [{ x: Number(instance['x']), y: Number(instance['y']), z: Number(instance['z']) }];
  const points = Array.isArray(instance['points']) ? (instance['points'] as number[]) : [];
  return Array.from({ length: Math.floor(points.length / 3) }, (_, at) => ({
    x: points[at * 3]!,
    y: points[at * 3 + 1]!,
    z: points[at * 3 + 2]!,
  }));
}

/** The middle of an object; undefined for one without a place. */
export function centreOf(instance: Instance): Vector | undefined {
  const vertices = verticesOf(instance);
  if (vertices.length === 0) return undefined;
  const sum = (axis: keyof Vector): number => vertices.reduce((total, each) => total + each[axis], 0) / vertices.length;
  return { x: sum('x'), y: sum('y'), z: sum('z') };
}

/** The flat list of coordinates in which documents keep vertices. */
export const flatPoints = (places: readonly Vector[]): readonly number[] =>
  places.flatMap(({ x, y, z }) => [x, y, z].map(value => Math.round(value * 1e4) / 1e4));
