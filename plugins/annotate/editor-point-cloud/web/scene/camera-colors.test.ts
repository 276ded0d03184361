import { expect, it } from 'vitest';
import type { CameraPicture } from './camera-colors.ts';
import { cameraColors } from './camera-colors.ts';

/** Looks along x: red on the left half, green on the right one. */
const picture: CameraPicture = {
  camera: {
    width: 200,
    height: 100,
    intrinsics: [100, 0, 100, 0, 100, 50, 0, 0, 1],
    extrinsics: [0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0, 0, 0, 0, 1],
    distortion: null,
  },
  width: 2,
  height: 1,
  data: Uint8ClampedArray.from([255, 0, 0, 255, 0, 200, 0, 255]),
};

it('should give points the colour of the pixel they are behind, and none to those that no camera shows', () => {
  const places = [10, 2, 0, 10, -2, 0, -10, 0, 0, 10, 0, 30];
  const min = { x: 5, y: 1, z: -2 };
  const chunk = {
    min,
    max: { x: 20, y: 10, z: 40 },
    positions: Float32Array.from(places.map((value, at) => value - [min.x, min.y, min.z][at % 3]!)),
  };
  expect([...cameraColors(chunk, [picture])]).toEqual([255, 0, 0, 1, 200, 0, 0, 0, 0, 0, 0, 0]);
  expect(cameraColors(chunk, []).some(each => each > 0)).toBe(false);
});
