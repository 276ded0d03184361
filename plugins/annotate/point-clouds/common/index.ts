export { pointCloudsApi } from './api.ts';
export { inverseRigid, isRigid, multiply, padded, quaternionOf, readKittiCalib, rigid } from './calibration.ts';
export type { Matrix } from './calibration.ts';
export { decodeNode, encodeNode } from './cloud-node.ts';
export type { NodePoints } from './cloud-node.ts';
export { distorted } from './lens-distortion.ts';
export type { CloudFrame, CloudImage, CloudNode, CloudView } from './cloud-view.ts';
