import { proxy } from 'valtio';
import { replaceInstance } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { MediaFacts } from '../../common/media/probe-media.ts';
import { sameTrack } from '../../common/tracks/track-edits.ts';
import type { Track } from '../../common/tracks/track.ts';
import { isTrack } from '../../common/tracks/track.ts';
import type { TrackedFrame, TrackingSpan } from '../../common/tracks/tracked-keys.ts';
import { originOfKey, trackingSpan, withTracked } from '../../common/tracks/tracked-keys.ts';
import type { VideoServer } from '../server/video-server.ts';
import type { FrameSession } from '../frame-session.ts';
import { messages } from '../messages.ts';
import type { BackgroundPorts } from './background-tracks.ts';
import { BackgroundTracks } from './background-tracks.ts';
import type { TrackReply, TrackRequest } from './track-messages.ts';

/** Progress of the tracker. */
export type TrackingState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly trackId: string; readonly share: number };

/** Services for a run. */
export interface TrackingPorts {
  readonly session: EditorSession;
  readonly frames: FrameSession;
  /** The file and what it holds; undefined where its pictures cannot be decoded. */
  readonly file: () => { readonly url: string; readonly facts: MediaFacts } | undefined;
  /** Follows objects where this browser cannot, and in the background. */
  readonly server?: (Pick<VideoServer, 'track'> & BackgroundPorts['server']) | undefined;
  /** The open item on the server; undefined where nothing is stored. */
  readonly stored?: BackgroundPorts['stored'] | undefined;
  /** Starts the tracker in a worker. */
  readonly start?: () => Worker;
}

const startWorker = (): Worker => new Worker(new URL('./track-worker.ts', import.meta.url), { type: 'module' });

/** Follows one object at a time in a worker, and writes what it finds as key frames: one history entry. */
export class TrackingRun {
  readonly state = proxy<{ now: TrackingState }>({ now: { phase: 'idle' } });
  /** Objects that the server follows; undefined without one, or where nothing is stored. */
  readonly background: BackgroundTracks | undefined;
  readonly #ports: TrackingPorts;
  #worker: Worker | undefined;
  #asked: AbortController | undefined;

  constructor(ports: TrackingPorts) {
    this.#ports = ports;
    const { server, stored } = ports;
    this.background = server && stored && new BackgroundTracks({ ...ports, stored, server });
  }

  /** Follows an object around the frame that is shown: up to the next key frame of a person, else to its end. */
  track(tracks: readonly Track[]): void {
    const { session, frames, file, server } = this.#ports;
    if (this.state.now.phase === 'running') return session.notify(messages.trackingRun.anotherObjectIsBeingTracked);
    const [track, ...others] = tracks;
    if (track === undefined || others.length > 0) return session.notify(messages.trackingRun.selectOneObjectToTrack);
    const opened = file();
    if (opened === undefined && server === undefined)
      return session.notify(messages.trackingRun.thisBrowserCannotDecodeTheVideo, 'error');
    const span = trackingSpan(track, frames.frame, frames.table);
    if (typeof span === 'string') return session.notify(span);
    if (opened === undefined) return this.#askServer(server!, track, span);
    const { from, to, first, last } = span;
    const url = new URL(opened.url, location.href).href;
    const request: TrackRequest = { url, facts: opened.facts, from, to, first, last };
    this.#worker = (this.#ports.start ?? startWorker)();
    this.#worker.onmessage = ({ data }: MessageEvent<TrackReply>) => this.#receive(data, track, span);
    this.#worker.onerror = event => this.#fail(event.message || messages.trackingRun.trackerCouldNotBeStarted);
    this.state.now = { phase: 'running', trackId: track.id, share: 0 };
    this.#worker.postMessage(request);
  }

  /** Ends the run; nothing is changed. */
  cancel(): void {
    this.#asked?.abort();
    this.#asked = undefined;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.state.now = { phase: 'idle' };
  }

  dispose(): void {
    this.cancel();
  }

  #askServer(server: Pick<VideoServer, 'track'>, track: Track, span: TrackingSpan): void {
    const asked = new AbortController();
    this.#asked = asked;
    this.state.now = { phase: 'running', trackId: track.id, share: 0 };
    server.track(span, this.#ports.frames.table, asked.signal).then(
      path => {
        if (!asked.signal.aborted) this.#write(path, track, span);
      },
      (error: unknown) => {
        if (!asked.signal.aborted) this.#fail(error instanceof Error ? error.message : String(error));
      },
    );
  }

  #receive(reply: TrackReply, track: Track, span: TrackingSpan): void {
    if (this.#worker === undefined) return;
    if (reply.kind === 'failed') this.#fail(reply.message);
    else if (reply.kind === 'tracked') this.#write(reply.path, track, span);
    else this.state.now = { phase: 'running', trackId: track.id, share: reply.done / reply.total };
  }

  #fail(message: string): void {
    this.cancel();
    this.#ports.session.notify(messages.trackingRun.trackingStopped(message), 'error');
  }

  #write(path: readonly TrackedFrame[], track: Track, span: TrackingSpan): void {
    this.cancel();
    const { session, frames } = this.#ports;
    const now = session.scene.get(track.id);
    if (now === undefined || !isTrack(now) || !sameTrack(now, track))
      return session.notify(messages.trackingRun.objectWasChangedWhile);
    const tracked = withTracked(track, span, path, frames.table);
    session.edit(messages.trackingRun.track, [
      replaceInstance(track, { ...tracked, updatedAt: new Date().toISOString(), updatedBy: session.user }),
    ]);
    const last = path.at(-1)?.frame ?? span.from;
    const unsure = tracked.parameters.flatMap(each => each.timestamps).filter(key => originOfKey(key) === 'unsure');
    const first = unsure[0];
    const end = messages.trackingRun.trackedToFrameCount(last + 1);
    session.notify(
      last < span.to && !span.isKnown
        ? messages.trackingRun.endWhereTheObject(end)
        : first === undefined
          ? `${end}.`
          : messages.trackingRun.endCheckItFromFrame(end, frames.table.frameOf(first.timestamp) + 1),
    );
  }
}
