import type { MediaFacts } from '../../common/media/probe-media.ts';
import type { TrackBox } from '../../common/tracking/grey-image.ts';
import type { TrackedFrame } from '../../common/tracks/tracked-keys.ts';

/** An object to follow through a file. */
export interface TrackRequest {
  readonly url: string;
  readonly facts: MediaFacts;
  readonly from: number;
  readonly to: number;
  /** In pixels of the video. */
  readonly first: TrackBox;
  /** The box on `to`, where it is known: then the object is followed both ways. */
  readonly last: TrackBox | undefined;
}

/** Answers of the tracker. */
export type TrackReply =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  /** Ends early where the object was lost. */
  | { readonly kind: 'tracked'; readonly path: readonly TrackedFrame[] }
  | { readonly kind: 'failed'; readonly message: string };
