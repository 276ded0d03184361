import { roundCoordinate } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** A rotated box by its middle, half of its sides and its turn in radians, clockwise on screen. */
interface TurnedBox {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly turn: number;
}

const names = ['x1', 'y1', 'x2', 'y2', 'x3', 'y3', 'x4', 'y4'] as const;

function turnedBox(points: unknown): TurnedBox | undefined {
  if (!isRecord(points)) return undefined;
  const [x1, y1, x2, y2, x3, y3, x4, y4] = names.map(name => Number(points[name])) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    x: (x1 + x2 + x3 + x4) / 4,
    y: (y1 + y2 + y3 + y4) / 4,
    halfWidth: Math.hypot(x2 - x1, y2 - y1) / 2,
    halfHeight: Math.hypot(x4 - x1, y4 - y1) / 2,
    turn: Math.atan2(y2 - y1, x2 - x1),
  };
}

/**
 * The corners between those of two rotated boxes: turned by the shorter arc, so that the box keeps its size on the way.
 */
export function turnedBetween(from: unknown, to: unknown, share: number): Readonly<Record<string, number>> | undefined {
  const [one, other] = [turnedBox(from), turnedBox(to)];
  if (one === undefined || other === undefined) return undefined;
  const arc = Math.atan2(Math.sin(other.turn - one.turn), Math.cos(other.turn - one.turn));
  const at = (start: number, end: number): number => start + (end - start) * share;
  const turn = one.turn + arc * share;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [x, y] = [at(one.x, other.x), at(one.y, other.y)];
  const [width, height] = [at(one.halfWidth, other.halfWidth), at(one.halfHeight, other.halfHeight)];
  const corners = (
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const
  ).flatMap(([across, down]) => [
    x + across * width * cos - down * height * sin,
    y + across * width * sin + down * height * cos,
  ]);
  return Object.fromEntries(names.map((name, index) => [name, roundCoordinate(corners[index]!)]));
}
