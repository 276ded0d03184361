import type { Place, Transform } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { applyTransform, roundCoordinate } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { rotatedBoxCorners, rotatedBoxPoints } from './rotated-box.ts';
import type { BoxInstance, EllipseInstance, RotatedBoxInstance, VectorInstance } from './shapes.ts';

/**
 * The shape scaled and turned, coordinates rounded as they are written. A box that is turned becomes a rotated box,
 * since `bbox` has no angle; a rotated box keeps right angles; a cuboid has upright faces in the format, so its faces
 * are scaled and moved but not turned.
 */
export function transformShape(instance: VectorInstance, transform: Transform): VectorInstance {
  const map = (place: Place): Place => rounded(applyTransform(transform, place));
  switch (instance.type) {
    case 'bbox':
      return transformBox(instance, transform);
    case 'rbbox':
      return transformRotatedBox(instance, transform);
    case 'polygon':
      return {
        ...instance,
        points: mapPath(instance.points, map),
        ...(instance.exclude === undefined ? {} : { exclude: instance.exclude.map(hole => mapPath(hole, map)) }),
      };
    case 'polyline':
      return { ...instance, points: mapPath(instance.points, map) };
    case 'point':
      return { ...instance, ...map(instance) };
    case 'ellipse':
      return transformEllipse(instance, transform);
    case 'cuboid': {
      const { f1, f2, r1, r2 } = instance.points;
      const face = (first: Place, second: Place): readonly [Place, Place] => transformUpright(first, second, transform);
      const [front, rear] = [face(f1, f2), face(r1, r2)];
      return { ...instance, points: { f1: front[0], f2: front[1], r1: rear[0], r2: rear[1] } };
    }
    case 'template':
      return { ...instance, points: instance.points.map(point => ({ ...point, ...map(point) })) };
    case 'tag':
      return instance;
  }
}

function transformBox(instance: BoxInstance, transform: Transform): BoxInstance | RotatedBoxInstance {
  const { x1, y1, x2, y2 } = instance.points;
  if (Math.abs(transform.b) < 1e-9 && Math.abs(transform.c) < 1e-9) {
    const [first, second] = [
      rounded(applyTransform(transform, { x: x1, y: y1 })),
      rounded(applyTransform(transform, { x: x2, y: y2 })),
    ];
    return {
      ...instance,
      points: {
        x1: Math.min(first.x, second.x),
        y1: Math.min(first.y, second.y),
        x2: Math.max(first.x, second.x),
        y2: Math.max(first.y, second.y),
      },
    };
  }
  const points = rotatedBoxPoints([
    { x: x1, y: y1 },
    { x: x2, y: y1 },
    { x: x2, y: y2 },
    { x: x1, y: y2 },
  ]);
  return transformRotatedBox({ ...instance, type: 'rbbox', points }, transform);
}

/**
 * A map that stretches unevenly would make the corners oblique: the first side keeps its direction, the other stays
 * square to it.
 */
function transformRotatedBox(instance: RotatedBoxInstance, transform: Transform): RotatedBoxInstance {
  const mapped = rotatedBoxCorners(instance).map(corner => applyTransform(transform, corner));
  const [first, second, third, fourth] = mapped as [Place, Place, Place, Place];
  const centre = { x: (first.x + second.x + third.x + fourth.x) / 4, y: (first.y + second.y + third.y + fourth.y) / 4 };
  const along = { x: second.x - first.x, y: second.y - first.y };
  const down = { x: fourth.x - first.x, y: fourth.y - first.y };
  const length = Math.hypot(along.x, along.y);
  const depth = Math.hypot(down.x, down.y);
  const skewed = Math.abs(along.x * down.x + along.y * down.y) > 1e-3 * length * depth;
  if (!skewed || length === 0) return { ...instance, points: rotatedBoxPoints(mapped.map(rounded)) };
  const unit = { x: along.x / length, y: along.y / length };
  const side = Math.sign(unit.x * down.y - unit.y * down.x) || 1;
  const halfAlong = { x: along.x / 2, y: along.y / 2 };
  const halfDown = { x: (-unit.y * side * depth) / 2, y: (unit.x * side * depth) / 2 };
  const corner = (x: -1 | 1, y: -1 | 1): Place =>
    rounded({ x: centre.x + x * halfAlong.x + y * halfDown.x, y: centre.y + x * halfAlong.y + y * halfDown.y });
  return { ...instance, points: rotatedBoxPoints([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]) };
}

/**
 * An ellipse under an affine map is an ellipse: its axes are those of the map of the unit circle (singular value
 * decomposition).
 */
function transformEllipse(instance: EllipseInstance, transform: Transform): EllipseInstance {
  const { cx, cy, rx, ry, angle } = instance;
  const centre = rounded(applyTransform(transform, { x: cx, y: cy }));
  const turn = (angle * Math.PI) / 180;
  const { a, b, c, d } = transform;
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  // Columns: where the ends of the two axes go.
  const ax = (a * cos + c * sin) * rx;
  const ay = (b * cos + d * sin) * rx;
  const bx = (-a * sin + c * cos) * ry;
  const by = (-b * sin + d * cos) * ry;
  const square = Math.abs(ax * bx + ay * by) < 1e-6 * Math.max(1, rx * ry);
  if (square)
    return {
      ...instance,
      cx: centre.x,
      cy: centre.y,
      rx: roundCoordinate(Math.hypot(ax, ay)),
      ry: roundCoordinate(Math.hypot(bx, by)),
      angle: degrees(Math.atan2(ay, ax), angle),
    };
  const along = 0.5 * Math.atan2(2 * (ax * ay + bx * by), ax * ax + bx * bx - ay * ay - by * by);
  const sum = ax * ax + ay * ay + bx * bx + by * by;
  const product = Math.abs(ax * by - ay * bx);
  const root = Math.sqrt(Math.max(0, sum * sum - 4 * product * product));
  return {
    ...instance,
    cx: centre.x,
    cy: centre.y,
    rx: roundCoordinate(Math.sqrt((sum + root) / 2)),
    ry: roundCoordinate(Math.sqrt(Math.max(0, (sum - root) / 2))),
    angle: degrees(along, angle),
  };
}

/** Radians as degrees 0..360 with two decimals; a turn of less than a thousandth of a degree is none. */
function degrees(radians: number, before: number): number {
  const turned = (radians * 180) / Math.PI;
  const change = (((turned - before) % 360) + 360) % 360;
  if (change < 1e-3 || change > 360 - 1e-3) return before;
  return roundCoordinate(((turned % 360) + 360) % 360);
}

function transformUpright(first: Place, second: Place, transform: Transform): readonly [Place, Place] {
  const centre = applyTransform(transform, { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 });
  const halfWidth = ((second.x - first.x) / 2) * Math.hypot(transform.a, transform.b);
  const halfHeight = ((second.y - first.y) / 2) * Math.hypot(transform.c, transform.d);
  return [
    rounded({ x: centre.x - halfWidth, y: centre.y - halfHeight }),
    rounded({ x: centre.x + halfWidth, y: centre.y + halfHeight }),
  ];
}

function mapPath(points: readonly number[], map: (place: Place) => Place): readonly number[] {
  const mapped: number[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const { x, y } = map({ x: points[at]!, y: points[at + 1]! });
    mapped.push(x, y);
  }
  return mapped;
}

function rounded({ x, y }: Place): Place {
  return { x: roundCoordinate(x), y: roundCoordinate(y) };
}
