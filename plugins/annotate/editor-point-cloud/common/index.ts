export { isCuboid } from './cloud-objects.ts';
export type { CuboidInstance } from './cloud-objects.ts';
export type { Box, Vector } from './geometry/box.ts';
export { boxCorners, normalAngle, rotationOf } from './geometry/box.ts';
export type { Camera } from './geometry/camera.ts';
export { pixelOf, toCamera } from './geometry/camera.ts';
export { isTrack } from './tracks/cloud-track.ts';
export type { CloudKey, CloudSegment } from './tracks/cloud-track.ts';
export { shapeAt } from './tracks/interpolate.ts';
