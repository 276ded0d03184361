import type { Author, Instance, Patch } from '#plugins/annotate/annotations/common/index.ts';
import type { Place, Rectangle, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import {
  centreOf,
  clampMove,
  emptyRectangle,
  isEmptyRectangle,
  outlineBounds,
  unite,
} from '#plugins/annotate/annotations/common/geometry/index.ts';
import { moveAll } from './selection-edits.ts';
import { shapeOutline } from './shape-outline.ts';

/** Side at which shapes are aligned. */
export type Side = 'left' | 'right' | 'top' | 'bottom' | 'centre' | 'middle';

/** Shapes that are arranged as one: a shape, or all selected shapes of a group. */
interface Unit {
  readonly shapes: readonly Instance[];
  readonly bounds: Rectangle;
}

/**
 * Brings shapes in line: their left, right, upper or lower edges, their middles one above the other (`centre`) or side
 * by side (`middle`). Shapes of one group go together; locked ones stay. A single shape or group is aligned with the
 * picture; nothing is moved off it.
 */
export function alignAll(instances: readonly Instance[], side: Side, by: Author, picture?: Size): readonly Patch[] {
  const units = unitsOf(instances);
  const frame =
    units.length > 1
      ? units.map(unit => unit.bounds).reduce(unite, emptyRectangle)
      : picture && { minX: 0, minY: 0, maxX: picture.width, maxY: picture.height };
  return frame === undefined ? [] : units.flatMap(unit => moved(unit, shift(unit.bounds, side, frame), by, picture));
}

/**
 * Moves shapes so that the gaps between them are the same, or overlaps when they have no room; the first and the last
 * one stay. Three are needed at least.
 */
export function distributeAll(
  instances: readonly Instance[],
  axis: 'x' | 'y',
  by: Author,
  picture?: Size,
): readonly Patch[] {
  const [low, high] = axis === 'x' ? (['minX', 'maxX'] as const) : (['minY', 'maxY'] as const);
  const units = unitsOf(instances).toSorted(
    (one, other) => one.bounds[low] + one.bounds[high] - other.bounds[low] - other.bounds[high],
  );
  if (units.length < 3) return [];
  const space =
    units.at(-1)!.bounds[low] -
    units[0]!.bounds[high] -
    units.slice(1, -1).reduce((sum, { bounds }) => sum + bounds[high] - bounds[low], 0);
  const gap = space / (units.length - 1);
  let end = units[0]!.bounds[high];
  return units.slice(1, -1).flatMap(unit => {
    const step = end + gap - unit.bounds[low];
    end += gap + unit.bounds[high] - unit.bounds[low];
    return moved(unit, axis === 'x' ? { x: step, y: 0 } : { x: 0, y: step }, by, picture);
  });
}

function moved({ shapes, bounds }: Unit, delta: Place, by: Author, picture: Size | undefined): readonly Patch[] {
  return moveAll(shapes, picture === undefined ? delta : clampMove(bounds, delta, picture), by);
}

function unitsOf(instances: readonly Instance[]): readonly Unit[] {
  const groups = new Map<string, Instance[]>();
  for (const instance of instances.filter(each => each.locked !== true)) {
    const key = (instance.groupId ?? 0) > 0 ? `group ${instance.groupId}` : instance.id;
    groups.set(key, [...(groups.get(key) ?? []), instance]);
  }
  return [...groups.values()]
    .map(shapes => ({
      shapes,
      bounds: shapes.map(shape => outlineBounds(shapeOutline(shape))).reduce(unite, emptyRectangle),
    }))
    .filter(({ bounds }) => !isEmptyRectangle(bounds));
}

function shift(bounds: Rectangle, side: Side, frame: Rectangle): Place {
  switch (side) {
    case 'left':
      return { x: frame.minX - bounds.minX, y: 0 };
    case 'right':
      return { x: frame.maxX - bounds.maxX, y: 0 };
    case 'top':
      return { x: 0, y: frame.minY - bounds.minY };
    case 'bottom':
      return { x: 0, y: frame.maxY - bounds.maxY };
    case 'centre':
      return { x: centreOf(frame).x - centreOf(bounds).x, y: 0 };
    case 'middle':
      return { x: 0, y: centreOf(frame).y - centreOf(bounds).y };
  }
}
