import { client } from '#core/api/web/index.ts';
import type { Client, Transport } from '#core/api/web/index.ts';
import { annotationDocumentApi, readDocument } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ConversionView, FilmstripView, FrameChoice } from '../../common/api.ts';
import type { videoApi } from '../../common/api.ts';
import type { FrameTable } from '../../common/media/frame-table.ts';
import type { MediaFacts } from '../../common/media/probe-media.ts';
import { fromSteps } from '../../common/media/probe-media.ts';
import type { TrackBox } from '../../common/tracking/grey-image.ts';
import { trackingApi } from '../../common/tracking-api.ts';
import type { Track } from '../../common/tracks/track.ts';
import { isTrack } from '../../common/tracks/track.ts';
import type { TrackedFrame, TrackingSpan } from '../../common/tracks/tracked-keys.ts';

type Known = Awaited<ReturnType<Client<typeof videoApi>['getMedia']>>['media'];

/** Jobs that follow objects of an item, and what follows them. */
export interface RunningTracks {
  readonly jobs: readonly { readonly jobId: string; readonly trackId: string }[];
  /** Undefined for the tracker of the product. */
  readonly tracker: string | undefined;
}

/** The calls of the server about the video of one item. */
export class VideoServer {
  readonly #api: Client<typeof videoApi>;
  readonly #tracking: Client<typeof trackingApi>;
  readonly #annotations: Client<typeof annotationDocumentApi>;
  readonly #item: { readonly project_id: number; readonly item_id: number };

  constructor(api: Client<typeof videoApi>, transport: Transport, session: EditorSession) {
    this.#api = api;
    this.#tracking = client(trackingApi, transport);
    this.#annotations = client(annotationDocumentApi, transport);
    // The server names the project beside the document.
    this.#item = { project_id: Number(session.particulars['projectId']), item_id: session.item.id };
  }

  /** Facts that the server read of the file; undefined where it has none. */
  async media(): Promise<MediaFacts | undefined> {
    return factsOf((await this.#api.getMedia({ params: this.#item })).media);
  }

  conversion(): Promise<ConversionView> {
    return this.#api.getConversion({ params: this.#item });
  }

  convert(): Promise<ConversionView> {
    return this.#api.convert({ params: this.#item });
  }

  filmstrip(): Promise<FilmstripView> {
    return this.#api.getFilmstrip({ params: this.#item });
  }

  /** Begins to add frames to another project; answers the id of the job. */
  async extract(toProjectId: number, frames: FrameChoice): Promise<string> {
    return (await this.#api.extractFrames({ params: this.#item, body: { to_project_id: toProjectId, frames } })).job_id;
  }

  /** Begins to follow an object as a job, which writes key frames into the annotations; answers the id of the job. */
  async trackObject(trackId: string, { from, to, first, last }: TrackingSpan): Promise<string> {
    const body = { instance_id: trackId, from, to, first, last: last ?? null };
    return (await this.#api.trackObject({ params: this.#item, body })).job_id;
  }

  /**
   * Returns the unfinished jobs of the person that follow objects of this item, and the name of the tracker that an
   * operator connected for them.
   */
  async runningTracks(): Promise<RunningTracks> {
    const { data, tracker } = await this.#api.listTracking({ params: this.#item });
    return {
      jobs: data.map(({ job_id: jobId, instance_id: trackId }) => ({ jobId, trackId })),
      tracker: tracker ?? undefined,
    };
  }

  /** Returns an object as it is stored; undefined when there is none. */
  async storedTrack(trackId: string): Promise<Track | undefined> {
    const { document } = await this.#annotations.getAnnotation({ params: this.#item });
    return readDocument(document)
      .instances.filter(isTrack)
      .find(({ id }) => id === trackId);
  }

  /** Follows an object on the server. */
  async track(
    { from, to, first, last }: TrackingSpan,
    table: FrameTable,
    signal: AbortSignal,
  ): Promise<readonly TrackedFrame[]> {
    const key = (frame: number, { x, y, width, height }: TrackBox): object => ({
      timestamp: table.timeOf(frame),
      points: { x1: x, y1: y, x2: x + width, y2: y + height },
    });
    const keyframes = [key(from, first), ...(last === undefined ? [] : [key(to, last)])];
    const body = { item_id: this.#item.item_id, keyframes, end: table.timeOf(to) } as Parameters<
      Client<typeof trackingApi>['tracking']
    >[0]['body'];
    const { frames } = await this.#tracking.tracking({ body, signal });
    return frames.map(({ timestamp, points: { x1, y1, x2, y2 }, confidence }) => ({
      frame: table.frameOf(timestamp),
      box: { x: x1, y: y1, width: x2 - x1, height: y2 - y1 },
      confidence,
    }));
  }
}

function factsOf(known: Known): MediaFacts | undefined {
  if (known === null) return undefined;
  const { codec, steps, has_audio: hasAudio, ...facts } = known;
  return { ...facts, codec: codec ?? undefined, starts: fromSteps(steps), hasAudio };
}
