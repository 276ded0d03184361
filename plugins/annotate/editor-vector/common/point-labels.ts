import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { vertexAt, vertexCount } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { boxHandles, boxRectangle, handlePlace } from './box-handles.ts';
import { cuboidCorners } from './cuboid-corners.ts';
import { rotatedBoxCorners } from './rotated-box.ts';
import { frameHandlePlace, selectionFrame } from './selection-frame.ts';
import type { VectorInstance } from './shapes.ts';

/** Longest label of a point. */
export const longestPointLabel = 200;

/** Returns the number of points of a shape that can have a label. */
export function labelledPointCount(instance: VectorInstance): number {
  switch (instance.type) {
    case 'bbox':
    case 'rbbox':
    case 'cuboid':
      return 8;
    case 'polygon':
    case 'polyline':
      return vertexCount(instance.points);
    case 'template':
      return instance.points.length;
    case 'ellipse':
      return 4;
    case 'point':
      return 1;
    case 'tag':
      return 0;
  }
}

/** Returns the place of the point with this number; undefined when there is none. */
export function labelledPoint(instance: VectorInstance, number: number): Place | undefined {
  if (!Number.isInteger(number) || number < 0 || number >= labelledPointCount(instance)) return undefined;
  switch (instance.type) {
    case 'bbox':
      return handlePlace(boxRectangle(instance), boxHandles[number]!);
    case 'rbbox':
      return rotatedBoxPoint(rotatedBoxCorners(instance), number);
    case 'ellipse':
      return frameHandlePlace(selectionFrame([instance])!, (['n', 'e', 's', 'w'] as const)[number]!);
    case 'cuboid':
      return cuboidCorners(instance.points)[number];
    case 'polygon':
    case 'polyline':
      return vertexAt(instance.points, number);
    case 'template':
      return instance.points[number];
    case 'point':
      return instance;
    case 'tag':
      return undefined;
  }
}

/** The shape with another label at one of its points; an empty text takes the label away. */
export function withPointLabel<T extends VectorInstance>(instance: T, number: number, text: string): T {
  const written = text.trim().slice(0, longestPointLabel);
  const { [String(number)]: before, ...others } = instance.pointLabels ?? {};
  if (written === (before ?? '')) return instance;
  return { ...instance, pointLabels: written === '' ? others : { ...others, [String(number)]: written } };
}

/** Corners have the even numbers, the middles of the sides behind them the odd ones. */
function rotatedBoxPoint(corners: readonly Place[], number: number): Place {
  const corner = corners[number >> 1]!;
  if (number % 2 === 0) return corner;
  const next = corners[((number >> 1) + 1) % 4]!;
  return { x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2 };
}
