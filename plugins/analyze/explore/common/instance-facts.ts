import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** Measures of an instance, in pixels of the upright image. Undefined where there is nothing to measure. */
export interface InstanceFacts {
  /** Upper left corner of the upright box around it. */
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  /** Square pixels. */
  readonly area?: number;
  readonly points?: number;
  readonly outOfBounds: boolean;
  /** Undefined where finding out would take too long, or the place is unknown. */
  readonly selfIntersecting: boolean | undefined;
}

/**
 * Coordinates beyond this, in pixels, are no places: what is reckoned with them might be more than a number can hold.
 */
const FARTHEST = 1e9;
/** Lengths and areas below this are none, so that what is divided by them stays a number. */
const SMALLEST = 1e-9;
/** Pairs of sides that are compared before it is left open whether an outline crosses itself. */
const MOST_COMPARISONS = 1_000_000;

interface Outline {
  /** x, y one after another. */
  readonly ring: readonly number[];
  readonly closed: boolean;
  readonly area?: number;
  readonly points: number;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const numbers = (values: readonly unknown[]): readonly number[] | undefined =>
  values.length > 0 && values.every(isNumber) ? values : undefined;

/** Measures one instance of an image document; the frame is that of the upright image, when it is known. */
export function instanceFacts(
  instance: Readonly<Record<string, unknown>>,
  frame: { readonly width: number; readonly height: number } | undefined,
): InstanceFacts {
  const outline = outlineOf(instance);
  if (outline === undefined) return { outOfBounds: false, selfIntersecting: false };
  const { ring } = outline;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < ring.length; at += 2) {
    left = Math.min(left, ring[at]!);
    right = Math.max(right, ring[at]!);
    top = Math.min(top, ring[at + 1]!);
    bottom = Math.max(bottom, ring[at + 1]!);
  }
  const outside = frame !== undefined && (left < 0 || top < 0 || right > frame.width || bottom > frame.height);
  if (Math.max(-left, -top, right, bottom) > FARTHEST) return { outOfBounds: outside, selfIntersecting: undefined };
  return {
    x: settled(left),
    y: settled(top),
    width: settled(right - left),
    height: settled(bottom - top),
    points: outline.points,
    area: settled(outline.area ?? (outline.closed ? ringArea(ring) : 0)),
    outOfBounds: outside,
    selfIntersecting: outline.closed && ring.length >= 8 && crosses(ring),
  };
}

const settled = (value: number): number => (Math.abs(value) < SMALLEST ? 0 : value);

function outlineOf(instance: Readonly<Record<string, unknown>>): Outline | undefined {
  const { type, points } = instance;
  if (type === 'point') return ringOf([instance['x'], instance['y']], false, 1);
  if (type === 'ellipse') return ellipse(instance);
  if (Array.isArray(points)) {
    if (points.every(isRecord))
      return ringOf(
        points.flatMap(each => [each['x'], each['y']]),
        false,
        points.length,
      );
    if (points.length % 2 === 1) return undefined;
    const outline = ringOf(points, type === 'polygon', points.length / 2);
    const holes =
      type === 'polygon' && Array.isArray(instance['exclude'])
        ? instance['exclude'].reduce(
            (sum: number, hole: unknown) => sum + ringArea((Array.isArray(hole) ? numbers(hole) : undefined) ?? []),
            0,
          )
        : 0;
    return outline === undefined || type !== 'polygon'
      ? outline
      : { ...outline, area: Math.max(0, ringArea(outline.ring) - holes) };
  }
  if (!isRecord(points)) return undefined;
  if (type === 'rbbox')
    return ringOf(
      ['x1', 'y1', 'x2', 'y2', 'x3', 'y3', 'x4', 'y4'].map(each => points[each]),
      true,
      4,
    );
  if (type === 'cuboid')
    return ringOf(
      ['f1', 'f2', 'r1', 'r2'].flatMap(each =>
        isRecord(points[each]) ? [points[each]['x'], points[each]['y']] : [undefined],
      ),
      false,
      8,
    );
  const { x1, y1, x2, y2 } = points;
  return ringOf([x1, y1, x2, y1, x2, y2, x1, y2], true, 4);
}

function ringOf(values: readonly unknown[], closed: boolean, points: number): Outline | undefined {
  const ring = numbers(values);
  return ring === undefined ? undefined : { ring, closed, points };
}

function ellipse({ cx, cy, rx, ry, angle }: Readonly<Record<string, unknown>>): Outline | undefined {
  if (!isNumber(cx) || !isNumber(cy) || !isNumber(rx) || !isNumber(ry)) return undefined;
  const turned = ((isNumber(angle) ? angle : 0) * Math.PI) / 180;
  const [across, down] = [
    Math.hypot(rx * Math.cos(turned), ry * Math.sin(turned)),
    Math.hypot(rx * Math.sin(turned), ry * Math.cos(turned)),
  ];
  return {
    ring: [cx - across, cy - down, cx + across, cy + down],
    closed: false,
    area: Math.PI * Math.abs(rx * ry),
    points: 0,
  };
}

function ringArea(ring: readonly number[]): number {
  let twice = 0;
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    twice += ring[at]! * ring[next + 1]! - ring[next]! * ring[at + 1]!;
  }
  return Math.abs(twice) / 2;
}

/**
 * True when two sides that are no neighbours cross; undefined after a million comparisons. Sides are met from left to
 * right, so that only near ones are compared.
 */
function crosses(ring: readonly number[]): boolean | undefined {
  const count = ring.length / 2;
  const sides = Array.from({ length: count }, (_, index) => {
    const [x1, y1, x2, y2] = [
      ring[index * 2]!,
      ring[index * 2 + 1]!,
      ring[((index + 1) % count) * 2]!,
      ring[((index + 1) % count) * 2 + 1]!,
    ];
    return { index, x1, y1, x2, y2, left: Math.min(x1, x2), right: Math.max(x1, x2) };
  }).toSorted((one, other) => one.left - other.left);
  let open: typeof sides = [];
  let comparisons = 0;
  for (const side of sides) {
    comparisons += open.length;
    if (comparisons > MOST_COMPARISONS) return undefined;
    open = open.filter(each => each.right >= side.left);
    if (open.some(each => !areNeighbours(each.index, side.index, count) && meet(each, side))) return true;
    open.push(side);
  }
  return false;
}

const areNeighbours = (one: number, other: number, count: number): boolean =>
  Math.abs(one - other) === 1 || Math.abs(one - other) === count - 1;

interface Side {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

function meet(one: Side, other: Side): boolean {
  const turn = (x: number, y: number, side: Side): number =>
    Math.sign((side.x2 - side.x1) * (y - side.y1) - (side.y2 - side.y1) * (x - side.x1));
  return (
    turn(other.x1, other.y1, one) * turn(other.x2, other.y2, one) < 0 &&
    turn(one.x1, one.y1, other) * turn(one.x2, one.y2, other) < 0
  );
}
