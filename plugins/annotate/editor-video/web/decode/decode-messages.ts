import type { MediaFacts } from '../../common/media/probe-media.ts';

/** A decoded frame, or the bitmap of one that is stored turned. */
export type Picture = VideoFrame | ImageBitmap;

/** Requests of the page to the decoder. */
export type DecodeRequest =
  /** `known` says what the server read of the file; without it the packets are read here. */
  | { readonly kind: 'open'; readonly url: string; readonly known: MediaFacts | undefined }
  /** Frames to be sent, the first one first, and frames to be decoded after them; replaces what was asked before. */
  | { readonly kind: 'want'; readonly frames: readonly number[]; readonly ahead: readonly number[] };

/** Answers of the decoder. */
export type DecodeReply =
  | { readonly kind: 'opened'; readonly facts: MediaFacts; readonly decodable: boolean }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'frame'; readonly frame: number; readonly picture: Picture }
  /** The file has no picture there that can be decoded. */
  | { readonly kind: 'missing'; readonly frame: number };
