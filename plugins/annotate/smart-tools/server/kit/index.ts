export { Detectors } from '../detection/detectors.ts';
export type { FoundObject } from '../detection/outside-detector.ts';
export type { OutlinedObject, OutlineObject } from '../picture-outlines.ts';
export { PictureOutlines } from '../picture-outlines.ts';
export type { OutsideTracker } from '../tracking/outside-tracker.ts';
export { Trackers } from '../tracking/trackers.ts';
export { EMBEDDED_SIDE } from '../vectors/embedding-provider.ts';
export type {
  EmbeddingProvider,
  EmbeddingReadiness,
  PictureTag,
  TextEmbeddingProvider,
  TextMatch,
  TextReadiness,
} from '../vectors/embedding-provider.ts';
export { EmbeddingProviders } from '../vectors/embedding-providers.ts';
