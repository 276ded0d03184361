import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { roundCoordinate } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { VectorInstance } from './shapes.ts';

/** The shape moved by a distance in image pixels, coordinates rounded as they are written. A tag stays as it is. */
export function moveShape<T extends VectorInstance>(instance: T, delta: Place): T;
export function moveShape(instance: VectorInstance, delta: Place): VectorInstance {
  const x = (value: number): number => roundCoordinate(value + delta.x);
  const y = (value: number): number => roundCoordinate(value + delta.y);
  const path = (points: readonly number[]): readonly number[] =>
    points.map((value, at) => (at % 2 === 0 ? x(value) : y(value)));
  const place = <P extends Place>(point: P): P => ({ ...point, x: x(point.x), y: y(point.y) });
  switch (instance.type) {
    case 'bbox': {
      const { x1, y1, x2, y2 } = instance.points;
      return { ...instance, points: { x1: x(x1), y1: y(y1), x2: x(x2), y2: y(y2) } };
    }
    case 'rbbox': {
      const { x1, y1, x2, y2, x3, y3, x4, y4 } = instance.points;
      return {
        ...instance,
        points: { x1: x(x1), y1: y(y1), x2: x(x2), y2: y(y2), x3: x(x3), y3: y(y3), x4: x(x4), y4: y(y4) },
      };
    }
    case 'polygon':
      return {
        ...instance,
        points: path(instance.points),
        ...(instance.exclude === undefined ? {} : { exclude: instance.exclude.map(path) }),
      };
    case 'polyline':
      return { ...instance, points: path(instance.points) };
    case 'point':
      return { ...instance, x: x(instance.x), y: y(instance.y) };
    case 'ellipse':
      return { ...instance, cx: x(instance.cx), cy: y(instance.cy) };
    case 'cuboid': {
      const { f1, f2, r1, r2 } = instance.points;
      return { ...instance, points: { f1: place(f1), f2: place(f2), r1: place(r1), r2: place(r2) } };
    }
    case 'template':
      return { ...instance, points: instance.points.map(place) };
    case 'tag':
      return instance;
  }
}
