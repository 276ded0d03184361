import type { GreyImage, TrackBox } from './grey-image.ts';

/** Place of an object on the next picture, as a tracker finds it. */
export interface TrackedBox {
  readonly box: TrackBox;
  /** From 0, lost, to 1. */
  readonly confidence: number;
}

/** Follows one object from picture to picture. */
export interface BoxTracker {
  step(image: GreyImage): TrackedBox;
}

/** Makes a tracker of the object in a box of a picture. */
export type StartTracker = (image: GreyImage, box: TrackBox) => BoxTracker;
