import type { DocumentIssue, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { errorAt, isRecord, recordsOf, valueText, warningAt } from '#plugins/annotate/annotations/common/index.ts';
import { ringArea, ringsContain } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { crossesItself, crossingRings } from './ring-crossing.ts';

/** Width and height of the media in pixels. */
export interface MediaSize {
  readonly width: number;
  readonly height: number;
}

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every(entry => typeof entry === 'number');

function oddCount(value: unknown, path: string): DocumentIssue[] {
  return isNumbers(value) && value.length % 2 === 1
    ? [errorAt(path, `${valueText(value)} has an odd number of coordinates`)]
    : [];
}

function templateErrors(instance: JsonRecord, path: string): DocumentIssue[] {
  const issues: DocumentIssue[] = [];
  const points = new Set<unknown>();
  recordsOf(instance['points']).forEach((point, at) => {
    if (points.has(point['id']))
      issues.push(errorAt(`${path}.points[${at}].id`, `${valueText(point['id'])} is duplicated`));
    points.add(point['id']);
  });
  const connections = new Set<unknown>();
  recordsOf(instance['connections']).forEach((connection, at) => {
    for (const end of ['from', 'to']) {
      if (typeof connection[end] === 'number' && !points.has(connection[end]))
        issues.push(errorAt(`${path}.connections[${at}].${end}`, `${connection[end]} is not a point id`));
    }
    const { id } = connection;
    if (id !== undefined && id !== null && connections.has(id))
      issues.push(warningAt(`${path}.connections[${at}].id`, `${valueText(id)} is duplicated`));
    connections.add(id);
  });
  return issues;
}

/** Number of positions that `pointLabels` may name, undefined where the shape has none or is malformed. */
function labelCount(instance: JsonRecord): number | undefined {
  const { type, points } = instance;
  const vertices = Array.isArray(points) ? points.length : undefined;
  switch (type) {
    case 'bbox':
    case 'rbbox':
    case 'cuboid':
      return 8;
    case 'ellipse':
      return 4;
    case 'point':
      return 1;
    case 'template':
      return vertices;
    case 'polygon':
    case 'polyline':
      return vertices === undefined ? undefined : vertices >> 1;
    default:
      return undefined;
  }
}

function labelErrors(instance: JsonRecord, path: string): DocumentIssue[] {
  const count = labelCount(instance);
  if (count === undefined || !isRecord(instance['pointLabels'])) return [];
  const beyond = Object.keys(instance['pointLabels']).filter(key => /^[0-9]+$/.test(key) && Number(key) >= count);
  return beyond.map(key => errorAt(`${path}.pointLabels`, `${key} is greater than the maximum of ${count - 1}`));
}

/** Returns the faults of an instance's geometry that a schema cannot express. */
export function shapeErrors(instance: JsonRecord, path: string): readonly DocumentIssue[] {
  const issues = labelErrors(instance, path);
  if (instance['type'] === 'template') issues.push(...templateErrors(instance, path));
  if (instance['type'] === 'polygon' || instance['type'] === 'polyline')
    issues.push(...oddCount(instance['points'], `${path}.points`));
  if (instance['type'] === 'polygon' && Array.isArray(instance['exclude'])) {
    instance['exclude'].forEach((hole: unknown, at) => issues.push(...oddCount(hole, `${path}.exclude[${at}]`)));
  }
  return issues;
}

/** The coordinates of a shape with the words that name them in a warning. */
function* coordinates(
  instance: JsonRecord,
  path: string,
): Generator<readonly [path: string, name: string, value: number, axis: 'x' | 'y']> {
  const named = function* (record: JsonRecord, at: string): ReturnType<typeof coordinates> {
    for (const [key, value] of Object.entries(record)) {
      if (typeof value === 'number' && /^c?[xy][1-4]?$/.test(key))
        yield [`${at}.${key}`, key, value, key.includes('x') ? 'x' : 'y'];
    }
  };
  const { type, points } = instance;
  if (type === 'point' || type === 'ellipse') yield* named(instance, path);
  else if (isNumbers(points))
    for (const [at, value] of points.entries())
      yield [`${path}.points[${at}]`, at % 2 === 0 ? 'x' : 'y', value, at % 2 === 0 ? 'x' : 'y'];
  else if (Array.isArray(points))
    for (const [at, point] of points.entries()) yield* named(isRecord(point) ? point : {}, `${path}.points[${at}]`);
  else if (isRecord(points) && type === 'cuboid')
    for (const [key, point] of Object.entries(points))
      yield* named(isRecord(point) ? point : {}, `${path}.points.${key}`);
  else if (isRecord(points)) yield* named(points, `${path}.points`);
}

function outsideWarnings(instance: JsonRecord, path: string, size: MediaSize): DocumentIssue[] {
  const issues: DocumentIssue[] = [];
  for (const [at, name, value, axis] of coordinates(instance, path)) {
    if (value >= 0 && value <= (axis === 'x' ? size.width : size.height)) continue;
    issues.push(warningAt(at, `${name} ${value} is outside the image`));
    // One is enough for a list of vertices: a polygon far outside would fill the report.
    if (isNumbers(instance['points'])) break;
  }
  return issues;
}

function cornersOf(instance: JsonRecord): readonly number[] | undefined {
  const { type, points } = instance;
  if (type === 'polygon') return isNumbers(points) ? points : undefined;
  if (!isRecord(points)) return undefined;
  const value = (key: string): number => Number(points[key]);
  if (type === 'rbbox') return ['x1', 'y1', 'x2', 'y2', 'x3', 'y3', 'x4', 'y4'].map(value);
  if (type === 'bbox')
    return [value('x1'), value('y1'), value('x2'), value('y1'), value('x2'), value('y2'), value('x1'), value('y2')];
  const { f1, f2 } = points;
  if (type !== 'cuboid' || !isRecord(f1) || !isRecord(f2)) return undefined;
  const [x1, y1, x2, y2] = [f1['x'], f1['y'], f2['x'], f2['y']].map(Number) as [number, number, number, number];
  return [x1, y1, x2, y1, x2, y2, x1, y2];
}

/** All vertices lie on one line, so that the shape covers nothing. */
function isFlat(corners: readonly number[]): boolean {
  const [x, y] = [corners[0]!, corners[1]!];
  let far = 2;
  const reach = (at: number): number => Math.hypot(corners[at]! - x, corners[at + 1]! - y);
  for (let at = 2; at < corners.length; at += 2) if (reach(at) > reach(far)) far = at;
  const [dx, dy] = [corners[far]! - x, corners[far + 1]! - y];
  for (let at = 2; at < corners.length; at += 2) {
    if (Math.abs(dx * (corners[at + 1]! - y) - dy * (corners[at]! - x)) > 1e-9 * (1 + dx * dx + dy * dy)) return false;
  }
  return true;
}

/**
 * The area within the corners and the products of neighbouring sides agree to 1 % when the corners form a rectangle.
 */
function isRectangle(corners: readonly number[]): boolean {
  const side = (at: number): number =>
    Math.hypot(corners[(at * 2 + 2) % 8]! - corners[at * 2]!, corners[(at * 2 + 3) % 8]! - corners[at * 2 + 1]!);
  const area = ringArea(corners);
  return [side(0) * side(1), side(1) * side(2), side(2) * side(3), side(3) * side(0)].every(
    product => Math.abs(product - area) <= 0.01 * Math.max(product, area),
  );
}

function ringWarnings(instance: JsonRecord, path: string): DocumentIssue[] {
  const outer = instance['points'] as readonly number[];
  const issues: DocumentIssue[] = [];
  if (crossesItself(outer)) issues.push(warningAt(`${path}.points`, 'ring crosses itself'));
  const holes = Array.isArray(instance['exclude'])
    ? (instance['exclude'].filter(hole => isNumbers(hole) && hole.length >= 6) as (readonly number[])[])
    : [];
  holes.forEach((hole, at) => {
    if (crossesItself(hole)) issues.push(warningAt(`${path}.exclude[${at}]`, 'ring crosses itself'));
    if (!ringsContain([outer], { x: hole[0]!, y: hole[1]! }) && !touches(outer, hole))
      issues.push(warningAt(`${path}.exclude[${at}]`, 'hole is outside the polygon'));
  });
  if (holes.length === 0) return issues;
  for (const [one, other] of crossingRings([outer, ...holes])) {
    const text = one === 0 ? 'hole is outside the polygon' : 'hole crosses another hole';
    if (!issues.some(issue => issue.path === `${path}.exclude[${other - 1}]` && issue.message === text))
      issues.push(warningAt(`${path}.exclude[${other - 1}]`, text));
  }
  return issues;
}

/** A hole whose first vertex lies on the outer ring counts as inside when its middle does. */
function touches(outer: readonly number[], hole: readonly number[]): boolean {
  const mean = (offset: number): number =>
    hole.reduce((sum, value, at) => (at % 2 === offset ? sum + value : sum), 0) / (hole.length / 2);
  return ringsContain([outer], { x: mean(0), y: mean(1) });
}

/** Returns the oddities of a well-formed shape that are kept. `size` is the media's, when known. */
export function shapeWarnings(
  instance: JsonRecord,
  path: string,
  size: MediaSize | undefined,
): readonly DocumentIssue[] {
  const issues = size ? outsideWarnings(instance, path, size) : [];
  const { type, points } = instance;
  if (type === 'ellipse' && (instance['rx'] === 0 || instance['ry'] === 0))
    issues.push(warningAt(path, 'shape has no area'));
  const corners = cornersOf(instance);
  if (!corners) return issues;
  if (isFlat(corners)) return [...issues, warningAt(`${path}.points`, 'shape has no area')];
  if (type === 'rbbox' && !isRectangle(corners))
    issues.push(warningAt(`${path}.points`, 'corners do not form a rectangle'));
  if (
    type === 'bbox' &&
    isRecord(points) &&
    (Number(points['x1']) > Number(points['x2']) || Number(points['y1']) > Number(points['y2']))
  ) {
    issues.push(warningAt(`${path}.points`, 'corners were sorted'));
  }
  if (type === 'polygon') issues.push(...ringWarnings(instance, path));
  return issues;
}
