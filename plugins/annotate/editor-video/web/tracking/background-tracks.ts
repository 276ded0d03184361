import { proxy, ref } from 'valtio';
import { replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession, OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
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
  readonly server: Pick<VideoServer, 'trackObject' | 'runningTracks' | 'storedTrack'>;
  /** The open item as it is stored; the server follows objects as they are there. */
  readonly stored: Pick<OpenItem, 'save' | 'catchUp'>;
}

/**
 * Objects that the server follows. It writes the key frames into the stored annotations; here they are shown as one
 * step of the history, which can be undone.
 */
export class BackgroundTracks {
  /** `tracker` is the name of the one that an operator connected; undefined for that of the product. */
  readonly state = proxy<{ jobs: readonly BackgroundTrack[]; tracker: string | undefined }>({
    jobs: [],
    tracker: undefined,
  });

  /** Ids of objects whose job is being asked for. */
  readonly #beginning = new Set<string>();

  constructor(private readonly ports: BackgroundPorts) {}

  /** Begins to follow an object from the frame that is shown. */
  async begin(tracks: readonly Track[]): Promise<void> {
    const { session, frames, server } = this.ports;
    const [track, ...others] = tracks;
    if (track === undefined || others.length > 0) return session.notify(messages.trackingRun.selectOneObjectToTrack);
    if (this.#beginning.has(track.id) || this.state.jobs.some(each => each.track.id === track.id))
      return session.notify(messages.trackingRun.objectIsTrackedAlready);
    const { frame } = frames;
    const early = trackingSpan(track, frame, frames.table);
    if (typeof early === 'string') return session.notify(early);
    this.#beginning.add(track.id);
    try {
      if (!(await this.ports.stored.save())) return session.notify(messages.trackingRun.workMustBeSaved, 'error');
      // Saving may have merged what somebody else stored.
      const stored = session.scene.get(track.id);
      if (stored === undefined || !isTrack(stored)) return session.notify(messages.trackingRun.objectWasChangedWhile);
      const span = trackingSpan(stored, frame, frames.table);
      if (typeof span === 'string') return session.notify(span);
      this.#add({ jobId: await server.trackObject(track.id, span), track: stored });
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#beginning.delete(track.id);
    }
  }

  /** Shows the jobs that were begun before the item was opened. */
  async resume(): Promise<void> {
    const { session, server } = this.ports;
    // Without an answer they are still in the menu of jobs.
    const running = await server.runningTracks().catch(() => undefined);
    this.state.tracker = running?.tracker;
    for (const { jobId, trackId } of running?.jobs ?? []) {
      const track = session.scene.get(trackId);
      if (track !== undefined && isTrack(track)) this.#add({ jobId, track });
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
      if (stored === undefined || now === undefined || !isTrack(now))
        return session.notify(messages.trackingRun.trackedKeyFramesAreStored);
      // A save may have merged the key frames already.
      if (!sameTrack(now, stored)) {
        if (!sameTrack(now, job.track)) return session.notify(messages.trackingRun.trackedKeyFramesAreStored);
        session.edit(messages.trackingRun.track, [replaceInstance(now, stored)]);
        // Brings the document to the revision that holds them.
        await this.ports.stored.catchUp();
      }
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

  #add(job: BackgroundTrack): void {
    if (!this.state.jobs.some(({ jobId }) => jobId === job.jobId)) this.state.jobs = [...this.state.jobs, ref(job)];
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
