import type { MediaFacts } from '../../common/media/probe-media.ts';

/** A frame converted for the screen: RGBA, row by row. */
export interface PixelPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** A decoded frame, or the bitmap of one that is stored turned. */
export type DecodedPicture = VideoFrame | ImageBitmap;

/** A frame as it is sent to the page. */
export type Picture = DecodedPicture | PixelPicture;

/** Requests of the page to the decoder. */
export type DecodeRequest =
  /**
   * `known` says what the server read of the file; without it the packets are read here. `converts`: frames are sent as
   * pixels, where that is possible.
   */
  | { readonly kind: 'open'; readonly url: string; readonly known: MediaFacts | undefined; readonly converts: boolean }
  /**
   * Frames to be sent, the first one first, and frames to be decoded after them; replaces what was asked before.
   * `spare` is memory of pixels that are not needed any more.
   */
  | {
      readonly kind: 'want';
      readonly frames: readonly number[];
      readonly ahead: readonly number[];
      readonly spare: readonly ArrayBuffer[];
    };

/** Answers of the decoder. */
export type DecodeReply =
  | { readonly kind: 'opened'; readonly facts: MediaFacts; readonly decodable: boolean }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'frame'; readonly frame: number; readonly picture: Picture }
  /** The file has no picture there that can be decoded. */
  | { readonly kind: 'missing'; readonly frame: number };
