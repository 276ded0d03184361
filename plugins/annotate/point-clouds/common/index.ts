export { pointCloudsApi } from './api.ts';
export { decodeNode, encodeNode, pointBytes } from './cloud-node.ts';
export type { NodePoints } from './cloud-node.ts';
export type {
  CloudChannel,
  CloudFrame,
  CloudImage,
  CloudNode,
  CloudPose,
  CloudState,
  CloudView,
} from './cloud-view.ts';
