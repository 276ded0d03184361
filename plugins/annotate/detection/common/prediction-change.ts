import { z } from '#core/api/common/index.ts';

/** The value of the item change `predictions`: objects that a detector finds, as boxes of classes of the project. */
export const predictionChange = z.strictObject({
  /** Class of the project for each label of the detector; objects with other labels are left out. */
  classes: z.record(z.string().min(1).max(200), z.int().positive()),
  /** Least confidence of an object, from 0 to 1. */
  confidence: z.number().min(0).max(1),
  /** True when predictions that nobody has changed go first. */
  replace: z.boolean(),
});
export type PredictionChange = z.output<typeof predictionChange>;
