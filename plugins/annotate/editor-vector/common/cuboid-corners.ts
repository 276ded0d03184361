import type { Place, Rectangle, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { clampMove, clampToImage, roundCoordinate } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { CuboidInstance } from './shapes.ts';

/** The eight corners: front face clockwise from `f1`, then the rear face likewise; numbers as in `pointLabels`. */
export function cuboidCorners({ f1, f2, r1, r2 }: CuboidInstance['points']): readonly Place[] {
  return [...faceCorners(f1, f2), ...faceCorners(r1, r2)];
}

/**
 * A cuboid with one corner dragged: the face stays an upright rectangle, the corner opposite to it stays where it is.
 */
export function withCornerMoved(instance: CuboidInstance, corner: number, to: Place, size?: Size): CuboidInstance {
  const onImage = size === undefined ? to : clampToImage(to, size);
  const place = { x: roundCoordinate(onImage.x), y: roundCoordinate(onImage.y) };
  const { f1, f2, r1, r2 } = instance.points;
  const move = (first: Place, second: Place, number: number): readonly [Place, Place] => {
    const left = number === 0 || number === 3;
    const top = number === 0 || number === 1;
    return [
      { x: left ? place.x : first.x, y: top ? place.y : first.y },
      { x: left ? second.x : place.x, y: top ? second.y : place.y },
    ];
  };
  if (corner < 4) {
    const [first, second] = move(f1, f2, corner);
    return { ...instance, points: { f1: first, f2: second, r1, r2 } };
  }
  const [first, second] = move(r1, r2, corner - 4);
  return { ...instance, points: { f1, f2, r1: first, r2: second } };
}

/**
 * The faces of a new cuboid: a front face, and a rear one of the same size, moved by `depth` as far as the image goes.
 */
export function cuboidPoints(front: Rectangle, depth: Place, size?: Size): CuboidInstance['points'] {
  const delta = size === undefined ? depth : clampMove(front, depth, size);
  const place = (x: number, y: number): Place => ({ x: roundCoordinate(x), y: roundCoordinate(y) });
  return {
    f1: place(front.minX, front.minY),
    f2: place(front.maxX, front.maxY),
    r1: place(front.minX + delta.x, front.minY + delta.y),
    r2: place(front.maxX + delta.x, front.maxY + delta.y),
  };
}

function faceCorners(first: Place, second: Place): readonly Place[] {
  return [first, { x: second.x, y: first.y }, second, { x: first.x, y: second.y }];
}
