import { setImmediate } from 'node:timers/promises';
import { inject } from 'inversify';
import pLimit from 'p-limit';
import { Fault } from '#core/base/common/index.ts';
import type { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { FrameTable } from '../../common/media/frame-table.ts';
import type { TrackedBox } from '../../common/tracking/box-tracker.ts';
import type { GreyImage, TrackBox } from '../../common/tracking/grey-image.ts';
import { scaledBox, searchScale } from '../../common/tracking/search-scale.ts';
import type { RefinedObject, RefineObject } from '../../common/tracking/refined-path.ts';
import { REFINED_EVERY, refinedBetween } from '../../common/tracking/refined-path.ts';
import { CHECK_BELOW, stepsBetween, trackBetween, trackFrom, trackUntilLost } from '../../common/tracking/two-way.ts';
import type { CorrectStep } from '../../common/tracking/two-way.ts';
import type { TrackedFrame, TrackingSpan } from '../../common/tracks/tracked-keys.ts';
import type { trackingApi } from '../../common/tracking-api.ts';
import { TRACKED_FRAMES } from '../../common/tracking-api.ts';
import { decoderUnavailable, Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { greyPictures } from '../ffmpeg/raw-pictures.ts';
import type { LocalVideo } from '../ffmpeg/local-video.ts';
import { LocalVideos } from '../ffmpeg/local-video.ts';

type Asked = z.output<typeof trackingApi.operations.tracking.body>;
type Answer = z.output<typeof trackingApi.operations.tracking.reply>;

interface Known {
  readonly frame: number;
  readonly box: TrackBox;
}

/** Frames that a job decodes at once. */
const PART = 150;

/** Milliseconds that one call may take. */
const LIMIT_MS = 180_000;

/** Follows objects with the tracker of the editor, on pictures that ffmpeg decodes. */
export class ServerTracking {
  readonly #turns = pLimit(1);

  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Ffmpeg) private readonly ffmpeg: Ffmpeg,
    @inject(LocalVideos) private readonly videos: LocalVideos,
  ) {}

  /** @throws Fault NOT_FOUND, FORBIDDEN, INVALID_FIELD, DECODER_UNAVAILABLE, ASSET_UNREADABLE */
  async track(context: RequestContext, asked: Asked): Promise<Answer> {
    const item = await this.items.get(context, asked.item_id);
    await context.demand('AnnotateItem', { projectId: item.project_id });
    if (!(await this.ffmpeg.available())) throw decoderUnavailable();
    return this.#turns(async () => {
      const began = performance.now();
      const frames = await this.videos.withFile(context, item, video => this.#follow(video, asked));
      return { frames, provider: 'classical', ms: Math.round(performance.now() - began) };
    });
  }

  /**
   * Follows an object over a stretch of any length, a part of it at a time. `step` is called with the work that is done
   * and all of it. `refine` corrects the path every few frames.
   * @throws Fault ASSET_UNREADABLE; the reason of `signal`
   */
  async path(
    video: LocalVideo,
    { from, to, first, last }: Pick<TrackingSpan, 'from' | 'to' | 'first' | 'last'>,
    { step, signal }: { readonly step: (done: number, total: number) => void; readonly signal: AbortSignal },
    refine?: RefineObject,
  ): Promise<readonly TrackedFrame[]> {
    const count = to - from + 1;
    const scale = searchScale(
      video.facts,
      last === undefined ? [first] : [first, last],
      last === undefined ? 1 : count,
    );
    const total = last === undefined ? count : count + stepsBetween(count);
    let done = 0;
    const onStep = async (): Promise<void> => {
      step((done += 1), total);
      signal.throwIfAborted();
      await setImmediate();
    };
    const images = this.#images(video, { from, to, scale }, signal);
    const held: GreyImage[] = [];
    if (last !== undefined)
      for await (const image of images) {
        held.push(image);
        await onStep();
      }
    const inVideo = ({ box, confidence }: TrackedBox, at: number): TrackedFrame => ({
      frame: from + at,
      box: scaledBox(box, 1 / scale),
      confidence,
    });
    if (last !== undefined) {
      const path = await trackBetween(held, scaledBox(first, scale), scaledBox(last, scale), onStep);
      const tracked = path.map(inVideo);
      return refine === undefined ? tracked : refinedBetween(tracked, refine);
    }
    const seen = new Map<number, RefinedObject>();
    const correct: CorrectStep = async (at, found) => {
      if (refine === undefined || at % REFINED_EVERY !== 0) return undefined;
      const refined = await refine(from + at, scaledBox(found.box, 1 / scale));
      if (refined === undefined) return undefined;
      seen.set(from + at, refined);
      return { box: scaledBox(refined.box, scale), confidence: Math.max(found.confidence, refined.confidence) };
    };
    const path = await trackUntilLost(images, scaledBox(first, scale), onStep, correct);
    return path.map((each, at) => {
      const refined = seen.get(from + at);
      return { ...inVideo(each, at), ...(refined === undefined ? {} : { box: refined.box, outline: refined.outline }) };
    });
  }

  async *#images(
    video: LocalVideo,
    { from, to, scale }: { readonly from: number; readonly to: number; readonly scale: number },
    signal: AbortSignal,
  ): AsyncGenerator<GreyImage> {
    for (let begin = from; begin <= to; begin += PART)
      yield* await greyPictures(this.ffmpeg, video, { from: begin, to: Math.min(begin + PART - 1, to), scale }, signal);
  }

  async #follow(video: LocalVideo, { keyframes, end }: Asked): Promise<Answer['frames']> {
    const { table } = video;
    const known = keyframes.map(({ timestamp, points: { x1, y1, x2, y2 } }, at): Known => {
      const box = { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
      if (box.width < 1 || box.height < 1) throw invalid(`keyframes[${at}].points`, 'must have an area');
      return { frame: table.frameOf(timestamp), box };
    });
    const wrong = known.findIndex(({ frame }, at) => at > 0 && frame <= known[at - 1]!.frame);
    if (wrong > 0) throw invalid(`keyframes[${wrong}].timestamp`, 'must be on a later frame than the one before');
    const [first, last] = [known[0]!, known.at(-1)!];
    const until = Math.max(last.frame, end === undefined ? last.frame : table.frameOf(end));
    if (until - first.frame >= TRACKED_FRAMES)
      throw invalid('end', `must be at most ${TRACKED_FRAMES} frames after the first known box`);
    const signal = AbortSignal.timeout(LIMIT_MS);
    const found: (TrackedBox & { readonly frame: number })[] = [];
    for (const [at, here] of known.entries()) {
      const next = known[at + 1];
      const to = next?.frame ?? until;
      const boxes = next === undefined ? [here.box] : [here.box, next.box];
      const scale = searchScale(video.facts, boxes, to - here.frame + 1);
      const images = await greyPictures(this.ffmpeg, video, { from: here.frame, to, scale }, signal);
      const path = await pathOf(images, scaledBox(here.box, scale), next && scaledBox(next.box, scale), signal);
      found.push(
        ...path
          .slice(0, next === undefined ? undefined : -1)
          .map(({ box, confidence }, step) => ({
            frame: here.frame + step,
            box: scaledBox(box, 1 / scale),
            confidence,
          })),
      );
    }
    return found.map(each => shown(each, table));
  }
}

async function pathOf(
  images: readonly GreyImage[],
  first: TrackBox,
  last: TrackBox | undefined,
  signal: AbortSignal,
): Promise<readonly TrackedBox[]> {
  // Other requests have their turn between two pictures.
  const rest = async (): Promise<void> => {
    signal.throwIfAborted();
    await setImmediate();
  };
  if (last !== undefined) return trackBetween(images, first, last, rest);
  const path: TrackedBox[] = [];
  for await (const each of trackFrom(inTurn(images, rest), first)) path.push(each);
  return path;
}

async function* inTurn(images: readonly GreyImage[], rest: () => Promise<void>): AsyncGenerator<GreyImage> {
  for (const image of images) {
    await rest();
    yield image;
  }
}

const cents = (value: number): number => Math.round(value * 100) / 100;

function shown(
  { frame, box, confidence }: TrackedBox & { readonly frame: number },
  table: FrameTable,
): Answer['frames'][number] {
  return {
    timestamp: table.timeOf(frame),
    points: { x1: cents(box.x), y1: cents(box.y), x2: cents(box.x + box.width), y2: cents(box.y + box.height) },
    confidence: cents(confidence),
    check: confidence < CHECK_BELOW,
  };
}

const invalid = (field: string, problem: string): Fault =>
  new Fault('INVALID_FIELD', `${field} ${problem}.`, { status: 422, details: { field } });
