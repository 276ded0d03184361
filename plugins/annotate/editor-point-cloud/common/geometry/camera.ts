import { distorted } from '#plugins/annotate/point-clouds/common/index.ts';
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
  /** Coefficients of the lens in the order of OpenCV; absent or null for a pinhole. */
  readonly distortion?: readonly number[] | null;
}

/** Nearest distance that is seen, metres. */
const NEAR = 0.1;
/** Parts that an edge is drawn in where the lens bends it. */
const PARTS = 12;

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

/** The pixel of a place in the frame of a camera, as its lens shows it; undefined behind it. */
export function pixelOf(
  { intrinsics: k, distortion }: Camera,
  { x, y, z }: Vector,
): readonly [number, number] | undefined {
  if (z < NEAR) return undefined;
  const [right, below] = distortion ? distorted(x / z, y / z, distortion) : [x / z, y / z];
  return [k[0]! * right + k[1]! * below + k[2]!, k[4]! * below + k[5]!];
}

/**
 * The edges of a box in the picture of a camera; what is behind the camera is cut off. Empty where nothing is in the
 * picture.
 */
export function projectedEdges(camera: Camera, box: Box): readonly PixelLine[] {
  const corners = boxCorners(box).map(corner => toCamera(camera, corner));
  const lines = boxEdges.flatMap(([from, to]) => {
    const line = clipped(corners[from]!, corners[to]!);
    return line === undefined ? [] : pixelLines(camera, line);
  });
  return lines.some(line => touches(camera, line)) ? lines : [];
}

/** A line before a camera in its picture: in short parts where the lens bends it. */
function pixelLines(camera: Camera, [from, to]: readonly [Vector, Vector]): readonly PixelLine[] {
  const parts = camera.distortion ? PARTS : 1;
  const pixels = Array.from({ length: parts + 1 }, (_, at) => {
    const share = at / parts;
    return pixelOf(camera, {
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
      z: from.z + (to.z - from.z) * share,
    });
  });
  return pixels.slice(1).flatMap((end, at) => {
    const start = pixels[at];
    return start === undefined || end === undefined ? [] : [[...start, ...end] as PixelLine];
  });
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
