import { proxy, ref } from 'valtio';
import { replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { TrackingResult } from '../../common/tracking-api.ts';
import { sameTrack } from '../../common/tracks/track-edits.ts';
import type { Track } from '../../common/tracks/track.ts';
import { isTrack } from '../../common/tracks/track.ts';
import { trackingSpan } from '../../common/tracks/tracked-keys.ts';
import type { FrameSession } from '../frame-session.ts';
import { messages } from '../messages.ts';
import type { VideoServer } from '../server/video-server.ts';

/** A job of the server that follows an object. */
export interface BackgroundTrack {
  readonly jobId: string;
  /** The object as it was when the job began. */
  readonly track: Track;
}

/** Services for tracking in the background. */
export interface BackgroundPorts {
  readonly session: EditorSession;
  readonly frames: FrameSession;
  readonly server: Pick<VideoServer, 'trackObject' | 'storedTrack'>;
}

/**
 * Objects that the server follows. It writes the key frames into the stored annotations; here they are shown as one
 * step of the history, which can be undone.
 */
export class BackgroundTracks {
  readonly state = proxy<{ jobs: readonly BackgroundTrack[] }>({ jobs: [] });

  constructor(private readonly ports: BackgroundPorts) {}

  /** Begins to follow an object from the frame that is shown. */
  async begin(tracks: readonly Track[]): Promise<void> {
    const { session, frames, server } = this.ports;
    const [track, ...others] = tracks;
    if (track === undefined || others.length > 0) return session.notify(messages.trackingRun.selectOneObjectToTrack);
    if (this.state.jobs.some(each => each.track.id === track.id))
      return session.notify(messages.trackingRun.objectIsTrackedAlready);
    const span = trackingSpan(track, frames.frame, frames.table);
    if (typeof span === 'string') return session.notify(span);
    try {
      const jobId = await server.trackObject(track.id, span);
      this.state.jobs = [...this.state.jobs, ref({ jobId, track })];
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Shows the key frames that a job has written. */
  async completed(jobId: string, result: TrackingResult): Promise<void> {
    const { session, server } = this.ports;
    const job = this.#end(jobId);
    if (job === undefined) return;
    try {
      const stored = await server.storedTrack(result.instance_id);
      const now = session.scene.get(job.track.id);
      if (stored === undefined || now === undefined || !isTrack(now) || !sameTrack(now, job.track))
        return session.notify(messages.trackingRun.trackedKeyFramesAreStored);
      session.edit(messages.trackingRun.track, [replaceInstance(now, stored)]);
      const end = messages.trackingRun.trackedToFrameCount(result.until + 1);
      session.notify(
        result.lost
          ? messages.trackingRun.endWhereTheObject(end)
          : result.unsure === null
            ? `${end}.`
            : messages.trackingRun.endCheckItFromFrame(end, result.unsure + 1),
      );
    } catch (error) {
      this.#failed(error);
    }
  }

  /** A job ended without key frames; without `message` because somebody stopped it. */
  stopped(jobId: string, message: string | undefined): void {
    if (this.#end(jobId) !== undefined && message !== undefined) this.#failed(new Error(message));
  }

  #end(jobId: string): BackgroundTrack | undefined {
    const job = this.state.jobs.find(each => each.jobId === jobId);
    this.state.jobs = this.state.jobs.filter(each => each.jobId !== jobId);
    return job;
  }

  #failed(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.ports.session.notify(messages.trackingRun.trackingStopped(reason), 'error');
  }
}
