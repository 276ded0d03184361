import { inject } from 'inversify';
import { Fault, isFault, notFound } from '#core/base/common/index.ts';
import { z } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { JobRun, Jobs } from '#core/data/server/index.ts';
import { JobsToken } from '#core/kernel/server/index.ts';
import { Annotations, AnnotationWriter } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { FrameTable } from '../../common/media/frame-table.ts';
import type { TrackBox } from '../../common/tracking/grey-image.ts';
import type { TrackingRequest, TrackingResult } from '../../common/tracking-api.ts';
import { trackingRequest } from '../../common/tracking-api.ts';
import type { Track } from '../../common/tracks/track.ts';
import { isTrack } from '../../common/tracks/track.ts';
import type { TrackedFrame, TrackingSpan } from '../../common/tracks/tracked-keys.ts';
import { originOfKey, trackingSpan, withTracked } from '../../common/tracks/tracked-keys.ts';
import { decoderUnavailable, Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { LocalVideos } from '../ffmpeg/local-video.ts';
import { OutsideTracking } from './outside-tracking.ts';
import { ServerTracking } from './server-tracking.ts';
import { TrackRefining } from './track-refining.ts';

const subject = z.object({ project_id: z.int(), item_id: z.int(), asked: trackingRequest });

/** Times that the annotations are read again because somebody else saved them in between. */
const ATTEMPTS = 8;

/** Pixels. */
const ROUNDED = 0.05;

/** A job that follows an object. */
interface RunningTracking {
  readonly job_id: string;
  readonly instance_id: string;
}

/** Follows objects as a job, and writes what it finds into the annotations as they are at its end. */
export class BackgroundTracking {
  constructor(
    @inject(Items) private readonly items: Items,
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationWriter) private readonly writer: AnnotationWriter,
    @inject(Ffmpeg) private readonly ffmpeg: Ffmpeg,
    @inject(LocalVideos) private readonly videos: LocalVideos,
    @inject(ServerTracking) private readonly tracking: ServerTracking,
    @inject(OutsideTracking) private readonly outside: OutsideTracking,
    @inject(TrackRefining) private readonly refining: TrackRefining,
    @inject(JobsToken) private readonly jobs: Jobs,
  ) {}

  /**
   * The name of the tracker that an operator connected, or of the model that corrects the one of the product; null
   * where there is neither.
   */
  async trackerName(): Promise<string | null> {
    return (await this.outside.tracker())?.title ?? (await this.refining.modelName()) ?? null;
  }

  /** Refuses at once what the job would. @throws Fault NOT_FOUND, DECODER_UNAVAILABLE */
  async admit(context: RequestContext, projectId: number, itemId: number): Promise<void> {
    await this.items.get(context, itemId, projectId);
    if (!(await this.ffmpeg.available())) throw decoderUnavailable();
  }

  /** Returns the unfinished jobs of the caller on an item. @throws Fault NOT_FOUND */
  async running(context: RequestContext, projectId: number, itemId: number): Promise<RunningTracking[]> {
    await this.items.get(context, itemId, projectId);
    const { data } = await this.jobs.list({
      teamId: context.team.id,
      creatorId: context.user.id,
      plugin: 'editor-video',
      name: 'track',
      states: ['NOT_STARTED', 'IN_PROGRESS'],
    });
    return data.flatMap(job => {
      const { item_id: on, asked } = subject.parse(job.subject);
      return on === itemId ? [{ job_id: job.id, instance_id: asked.instance_id }] : [];
    });
  }

  /**
   * The job. Begun again, it tracks again and writes the same key frames.
   * @throws Fault NOT_FOUND, INVALID_FIELD, CONFLICT where the object was changed on the stretch, ASSET_UNREADABLE
   */
  async run(run: JobRun, context: RequestContext): Promise<TrackingResult> {
    const { project_id: projectId, item_id: itemId, asked } = subject.parse(run.subject);
    await context.demand('AnnotateItem', { projectId });
    const item = await this.items.get(context, itemId, projectId);
    return this.videos.withFile(context, item, async video => {
      if (asked.to > video.table.last)
        throw new Fault('INVALID_FIELD', `to must be at most ${video.table.last}, the last frame of the video.`, {
          status: 422,
          details: { field: 'to' },
        });
      const stretch = { ...asked, last: asked.last ?? undefined };
      const progress = {
        step: (done: number, total: number) => run.progress(done, total, `${Math.floor((done / total) * 100)} %`),
        signal: run.signal,
      };
      const tracker = await this.outside.tracker();
      const path =
        tracker === undefined
          ? await this.tracking.path(video, stretch, progress, await this.refining.refiner(context, video, run.signal))
          : await this.outside.path(tracker, video, stretch, progress);
      return this.#write(run, context, { ...asked, projectId, itemId }, path, video.table);
    });
  }

  async #write(
    run: JobRun,
    context: RequestContext,
    asked: TrackingRequest & { readonly projectId: number; readonly itemId: number },
    path: readonly TrackedFrame[],
    table: FrameTable,
  ): Promise<TrackingResult> {
    for (let attempt = 1; ; attempt += 1) {
      run.signal.throwIfAborted();
      // Its status may have changed, and with it the right to write.
      const item = await this.items.get(context, asked.itemId, asked.projectId);
      const { document, revision } = await this.annotations.ofCaller(context, item);
      const track = document.instances.find(({ id }) => id === asked.instance_id);
      if (track === undefined || !isTrack(track)) throw notFound('The tracked object');
      const tracked = withTracked(track, fitting(track, asked, table), path, table);
      const changed: Track = {
        ...tracked,
        updatedAt: new Date().toISOString(),
        updatedBy: { email: context.user.email },
      };
      const instances = document.instances.map(each => (each === track ? changed : each));
      try {
        const stored = await this.writer.put(context, item, { ...document, instances }, { base: revision });
        return { ...outcome(tracked, asked, path, table), revision: stored.revision };
      } catch (fault) {
        if (!isFault(fault) || fault.code !== 'CONFLICT' || attempt === ATTEMPTS) throw fault;
      }
    }
  }
}

/**
 * Returns the stretch of the object as it is now. Changes outside of it, and of anything but places on its borders, are kept.
 * @throws Fault CONFLICT
 */
function fitting(track: Track, { from, to, first, last }: TrackingRequest, table: FrameTable): TrackingSpan {
  const span = trackingSpan(track, from, table);
  const isSame =
    typeof span !== 'string' &&
    span.from === from &&
    span.to === to &&
    areNear(span.first, first) &&
    (last === null ? span.last === undefined : span.last !== undefined && areNear(span.last, last));
  if (!isSame)
    throw new Fault('CONFLICT', 'The object was changed while it was tracked. Nothing was written; track it again.', {
      status: 409,
    });
  return span;
}

/** Compares boxes of one object before and after it was stored, which rounds. */
const areNear = (one: TrackBox, other: TrackBox): boolean =>
  (['x', 'y', 'width', 'height'] as const).every(side => Math.abs(one[side] - other[side]) <= ROUNDED);

function outcome(
  track: Track,
  { instance_id: id, from, to, last }: TrackingRequest,
  path: readonly TrackedFrame[],
  table: FrameTable,
): Omit<TrackingResult, 'revision'> {
  const until = path.at(-1)?.frame ?? from;
  const unsure = track.parameters
    .flatMap(({ timestamps }) => timestamps)
    .find(key => originOfKey(key) === 'unsure' && table.frameOf(key.timestamp) > from);
  return {
    instance_id: id,
    until,
    lost: last === null && until < to,
    unsure: unsure === undefined ? null : table.frameOf(unsure.timestamp),
  };
}
