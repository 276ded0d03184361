import { expect } from 'vitest';

/** Expects coordinates to be `off` pixels away from others at most. */
export function expectClose(found: readonly number[], wanted: readonly number[], off = 0.5): void {
  expect(found).toHaveLength(wanted.length);
  const away = found.map((each, index) => Math.abs(each - wanted[index]!));
  expect(
    Math.max(...away),
    `${found.join()} instead of ${wanted.map(each => each.toFixed(2)).join()}`,
  ).toBeLessThanOrEqual(off);
}

/** Coordinates in the order of the format; a database may give the keys of an object in another one. */
export const numbers = (points: unknown): readonly number[] =>
  Array.isArray(points)
    ? (points as number[])
    : ['x1', 'y1', 'x2', 'y2', 'x3', 'y3', 'x4', 'y4']
        .map(key => (points as Record<string, number>)[key]!)
        .filter(each => each !== undefined);

/** Returns the points of a list of coordinates, each as a text. */
export const pairs = (points: readonly number[]): readonly string[] =>
  Array.from({ length: points.length / 2 }, (_, index) => `${points[index * 2]} ${points[index * 2 + 1]}`);
