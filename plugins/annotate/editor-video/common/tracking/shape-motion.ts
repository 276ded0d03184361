import { roundCoordinate } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { KeyContent } from '../tracks/track.ts';
import { shapeFields } from '../tracks/track.ts';
import type { TrackBox } from './grey-image.ts';

/** Side of the box in place of a point, in pixels of the video. */
const POINT_SIDE = 32;

/** Points of skeletons have numbers beside their coordinates. */
const isCoordinate = (key: string): boolean => /^[xy]\d?$/.test(key);

/** Calls back with each coordinate of a geometry: its value and whether it counts along x. */
function visit(value: unknown, meet: (value: number, isX: boolean) => void): void {
  if (Array.isArray(value))
    for (const [at, each] of value.entries())
      if (typeof each === 'number') meet(each, at % 2 === 0);
      else visit(each, meet);
  else if (isRecord(value))
    for (const [key, each] of Object.entries(value))
      if (typeof each === 'number' && isCoordinate(key)) meet(each, key.startsWith('x'));
}

/** The upright box around a shape; undefined for one that has no place. */
export function boxAround(type: string, content: KeyContent): TrackBox | undefined {
  const { x, y, cx, cy, rx, ry } = content as Readonly<Record<string, number>>;
  if (type === 'point' && x !== undefined && y !== undefined)
    return { x: x - POINT_SIDE / 2, y: y - POINT_SIDE / 2, width: POINT_SIDE, height: POINT_SIDE };
  if (type === 'ellipse' && cx !== undefined && cy !== undefined && rx !== undefined && ry !== undefined) {
    const reach = Math.max(rx, ry);
    return { x: cx - reach, y: cy - reach, width: reach * 2, height: reach * 2 };
  }
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  visit(content['points'], (value, isX) => {
    if (isX) [left, right] = [Math.min(left, value), Math.max(right, value)];
    else [top, bottom] = [Math.min(top, value), Math.max(bottom, value)];
  });
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
}

/** The geometry of a shape, moved and scaled as one box becomes another. */
export function movedShape(type: string, content: KeyContent, from: TrackBox, to: TrackBox): KeyContent {
  const [across, down] = [to.width / from.width, to.height / from.height];
  const place = (value: number, isX: boolean): number =>
    roundCoordinate(isX ? to.x + (value - from.x) * across : to.y + (value - from.y) * down);
  const moved = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((each: unknown, at) => (typeof each === 'number' ? place(each, at % 2 === 0) : moved(each)))
      : isRecord(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, each]) => [
              key,
              typeof each === 'number' && isCoordinate(key) ? place(each, key.startsWith('x')) : each,
            ]),
          )
        : value;
  const fields: Record<string, unknown> = {};
  for (const field of shapeFields[type] ?? []) {
    const value = content[field];
    if (value === undefined) continue;
    if (field === 'x' || field === 'cx') fields[field] = place(Number(value), true);
    else if (field === 'y' || field === 'cy') fields[field] = place(Number(value), false);
    else if (field === 'rx' || field === 'ry')
      fields[field] = roundCoordinate(Number(value) * Math.sqrt(Math.abs(across * down)));
    else fields[field] = moved(value);
  }
  return fields;
}
