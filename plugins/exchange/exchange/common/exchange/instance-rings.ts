import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { boundsOf } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { boxRing, rounded } from './coordinates.ts';

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every(entry => Number.isFinite(entry));
const numbersOf = (record: JsonRecord, keys: readonly string[]): number[] => keys.map(key => Number(record[key]));

/** An ellipse as a polygon of 64 vertices. `angle` in degrees, clockwise. */
export function ellipseRing(cx: number, cy: number, rx: number, ry: number, angle: number): number[] {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return Array.from({ length: 64 }, (nothing, k) => {
    const [u, v] = [rx * Math.cos((2 * Math.PI * k) / 64), ry * Math.sin((2 * Math.PI * k) / 64)];
    return [cx + u * cos - v * sin, cy + u * sin + v * cos];
  }).flat();
}

/**
 * The outer ring and the holes of a shape that covers an area, rounded to two decimals; undefined for shapes that do
 * not, and for broken ones.
 */
export function ringsOf(instance: JsonRecord): readonly (readonly number[])[] | undefined {
  const { type, points, exclude } = instance;
  if (type === 'polygon') {
    if (!isNumbers(points) || points.length < 6) return undefined;
    const holes = Array.isArray(exclude)
      ? (exclude as unknown[]).filter((hole): hole is number[] => isNumbers(hole) && hole.length >= 6)
      : [];
    return [points, ...holes].map(ring => ring.map(rounded));
  }
  if (type === 'ellipse')
    return finite([
      ellipseRing(
        ...(numbersOf(instance, ['cx', 'cy', 'rx', 'ry', 'angle']) as [number, number, number, number, number]),
      ),
    ]);
  if (!isRecord(points)) return undefined;
  if (type === 'rbbox') return finite([numbersOf(points, ['x1', 'y1', 'x2', 'y2', 'x3', 'y3', 'x4', 'y4'])]);
  if (type !== 'bbox') return undefined;
  const [x1, y1, x2, y2] = numbersOf(points, ['x1', 'y1', 'x2', 'y2']) as [number, number, number, number];
  return finite([boxRing(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2))]);
}

const finite = (rings: number[][]): number[][] | undefined =>
  rings.flat().every(Number.isFinite) ? rings.map(ring => ring.map(rounded)) : undefined;

/** x, y, width, height around flat lists of vertices. */
export function extentOf(rings: readonly (readonly number[])[]): [number, number, number, number] {
  const { minX, minY, maxX, maxY } = boundsOf(...rings);
  return [rounded(minX), rounded(minY), rounded(maxX - minX), rounded(maxY - minY)];
}

/** Direction of the first side of a rotated box in degrees, clockwise from the right. */
export function rotationOf(ring: readonly number[]): number {
  return rounded((Math.atan2(ring[3]! - ring[1]!, ring[2]! - ring[0]!) * 180) / Math.PI);
}
