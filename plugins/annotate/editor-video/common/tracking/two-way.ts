import type { StartTracker, TrackedBox } from './box-tracker.ts';
import { startCorrelation } from './correlation-tracker.ts';
import { startFlow } from './flow-tracker.ts';
import type { GreyImage, TrackBox } from './grey-image.ts';
import { overlapOf } from './grey-image.ts';

/** Below this confidence a person should look at a frame. */
export const CHECK_BELOW = 0.3;

const starters: readonly StartTracker[] = [startCorrelation, startFlow];

/** Called after each tracked picture; throws to end the work. */
export type OnStep = () => void | Promise<void>;

/** Steps of {@link trackBetween} for a number of pictures, for progress. */
export const stepsBetween = (pictures: number): number => Math.max(0, pictures - 1) * 2 * starters.length;

async function pathOf(
  images: readonly GreyImage[],
  box: TrackBox,
  start: StartTracker,
  onStep: OnStep,
): Promise<readonly TrackedBox[]> {
  const tracker = start(images[0]!, box);
  const path: TrackedBox[] = [{ box, confidence: 1 }];
  for (const image of images.slice(1)) {
    path.push(tracker.step(image));
    await onStep();
  }
  return path;
}

/**
 * Follows an object between two pictures on which its box is known. Each tracker goes both ways; the one whose two
 * paths agree best is taken. Confidence is how well they agree.
 *
 * @param images from the picture of the first box up to and including that of the last
 */
export async function trackBetween(
  images: readonly GreyImage[],
  first: TrackBox,
  last: TrackBox,
  onStep: OnStep = () => undefined,
): Promise<readonly TrackedBox[]> {
  const backwards = images.toReversed();
  let best: { readonly path: readonly TrackedBox[]; readonly agreement: number } | undefined;
  for (const start of starters) {
    const there = await pathOf(images, first, start, onStep);
    const back = (await pathOf(backwards, last, start, onStep)).toReversed();
    const path = there.map((each, at) => joined(each, back[at]!, at / Math.max(1, images.length - 1)));
    const agreement = path.reduce((sum, { confidence }) => sum + confidence, 0) / path.length;
    if (best === undefined || agreement > best.agreement) best = { path, agreement };
  }
  const end = images.length - 1;
  return best!.path.map((each, at) =>
    at === 0 ? { box: first, confidence: 1 } : at === end ? { box: last, confidence: 1 } : each,
  );
}

/** One of two paths at a place between them: blended where they agree, the nearer one where they do not. */
function joined(there: TrackedBox, back: TrackedBox, share: number): TrackedBox {
  const confidence = overlapOf(there.box, back.box);
  if (confidence < CHECK_BELOW) return { box: (share < 0.5 ? there : back).box, confidence };
  const between = (one: number, other: number): number => one + (other - one) * share;
  return {
    box: {
      x: between(there.box.x, back.box.x),
      y: between(there.box.y, back.box.y),
      width: between(there.box.width, back.box.width),
      height: between(there.box.height, back.box.height),
    },
    confidence,
  };
}

/** Corrects the place of an object on a picture, by its number from 0. Undefined leaves it to the tracker. */
export type CorrectStep = (at: number, found: TrackedBox) => Promise<TrackedBox | undefined>;

/**
 * Follows an object from one picture on, as long as pictures come. The first one is that of the box. After a correction
 * the tracker begins again from there.
 */
export async function* trackFrom(
  images: AsyncIterable<GreyImage>,
  box: TrackBox,
  correct?: CorrectStep,
): AsyncGenerator<TrackedBox> {
  let tracker: ReturnType<StartTracker> | undefined;
  let at = 0;
  for await (const image of images) {
    if (tracker === undefined) {
      tracker = startCorrelation(image, box);
      yield { box, confidence: 1 };
    } else {
      const found = tracker.step(image);
      const corrected = await correct?.(at, found);
      if (corrected !== undefined) tracker = startCorrelation(image, corrected.box);
      yield corrected ?? found;
    }
    at += 1;
  }
}

/** Frames in a row on which the tracker is unsure, after which the object counts as lost. */
const LOST_AFTER = 20;

/** Follows an object from one picture on until it is lost. The first unsure picture stays, so that somebody looks at it. */
export async function trackUntilLost(
  images: AsyncIterable<GreyImage>,
  box: TrackBox,
  onStep: OnStep = () => undefined,
  correct?: CorrectStep,
): Promise<readonly TrackedBox[]> {
  const path: TrackedBox[] = [];
  let unsure = 0;
  for await (const each of trackFrom(images, box, correct)) {
    path.push(each);
    await onStep();
    unsure = each.confidence < CHECK_BELOW ? unsure + 1 : 0;
    if (unsure === LOST_AFTER) return path.slice(0, path.length - LOST_AFTER + 1);
  }
  return path;
}
