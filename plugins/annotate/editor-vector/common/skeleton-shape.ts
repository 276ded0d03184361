import type { Skeleton, Template } from '#plugins/annotate/skeletons/common/index.ts';
import { skeleton } from '#plugins/annotate/skeletons/common/index.ts';
import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { boundsOf, roundCoordinate } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { DrawnGeometry } from './new-instance.ts';

/** A skeleton that can be placed: that of a template of the team whose drawing could be read. */
export interface PlaceableSkeleton extends Skeleton {
  readonly id: number;
  readonly name: string;
}

/** The templates for vector projects as skeletons; those that cannot be read are left out. */
export function placeableSkeletons(templates: readonly Template[]): readonly PlaceableSkeleton[] {
  return templates
    .filter(({ type }) => type === 1)
    .flatMap(({ id, name, data }): readonly PlaceableSkeleton[] => {
      const read = skeleton.safeParse(data);
      return read.success ? [{ ...read.data, id, name }] : [];
    });
}

/** Width divided by height of a skeleton's drawing; 1 when it has no extent. */
export function skeletonAspect({ points }: Skeleton): number {
  const { minX, minY, maxX, maxY } = boundsOf(points.flatMap(({ x, y }) => [x, y]));
  return maxX > minX && maxY > minY ? (maxX - minX) / (maxY - minY) : 1;
}

/** The skeleton stretched into a box of the picture, with its points numbered from 1 and its names as point labels. */
export function placeSkeleton(
  { id, name, points, connections, labels }: PlaceableSkeleton,
  box: Rectangle,
): Extract<DrawnGeometry, { readonly type: 'template' }> {
  const from = boundsOf(points.flatMap(({ x, y }) => [x, y]));
  const along = (value: number, min: number, max: number, low: number, high: number): number =>
    roundCoordinate(max > min ? low + ((value - min) / (max - min)) * (high - low) : (low + high) / 2);
  return {
    type: 'template',
    points: points.map(({ x, y }, index) => ({
      id: index + 1,
      x: along(x, from.minX, from.maxX, box.minX, box.maxX),
      y: along(y, from.minY, from.maxY, box.minY, box.maxY),
    })),
    connections: connections.map(([first, second], index) => ({ id: index + 1, from: first + 1, to: second + 1 })),
    pointLabels: Object.fromEntries(
      labels.flatMap((label, index) => (label.trim() === '' ? [] : [[String(index), label] as const])),
    ),
    templateId: id,
    templateName: name,
  };
}
