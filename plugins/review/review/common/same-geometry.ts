import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { sameJson } from '#plugins/annotate/annotations/common/index.ts';

/** Shapes that differ by less than this in item pixels are the same: storing may round. */
const EPSILON = 1e-6;

const FIELDS = ['points', 'exclude', 'x', 'y', 'cx', 'cy'] as const;
const SIZES = ['type', 'connections', 'rx', 'ry', 'angle', 'parts'] as const;

/** Returns whether two instances have the same shape at the same place. */
export function sameGeometry(one: Instance, other: Instance): boolean {
  return (
    SIZES.every(field => sameJson(one[field] ?? null, other[field] ?? null)) &&
    shiftBetween(one, other)?.every(each => Math.abs(each) < EPSILON) === true
  );
}

/** Returns whether one instance is the other at another place. */
export function isShifted(one: Instance, other: Instance): boolean {
  return (
    SIZES.every(field => sameJson(one[field] ?? null, other[field] ?? null)) && shiftBetween(one, other) !== undefined
  );
}

/** Returns the shift of all coordinates, x and y; undefined when they did not go together. */
function shiftBetween(one: Instance, other: Instance): readonly [number, number] | undefined {
  const from = coordinates(one);
  const to = coordinates(other);
  if (from.length !== to.length || from.some(({ path }, index) => path !== to[index]!.path)) return undefined;
  const shift = { x: undefined as number | undefined, y: undefined as number | undefined };
  for (const [index, { axis, value }] of from.entries()) {
    const gone = to[index]!.value - value;
    if (shift[axis] !== undefined && Math.abs(shift[axis] - gone) > EPSILON) return undefined;
    shift[axis] ??= gone;
  }
  return [shift.x ?? 0, shift.y ?? 0];
}

interface Coordinate {
  readonly path: string;
  readonly axis: 'x' | 'y';
  readonly value: number;
}

/** All coordinates of an instance with their paths in it, in an order that does not depend on how JSON was written. */
function coordinates(instance: Instance): readonly Coordinate[] {
  return FIELDS.flatMap(field => walk(instance[field], field));
}

function walk(value: unknown, path: string): readonly Coordinate[] {
  if (Array.isArray(value)) {
    // Flat lists hold x and y by turns.
    return value.flatMap((each: unknown, index) =>
      typeof each === 'number'
        ? [{ path: `${path}.${index}`, axis: index % 2 === 0 ? ('x' as const) : ('y' as const), value: each }]
        : walk(each, `${path}.${index}`),
    );
  }
  if (typeof value === 'number') {
    const axis = /[xy](?=\d*$)/.exec(path.slice(path.lastIndexOf('.') + 1))?.[0];
    return axis === 'x' || axis === 'y' ? [{ path, axis, value }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value)
    .toSorted()
    .flatMap(key => walk((value as Record<string, unknown>)[key], `${path}.${key}`));
}
