import type { AttributeCollector } from '../exchange/foreign-attributes.ts';

/** A label with what its annotations need. */
export interface CocoLabel {
  readonly className: string;
  /** Names of the keypoints, in their order, for labels of the keypoint task. */
  readonly keypoints: readonly string[];
  /** Pairs of keypoints, counted from 1. */
  readonly skeleton: readonly (readonly [number, number])[];
  readonly templateName: string;
  readonly attributes: AttributeCollector;
  /** Scores are kept as they are instead of being rounded to whole percent. */
  readonly exactScores?: boolean;
}
