import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { inject } from 'inversify';
import { FilePathSource } from 'mediabunny';
import { Fault } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { BlobDriver, JobRun } from '#core/data/server/index.ts';
import { BlobsToken } from '#core/kernel/server/index.ts';
import { Items, lastingFailure } from '#plugins/workspace/items/server/kit/index.ts';
import { MICRO } from '../../common/media/frame-table.ts';
import { probeMedia } from '../../common/media/probe-media.ts';
import { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { LocalVideo } from '../ffmpeg/local-video.ts';
import { LocalVideos } from '../ffmpeg/local-video.ts';
import { Conversions } from './conversions.ts';

const subject = z.object({ project_id: z.int(), item_id: z.int(), hash: z.string() });

/** Frames from one key frame of a converted video to the next. */
const KEY_EVERY = 15;
/** Longest side of converted videos, in pixels. */
const LONGEST_SIDE = 960;
/** Milliseconds that a conversion may take. */
const LIMIT_MS = 6 * 3_600_000;
const FAILED = 'Something went wrong while the video was converted.';

/** Converts videos into VP9 with close key frames, as a job. */
export class VideoConverting {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(BlobsToken) private readonly blobs: BlobDriver,
    @inject(Ffmpeg) private readonly ffmpeg: Ffmpeg,
    @inject(LocalVideos) private readonly videos: LocalVideos,
    @inject(Conversions) private readonly conversions: Conversions,
  ) {}

  /** The job. @throws Fault NOT_FOUND, DECODER_UNAVAILABLE, ASSET_UNREADABLE, STORAGE_FULL */
  async run(run: JobRun, context: RequestContext): Promise<{ readonly frames: number }> {
    const { project_id: projectId, item_id: itemId, hash } = subject.parse(run.subject);
    await this.conversions.set(context, hash, { state: 'converting' });
    try {
      const item = await this.items.get(context, itemId, projectId);
      return await this.videos.withFile(context, { ...item, blob_hash: hash }, async video => {
        const proxy = await this.#convert(run, video);
        await this.conversions.set(context, hash, { state: 'ready', error: null, proxy_hash: proxy });
        return { frames: video.table.count };
      });
    } catch (error) {
      const failure = lastingFailure(run, error, FAILED);
      if (failure !== undefined) await this.conversions.set(context, hash, { state: 'failed', error: failure });
      throw error;
    }
  }

  /** Answers the hash of the converted file. */
  async #convert(run: JobRun, { path, demuxer, facts, table }: LocalVideo): Promise<string> {
    const output = `${path}-converted.webm`;
    const side = `w='min(${LONGEST_SIDE},iw)':h='min(${LONGEST_SIDE},ih)'`;
    try {
      await this.ffmpeg.run({
        input: path,
        demuxer,
        beforeInput: ['-copyts'],
        args: [
          '-map',
          '0:v:0',
          '-an',
          '-sn',
          '-dn',
          '-map_metadata',
          '-1',
          '-fps_mode',
          'passthrough',
          '-vf',
          `scale=${side}:force_original_aspect_ratio=decrease:force_divisible_by=2,format=yuv420p,showinfo`,
          '-c:v',
          'libvpx-vp9',
          '-deadline',
          'realtime',
          '-cpu-used',
          '8',
          '-row-mt',
          '1',
          '-threads',
          '2',
          '-crf',
          '32',
          '-b:v',
          '0',
          '-g',
          String(KEY_EVERY),
          '-keyint_min',
          String(KEY_EVERY),
          '-auto-alt-ref',
          '0',
          '-lag-in-frames',
          '0',
          '-f',
          'webm',
          output,
        ],
        limitMs: LIMIT_MS,
        signal: run.signal,
        onLine: line => {
          const time = /pts_time:([\d.]+)/.exec(line)?.[1];
          if (time === undefined) return;
          const frame = table.frameOf(Number(time) * MICRO) + 1;
          run.progress(
            frame,
            table.count,
            `${frame.toLocaleString('en')} of ${table.count.toLocaleString('en')} frames`,
          );
        },
      });
      const made = await probeMedia(new FilePathSource(output), run.signal);
      if (made.starts.length !== facts.steps.length)
        throw new Fault(
          'ASSET_UNREADABLE',
          `Only ${made.starts.length} of its ${facts.steps.length} frames can be decoded.`,
          { status: 422 },
        );
      return (await this.blobs.put(createReadStream(output))).hash;
    } finally {
      await rm(output, { force: true });
    }
  }
}
