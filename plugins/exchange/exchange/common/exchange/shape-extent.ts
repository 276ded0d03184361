import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { isRecord, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import type { MaskRuns } from '../mask/mask-runs.ts';
import { maskExtent } from '../mask/mask-runs.ts';
import { extentOf, ringsOf } from './instance-rings.ts';

/** A box by its edges, in pixels. */
export interface Edges {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

const faces = ['f1', 'f2', 'r1', 'r2'] as const;

/** All vertices of a shape of any type as a flat list; undefined when it has none or is broken. */
export function verticesOf(instance: JsonRecord): readonly number[] | undefined {
  const { type, points } = instance;
  const numbers =
    type === 'template'
      ? recordsOf(points).flatMap(point => [Number(point['x']), Number(point['y'])])
      : type === 'cuboid' && isRecord(points)
        ? faces.flatMap(face => {
            const place = points[face];
            return isRecord(place) ? [Number(place['x']), Number(place['y'])] : [Number.NaN];
          })
        : type === 'polyline' && Array.isArray(points)
          ? (points as unknown[]).map(Number)
          : type === 'point'
            ? [Number(instance['x']), Number(instance['y'])]
            : (ringsOf(instance)?.[0] ?? []);
  return numbers.length >= 2 && numbers.every(Number.isFinite) ? numbers : undefined;
}

/** The smallest box around a shape or mask; undefined when it has none. */
export function edgesOf(instance: JsonRecord, mask?: MaskRuns): Edges | undefined {
  if (mask !== undefined) {
    const extent = maskExtent(mask);
    return extent === undefined ? undefined : { x1: extent.left, y1: extent.top, x2: extent.right, y2: extent.bottom };
  }
  const vertices = verticesOf(instance);
  if (vertices === undefined) return undefined;
  const [left, top, width, height] = extentOf([vertices]);
  return { x1: left, y1: top, x2: left + width, y2: top + height };
}

/** The outline of a cuboid: the hull of its eight corners, clockwise on the screen. */
export function cuboidOutline(instance: JsonRecord): readonly number[] | undefined {
  const vertices = verticesOf(instance);
  if (instance['type'] !== 'cuboid' || vertices?.length !== 8) return undefined;
  const corners: [number, number][] = [];
  for (const at of [0, 4]) {
    const [x1, y1, x2, y2] = vertices.slice(at, at + 4) as [number, number, number, number];
    corners.push([x1, y1], [x2, y1], [x2, y2], [x1, y2]);
  }
  corners.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const half = (list: readonly [number, number][]): [number, number][] => {
    const hull: [number, number][] = [];
    for (const corner of list) {
      while (hull.length > 1) {
        const [before, last] = hull.slice(-2) as [[number, number], [number, number]];
        if ((last[0] - before[0]) * (corner[1] - before[1]) - (last[1] - before[1]) * (corner[0] - before[0]) > 0)
          break;
        hull.pop();
      }
      hull.push(corner);
    }
    hull.pop();
    return hull;
  };
  return [...half(corners), ...half(corners.toReversed())].flat();
}
