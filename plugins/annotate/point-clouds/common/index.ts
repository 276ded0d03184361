export { pointCloudsApi } from './api.ts';
export { decodeNode, encodeNode } from './cloud-node.ts';
export type { NodePoints } from './cloud-node.ts';
export type { CloudFrame, CloudImage, CloudNode, CloudView } from './cloud-view.ts';
