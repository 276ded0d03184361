import type { DocumentIssue, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { errorAt, isRecord, warningAt } from '#plugins/annotate/annotations/common/index.ts';
import { geometryFields } from './tracks/cloud-track.ts';

/** The extent of a scan in document coordinates. */
export interface CloudBounds {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

const LONGEST_SIDE = 100;
const fewest: Readonly<Record<string, number>> = { polyline: 2, polygon: 3 };

const axes = ['x', 'y', 'z'] as const;

/** Issues of the geometry of an object, or of one of its key frames. */
export function geometryIssues(
  type: string,
  holder: JsonRecord,
  path: string,
  bounds: CloudBounds | undefined,
): readonly DocumentIssue[] {
  const missing = (geometryFields[type] ?? []).filter(field => holder[field] === undefined || holder[field] === null);
  if (missing.length > 0) return missing.map(field => errorAt(path, `'${field}' is a required property`));
  const found = numberErrors(type, holder, path);
  if (found.length > 0) return found;
  if (type === 'cuboid') return cuboidIssues(holder, path, bounds);
  return type === 'polyline' || type === 'polygon' ? lineErrors(type, holder, path) : [];
}

/** Values of key frames are checked here alone: the schema knows only their times. */
function numberErrors(type: string, holder: JsonRecord, path: string): readonly DocumentIssue[] {
  return (geometryFields[type] ?? []).flatMap(field => {
    const value = holder[field];
    const at = `${path}.${field}`;
    if (type === 'point') return isNumber(value) ? [] : [errorAt(at, 'must be a finite number')];
    if (field === 'points')
      return Array.isArray(value) && value.every(isNumber) ? [] : [errorAt(at, 'must be a list of finite numbers')];
    if (!isRecord(value)) return [errorAt(at, 'must be an object with x, y and z')];
    return axes.flatMap(axis => (isNumber(value[axis]) ? [] : [errorAt(`${at}.${axis}`, 'must be a finite number')]));
  });
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

type Numbers = Readonly<Record<(typeof axes)[number], number>>;

function cuboidIssues(holder: JsonRecord, path: string, bounds: CloudBounds | undefined): readonly DocumentIssue[] {
  const [position, size, rotation] = [holder['position'], holder['size'], holder['rotation']] as unknown as Numbers[];
  const errors = axes.flatMap(axis =>
    size![axis] > 0
      ? []
      : [errorAt(`${path}.size.${axis}`, `${size![axis]} is less than or equal to the minimum of 0`)],
  );
  if (errors.length > 0) return errors;
  const outside =
    bounds !== undefined &&
    axes.some((axis, at) => position![axis] < bounds.min[at]! - size!.x || position![axis] > bounds.max[at]! + size!.x);
  return [
    ...(outside ? [warningAt(path, 'the cuboid is outside the bounds of the scan')] : []),
    ...(holder['pointCount'] === 0 ? [warningAt(path, 'the cuboid has no points')] : []),
    ...axes
      .filter(axis => rotation![axis] <= -Math.PI || rotation![axis] > Math.PI)
      .map(axis => warningAt(`${path}.rotation.${axis}`, `${rotation![axis]} is outside (-π, π] and is normalised`)),
    ...axes
      .filter(axis => size![axis] > LONGEST_SIDE)
      .map(axis => warningAt(`${path}.size.${axis}`, `a side of ${size![axis]} m is longer than ${LONGEST_SIDE} m`)),
  ];
}

function lineErrors(type: 'polyline' | 'polygon', holder: JsonRecord, path: string): readonly DocumentIssue[] {
  const { length } = holder['points'] as readonly number[];
  if (length % 3 !== 0) return [errorAt(`${path}.points`, `${length} coordinates are not divisible by three`)];
  return length / 3 < fewest[type]!
    ? [errorAt(`${path}.points`, `${length / 3} points are fewer than the minimum of ${fewest[type]}`)]
    : [];
}
