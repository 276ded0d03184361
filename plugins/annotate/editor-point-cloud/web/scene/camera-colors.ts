import type { CloudImage } from '#plugins/annotate/point-clouds/common/index.ts';
import { distorted } from '#plugins/annotate/point-clouds/common/index.ts';
import type { PointChunk } from '../../common/geometry/cloud-points.ts';

/** The pixels of a camera image, perhaps smaller than it was taken. */
export interface CameraPicture {
  readonly camera: Pick<CloudImage, 'width' | 'height' | 'intrinsics' | 'extrinsics' | 'distortion'>;
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel. */
  readonly data: Uint8ClampedArray;
}

/** Nearest distance that a camera sees, metres. */
const NEAR = 0.1;

/**
 * The colour of each point of a chunk in the first picture that shows it: r, g, b from 0 to 255; black where none does.
 */
export function cameraColors({ positions, min }: PointChunk, pictures: readonly CameraPicture[]): Uint8Array {
  const colors = new Uint8Array(positions.length);
  for (const { camera, width, height, data } of pictures) {
    const { intrinsics: k, extrinsics: m, distortion } = camera;
    const [across, down] = [width / camera.width, height / camera.height];
    for (let at = 0; at + 2 < positions.length; at += 3) {
      if (colors[at]! > 0) continue;
      const [x, y, z] = [positions[at]! + min.x, positions[at + 1]! + min.y, positions[at + 2]! + min.z];
      const depth = m[8]! * x + m[9]! * y + m[10]! * z + m[11]!;
      if (depth < NEAR) continue;
      let right = (m[0]! * x + m[1]! * y + m[2]! * z + m[3]!) / depth;
      let below = (m[4]! * x + m[5]! * y + m[6]! * z + m[7]!) / depth;
      if (distortion !== null) [right, below] = distorted(right, below, distortion);
      const column = Math.floor((k[0]! * right + k[1]! * below + k[2]!) * across);
      const row = Math.floor((k[4]! * below + k[5]!) * down);
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const pixel = (row * width + column) * 4;
      // Black is for points that no camera shows.
      colors[at] = Math.max(1, data[pixel]!);
      colors[at + 1] = data[pixel + 1]!;
      colors[at + 2] = data[pixel + 2]!;
    }
  }
  return colors;
}
