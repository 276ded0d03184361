import type { Outline } from './geometry/outline.ts';

/** Shapes of one picture, and vertices of one ring or line. */
export const MOST_SHAPES = 60;
const MOST_VERTICES = 24;

/** Returns the SVG path of an outline in thousandths of the picture; undefined for an empty one. */
export function summaryPath(
  { rings, lines, dots }: Outline,
  { width, height }: { readonly width: number; readonly height: number },
): string | undefined {
  const place = (points: readonly number[], at: number): string =>
    `${Math.round((points[at]! / width) * 1000)} ${Math.round((points[at + 1]! / height) * 1000)}`;
  const drawn = (points: readonly number[], end: string): string => {
    const count = points.length >> 1;
    const step = Math.max(1, Math.ceil(count / MOST_VERTICES));
    const places: string[] = [];
    for (let vertex = 0; vertex < count; vertex += step) places.push(place(points, vertex * 2));
    return places.length === 0 ? '' : `M${places.join('L')}${end}`;
  };
  const dotted = Array.from({ length: dots.length >> 1 }, (_, dot) => `M${place(dots, dot * 2)}h0`).slice(
    0,
    MOST_VERTICES,
  );
  const path = [...rings.map(each => drawn(each, 'Z')), ...lines.map(each => drawn(each, '')), ...dotted].join('');
  return path === '' ? undefined : path;
}
