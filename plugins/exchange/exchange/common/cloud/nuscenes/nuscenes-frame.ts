import type { Matrix } from '#plugins/annotate/point-clouds/common/index.ts';
import { multiply, quaternionOf, rigid } from '#plugins/annotate/point-clouds/common/index.ts';
import type { Box, Vector } from '#plugins/annotate/editor-point-cloud/common/index.ts';
import { normalAngle, rotationOf } from '#plugins/annotate/editor-point-cloud/common/index.ts';

/** Our frame (x forward, y left) in the frame of the scanner of nuScenes (x right, y forward). */
export const scannerToOurs: Matrix = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The 4 × 4 matrix of a translation and a quaternion [w, x, y, z]. */
export function poseMatrix(translation: readonly number[], quaternion: readonly number[]): number[] {
  const [w, x, y, z] = quaternion as [number, number, number, number];
  const turn = [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
  return rigid(turn, translation);
}

/** Roll, pitch and yaw of a rigid matrix. */
function anglesOf(m: Matrix): Vector {
  return {
    x: normalAngle(Math.atan2(m[9]!, m[10]!)),
    y: Math.asin(Math.min(1, Math.max(-1, -m[8]!))),
    z: normalAngle(Math.atan2(m[4]!, m[0]!)),
  };
}

/** The box of a pose in another frame, which `change` leads to; sizes are [width, length, height]. */
export function boxOfPose(change: Matrix, pose: Matrix, size: readonly number[]): Box {
  const m = multiply(change, pose);
  return {
    position: { x: m[3]!, y: m[7]!, z: m[11]! },
    size: { x: size[1]!, y: size[0]!, z: size[2]! },
    rotation: anglesOf(m),
  };
}

/** Translation and quaternion of a box in the frame that `change` leads to. */
export function poseOfBox(
  change: Matrix,
  { position, rotation }: Box,
): { readonly translation: readonly number[]; readonly rotation: readonly number[] } {
  const m = multiply(change, rigid([...rotationOf(rotation)], [position.x, position.y, position.z]));
  return { translation: [m[3]!, m[7]!, m[11]!], rotation: quaternionOf(m) };
}
