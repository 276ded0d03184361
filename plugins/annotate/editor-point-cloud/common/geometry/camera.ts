import type { Box, Vector } from './box.ts';
import { boxCorners, boxEdges } from './box.ts';

/** A calibrated camera: 3 × 3 and 4 × 4 in row order; its z looks forward, x right, y down. */
export interface Camera {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly intrinsics: readonly number[];
  /** Scan frame to camera frame. */
  readonly extrinsics: readonly number[];
}

/** Nearest distance that is seen, metres. */
const NEAR = 0.1;

/** A line between two pixels. */
export type PixelLine = readonly [number, number, number, number];

/** A place of the scan in the frame of a camera, metres. */
export function toCamera({ extrinsics: m }: Camera, { x, y, z }: Vector): Vector {
  return {
    x: m[0]! * x + m[1]! * y + m[2]! * z + m[3]!,
    y: m[4]! * x + m[5]! * y + m[6]! * z + m[7]!,
    z: m[8]! * x + m[9]! * y + m[10]! * z + m[11]!,
  };
}

/** The pixel of a place in the frame of a camera; undefined behind it. */
export function pixelOf({ intrinsics: k }: Camera, { x, y, z }: Vector): readonly [number, number] | undefined {
  if (z < NEAR) return undefined;
  return [(k[0]! * x + k[1]! * y + k[2]! * z) / z, (k[4]! * y + k[5]! * z) / z];
}

/**
 * The edges of a box in the picture of a camera; what is behind the camera is cut off. Empty where nothing is in the
 * picture.
 */
export function projectedEdges(camera: Camera, box: Box): readonly PixelLine[] {
  const corners = boxCorners(box).map(corner => toCamera(camera, corner));
  const lines = boxEdges.flatMap(([from, to]) => {
    const line = clipped(corners[from]!, corners[to]!);
    if (line === undefined) return [];
    const [start, end] = [pixelOf(camera, line[0]), pixelOf(camera, line[1])];
    return start === undefined || end === undefined ? [] : [[...start, ...end] as PixelLine];
  });
  return lines.some(line => touches(camera, line)) ? lines : [];
}

function clipped(from: Vector, to: Vector): readonly [Vector, Vector] | undefined {
  if (from.z < NEAR && to.z < NEAR) return undefined;
  if (from.z >= NEAR && to.z >= NEAR) return [from, to];
  const share = (NEAR - from.z) / (to.z - from.z);
  const cut = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, z: NEAR };
  return from.z < NEAR ? [cut, to] : [from, cut];
}

/** True when the bounds of a line meet the picture. */
const touches = ({ width, height }: Camera, [x1, y1, x2, y2]: PixelLine): boolean =>
  Math.max(x1, x2) >= 0 && Math.max(y1, y2) >= 0 && Math.min(x1, x2) <= width && Math.min(y1, y2) <= height;
