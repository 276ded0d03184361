import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';

/** A box turned about its middle by degrees clockwise on the screen: corners x1..y4 from the turned top left. */
export function turnedCorners(x1: number, y1: number, x2: number, y2: number, degrees: number): JsonRecord {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [cx, cy] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const corners = [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ].map(([x, y]) => [cx + (x! - cx) * cos - (y! - cy) * sin, cy + (x! - cx) * sin + (y! - cy) * cos]);
  return Object.fromEntries(
    corners.flatMap(([x, y], at) => [
      [`x${at + 1}`, x],
      [`y${at + 1}`, y],
    ]),
  );
}

/** A box as its middle, its sides and its turn in degrees, clockwise on the screen. */
export interface TurnedBox {
  readonly width: number;
  readonly height: number;
  readonly cx: number;
  readonly cy: number;
  readonly degrees: number;
  /** False when the corners are no rectangle within half a pixel. */
  readonly straight: boolean;
}

/**
 * The rectangle that four corners, drawn in either direction, are nearest to: rounded corners are never exactly one.
 */
export function turnedBoxOf(corners: readonly number[]): TurnedBox {
  const [x1, y1, ...rest] = corners as [number, number, number, number, number, number, number, number];
  const turning = (rest[0] - x1) * (rest[3] - rest[1]) - (rest[1] - y1) * (rest[2] - rest[0]);
  const [x2, y2, x3, y3, x4, y4] = turning >= 0 ? rest : [rest[4], rest[5], rest[2], rest[3], rest[0], rest[1]];
  const [across, down] = [
    [(x2 - x1 + x3 - x4) / 2, (y2 - y1 + y3 - y4) / 2],
    [(x4 - x1 + x3 - x2) / 2, (y4 - y1 + y3 - y2) / 2],
  ] as const;
  const [width, height] = [Math.hypot(...across), Math.hypot(...down)];
  // Both sides give the turn, the longer one more exactly.
  const angle = Math.atan2(across[1] * width - down[0] * height, across[0] * width + down[1] * height);
  const degrees = ((angle * 180) / Math.PI + 360) % 360;
  const [cx, cy] = [(x1 + x2 + x3 + x4) / 4, (y1 + y2 + y3 + y4) / 4];
  const again = Object.values(
    turnedCorners(cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2, degrees),
  ).map(Number);
  return {
    width,
    height,
    cx,
    cy,
    degrees,
    straight: [x1, y1, x2, y2, x3, y3, x4, y4].every((value, at) => Math.abs(value - again[at]!) < 0.5),
  };
}
