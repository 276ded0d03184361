/** A sound whose loudness is read. */
export interface SoundRequest {
  readonly url: string;
  /** Microseconds. */
  readonly duration: number;
}

/** The loudness of a sound, as far as it is read. */
export type SoundReply =
  | { readonly kind: 'read'; readonly from: number; readonly loudness: Uint8Array<ArrayBuffer> }
  /** This browser has no decoder for it. */
  | { readonly kind: 'undecodable' }
  | { readonly kind: 'failed' };
