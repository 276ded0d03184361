import type { TrackedFrame } from '../tracks/tracked-keys.ts';
import type { TrackBox } from './grey-image.ts';

/** Frames from one refined frame of a tracked object to the next. */
export const REFINED_EVERY = 30;

/** An object as a model sees it on a frame, in pixels of the video. */
export interface RefinedObject {
  readonly box: TrackBox;
  /** x, y, … of its border. */
  readonly outline: readonly number[];
  /** From 0 to 1. */
  readonly confidence: number;
}

/** Looks for an object on a frame near the box where a tracker found it. Undefined where the model is not sure of it. */
export type RefineObject = (frame: number, box: TrackBox) => Promise<RefinedObject | undefined>;

/**
 * Pulls a path between two known boxes to where a model sees the object, every {@link REFINED_EVERY} frames. The frames
 * between them are moved along by their share.
 *
 * @param path one box for each frame
 */
export async function refinedBetween(
  path: readonly TrackedFrame[],
  refine: RefineObject,
): Promise<readonly TrackedFrame[]> {
  const anchors: { readonly at: number; readonly refined: TrackedFrame }[] = [];
  for (let at = REFINED_EVERY; at < path.length - 1; at += REFINED_EVERY) {
    const { frame, box, confidence } = path[at]!;
    const found = await refine(frame, box);
    if (found !== undefined)
      anchors.push({ at, refined: { ...found, frame, confidence: Math.max(confidence, found.confidence) } });
  }
  if (anchors.length === 0) return path;
  const [first, last] = [path[0]!, path.at(-1)!];
  const known = [{ at: 0, refined: first }, ...anchors, { at: path.length - 1, refined: last }];
  return known.flatMap((from, place) => {
    const to = known[place + 1];
    if (to === undefined) return [from.refined];
    const between = path.slice(from.at + 1, to.at).map((each, at): TrackedFrame => {
      const share = (at + 1) / (to.at - from.at);
      return { ...each, box: pulled(each.box, [path[from.at]!, from.refined], [path[to.at]!, to.refined], share) };
    });
    return [from.refined, ...between];
  });
}

type Moved = readonly [tracked: TrackedFrame, refined: TrackedFrame];

/** A box moved as the boxes at both ends were, each by its share. */
function pulled(box: TrackBox, [from, fromRefined]: Moved, [to, toRefined]: Moved, share: number): TrackBox {
  const side = (name: keyof TrackBox): number =>
    box[name] + (fromRefined.box[name] - from.box[name]) * (1 - share) + (toRefined.box[name] - to.box[name]) * share;
  return { x: side('x'), y: side('y'), width: Math.max(1, side('width')), height: Math.max(1, side('height')) };
}
