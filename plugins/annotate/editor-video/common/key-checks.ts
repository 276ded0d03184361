import type { DocumentIssue, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { errorAt, isRecord, warningAt } from '#plugins/annotate/annotations/common/index.ts';

/** Errors of a key frame's geometry that a schema cannot say. */
export function keyErrors(type: string, key: JsonRecord, path: string): readonly DocumentIssue[] {
  if (type !== 'polygon' && type !== 'polyline') return [];
  const { points } = key;
  return Array.isArray(points) && points.length % 2 === 1
    ? [errorAt(`${path}.points`, 'has an odd number of coordinates')]
    : [];
}

/** Returns the oddities of a key frame that may be stored. */
export function keyWarnings(
  type: string,
  key: JsonRecord,
  before: JsonRecord | undefined,
  place: { readonly path: string; readonly media: { readonly width: number; readonly height: number } | undefined },
): readonly DocumentIssue[] {
  const { path, media } = place;
  const numbers = coordinates(type, key);
  const issues: DocumentIssue[] = [];
  if (
    media !== undefined &&
    numbers.some((value, at) => value < 0 || value > (at % 2 === 0 ? media.width : media.height))
  )
    issues.push(warningAt(path, 'coordinates are outside the frame'));
  const vertices = before === undefined ? numbers.length : coordinates(type, before).length;
  if (vertices !== numbers.length)
    issues.push(
      warningAt(
        `${path}.points`,
        `the number of vertices changes from ${vertices / 2} to ${numbers.length / 2}: nothing is interpolated between`,
      ),
    );
  if (type === 'bbox' && numbers.length === 4 && (numbers[0] === numbers[2] || numbers[1] === numbers[3]))
    issues.push(warningAt(`${path}.points`, 'the box has no area'));
  return issues;
}

/** Flat list x, y, x, y, … of a key frame. */
function coordinates(type: string, key: JsonRecord): readonly number[] {
  const { points, x, y } = key;
  if (Array.isArray(points)) return points as number[];
  if (isRecord(points))
    return [points['x1'], points['y1'], points['x2'], points['y2']].filter(value => typeof value === 'number');
  return type === 'point' && typeof x === 'number' && typeof y === 'number' ? [x, y] : [];
}
