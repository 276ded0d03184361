import { randomUUID } from 'node:crypto';
import { inject, optional } from 'inversify';
import sharp from 'sharp';
import type { OutsideTracker } from '#plugins/annotate/smart-tools/server/kit/index.ts';
import { Trackers } from '#plugins/annotate/smart-tools/server/kit/index.ts';
import type { TrackBox } from '../../common/tracking/grey-image.ts';
import { scaledBox } from '../../common/tracking/search-scale.ts';
import { trackedParts } from '../../common/tracking/tracked-parts.ts';
import type { TrackedFrame, TrackingSpan } from '../../common/tracks/tracked-keys.ts';
import { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { LocalVideo } from '../ffmpeg/local-video.ts';
import { rawPictures } from '../ffmpeg/raw-pictures.ts';

/** Longest side of the pictures that a tracker gets, in pixels. */
const SIDE = 1280;

/** Follows objects with the tracker that an operator connected. */
export class OutsideTracking {
  constructor(
    @inject(Ffmpeg) private readonly ffmpeg: Ffmpeg,
    @inject(Trackers) @optional() private readonly trackers: Trackers | undefined,
  ) {}

  /** Undefined when none is connected. */
  async tracker(): Promise<OutsideTracker | undefined> {
    return this.trackers?.connected();
  }

  /**
   * Follows an object over a stretch, up to the frame before the tracker lost it. `step` is called with the frames that
   * are done and all of them.
   * @throws Fault ASSET_UNREADABLE, MODEL_ANSWER, EGRESS_REFUSED, EGRESS_FAILED; the reason of `signal`
   */
  async path(
    tracker: OutsideTracker,
    video: LocalVideo,
    { from, to, first, last }: Pick<TrackingSpan, 'from' | 'to' | 'first' | 'last'>,
    { step, signal }: { readonly step: (done: number, total: number) => void; readonly signal: AbortSignal },
  ): Promise<readonly TrackedFrame[]> {
    const scale = Math.min(1, SIDE / Math.max(video.facts.width, video.facts.height));
    const stretch = randomUUID();
    const path: TrackedFrame[] = [{ frame: from, box: first, confidence: 1 }];
    for (const part of trackedParts(from, to)) {
      const pictures = await this.#pictures(video, part, scale, signal);
      const known = path.at(-1)!.box;
      const boxes = await tracker.follow(
        {
          stretch,
          pictures,
          first: scaledBox(known, scale),
          last: last === undefined || part.to < to ? undefined : scaledBox(last, scale),
        },
        signal,
      );
      // The first picture of a part is the last one of the part before.
      for (const [at, found] of boxes.entries()) {
        if (at === 0) continue;
        // A known end is reached, whatever lies between.
        if (found === null && last === undefined) return path;
        const { confidence, box } = placed(found, path.at(-1)!.box, scale);
        path.push({ frame: part.from + at, box, confidence });
      }
      step(part.to - from, to - from);
    }
    return path;
  }

  async #pictures(
    video: LocalVideo,
    frames: { readonly from: number; readonly to: number },
    scale: number,
    signal: AbortSignal,
  ): Promise<readonly Buffer[]> {
    const { width, height, pictures } = await rawPictures(
      this.ffmpeg,
      video,
      { ...frames, scale, format: 'rgb24' },
      signal,
    );
    return Promise.all(
      pictures.map(each =>
        sharp(each, { raw: { width, height, channels: 3 } })
          .jpeg({ quality: 90 })
          .toBuffer(),
      ),
    );
  }
}

/** The place of a found object in pixels of the video; of one that was not found its last place, without confidence. */
function placed(
  found: (TrackBox & { readonly confidence: number }) | null,
  before: TrackBox,
  scale: number,
): { readonly box: TrackBox; readonly confidence: number } {
  return found === null || found.width === 0 || found.height === 0
    ? { box: before, confidence: 0 }
    : { box: scaledBox(found, 1 / scale), confidence: found.confidence };
}
