import { inject, optional } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { PictureOutlines } from '#plugins/annotate/smart-tools/server/kit/index.ts';
import { overlapOf } from '../../common/tracking/grey-image.ts';
import type { RefineObject } from '../../common/tracking/refined-path.ts';
import { scaledBox } from '../../common/tracking/search-scale.ts';
import { boxAround } from '../../common/tracking/shape-motion.ts';
import { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { LocalVideo } from '../ffmpeg/local-video.ts';
import { rawPictures } from '../ffmpeg/raw-pictures.ts';

/** Longest side of the pictures that the model sees, in pixels. */
const SIDE = 1024;
/** Least score, and least overlap with the box of the tracker, of an outline that is taken. */
const LEAST = { score: 0.7, overlap: 0.5 } as const;

/** Corrects tracked objects by the outlines that SAM 2 finds on single frames. */
export class TrackRefining {
  constructor(
    @inject(Ffmpeg) private readonly ffmpeg: Ffmpeg,
    @inject(PictureOutlines) @optional() private readonly outlines: PictureOutlines | undefined,
  ) {}

  /** The name of the model; undefined while it is not installed. */
  async modelName(): Promise<string | undefined> {
    return this.outlines?.modelName();
  }

  /** Returns what refines objects of a video; undefined while no model is installed. */
  async refiner(context: RequestContext, video: LocalVideo, signal: AbortSignal): Promise<RefineObject | undefined> {
    const outline = await this.outlines?.outliner(context.team.id);
    if (outline === undefined) return undefined;
    const scale = Math.min(1, SIDE / Math.max(video.facts.width, video.facts.height));
    return async (frame, box) => {
      const { width, height, pictures } = await rawPictures(
        this.ffmpeg,
        video,
        { from: frame, to: frame, scale, format: 'rgb24' },
        signal,
      );
      const found = await outline({ width, height, data: pictures[0]! }, scaledBox(box, scale));
      if (found === undefined || found.score < LEAST.score) return undefined;
      const border = found.outline.map(value => Math.round((value / scale) * 100) / 100);
      const around = boxAround('polygon', { points: border });
      if (around === undefined || overlapOf(around, box) < LEAST.overlap) return undefined;
      return { box: around, outline: border, confidence: found.score };
    };
  }
}
