import { boundsOf, isEmptyRectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** Part of an instance that identifies its place; geometry belongs to the editors. */
interface Placed {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * Four corners x, y, … from the text's top left clockwise, item pixels, of the region of an object's text:
 * a rotated box as it is turned, anything else by its bounds. Undefined when it has no extent.
 */
export function textRegion(instance: Placed): readonly number[] | undefined {
  const numbers = numbersOf(instance['points']);
  if (instance.type === 'rbbox' && numbers.length === 8) return uprightFirst(numbers);
  if (instance.type === 'polygon' && numbers.length === 8) return uprightFirst(numbers);
  const { minX, minY, maxX, maxY } = boundsOf(numbers);
  if (isEmptyRectangle({ minX, minY, maxX, maxY }) || maxX - minX < 1 || maxY - minY < 1) return undefined;
  return [minX, minY, maxX, minY, maxX, maxY, minX, maxY];
}

/** Coordinates of a list, or of named ones (x1, y1, x2 …) in their order. */
function numbersOf(points: unknown): readonly number[] {
  if (Array.isArray(points)) return points.filter(value => typeof value === 'number');
  if (typeof points !== 'object' || points === null) return [];
  const named = points as Readonly<Record<string, unknown>>;
  return ['1', '2', '3', '4'].flatMap(number => {
    const [x, y] = [named[`x${number}`], named[`y${number}`]];
    return typeof x === 'number' && typeof y === 'number' ? [x, y] : [];
  });
}

/** The same four corners, clockwise on the screen, the longer side first in the way that leads to the right. */
function uprightFirst(numbers: readonly number[]): readonly number[] {
  let corners = [0, 1, 2, 3].map(at => [numbers[at * 2]!, numbers[at * 2 + 1]!] as const);
  const twiceArea = corners.reduce(
    (sum, [x, y], at) => sum + x * corners[(at + 1) % 4]![1] - corners[(at + 1) % 4]![0] * y,
    0,
  );
  if (twiceArea < 0) corners = corners.toReversed();
  const length = (at: number): number =>
    Math.hypot(corners[(at + 1) % 4]![0] - corners[at]![0], corners[(at + 1) % 4]![1] - corners[at]![1]);
  const along = length(0) + length(2) >= length(1) + length(3) ? [0, 2] : [1, 3];
  const first = along.toSorted(
    (one, other) => corners[(other + 1) % 4]![0] - corners[other]![0] - (corners[(one + 1) % 4]![0] - corners[one]![0]),
  )[0]!;
  return [0, 1, 2, 3].flatMap(at => [...corners[(first + at) % 4]!]);
}
