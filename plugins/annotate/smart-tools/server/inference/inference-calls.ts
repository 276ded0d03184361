import type { Candidate, TextLine } from '../../common/api.ts';
import type { PictureTag } from '../vectors/embedding-provider.ts';

/** Side of the picture that the encoder sees, in pixels: every picture is stretched to a square. */
export const ENCODED_SIDE = 1024;
/** Side of the logits that the decoder gives. */
export const LOGIT_SIDE = 256;

/** Pixels of three bytes, red first, row by row. */
export interface RgbPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface EncodeInput {
  /** `TEAM/HASH`: where the embedding is kept. */
  readonly key: string;
  /** 1024 × 1024 × 3 bytes. */
  readonly pixels: Uint8Array;
  /** Nothing of it is kept on the disk. */
  readonly inMemory?: boolean;
}

export interface PredictInput {
  readonly key: string;
  /** x, y, … on the 1024 square. */
  readonly coordinates: Float32Array;
  /** 1 inside, 0 outside, 2 and 3 the corners of a box. */
  readonly labels: Float32Array;
  readonly previous?: { readonly id: string; readonly candidate: number };
  /** Size of the mask's grid. */
  readonly width: number;
  readonly height: number;
  /** Grid cells to a unit of the outline. */
  readonly step: number;
}

/** `missing`: no embedding is kept under the key. */
export type PredictOutput =
  | { readonly missing: true }
  | {
      readonly missing: false;
      readonly id: string;
      readonly candidates: readonly Candidate[];
      /** Outline of the best candidate's largest part, item pixels. */
      readonly points: readonly number[];
      readonly ms: number;
    };

export interface ReadInput {
  readonly pixels: RgbPixels;
  /** Corners of the region in these pixels, from the text's top left clockwise; the whole picture when absent. */
  readonly region?: readonly number[];
}

export interface ReadOutput {
  /** Corners in the pixels of the input. */
  readonly lines: readonly TextLine[];
  readonly ms: number;
}

/** Calls to a model thread. */
export interface InferenceCalls {
  readonly encode: {
    readonly input: EncodeInput;
    readonly output: { readonly embedding: Float32Array; readonly ms: number };
  };
  readonly hold: {
    readonly input: { readonly key: string; readonly embedding: Float32Array };
    readonly output: object;
  };
  readonly holds: { readonly input: { readonly key: string }; readonly output: { readonly held: boolean } };
  readonly predict: { readonly input: PredictInput; readonly output: PredictOutput };
  readonly read: { readonly input: ReadInput; readonly output: ReadOutput };
  /** Vectors one after another, and the most probable tags, of pictures of 224 × 224 × 3 bytes. */
  readonly embedPictures: {
    readonly input: { readonly pixels: Uint8Array; readonly count: number };
    readonly output: { readonly vectors: Float32Array; readonly tags: readonly (readonly PictureTag[])[] };
  };
  /** Vectors of texts one after another, of length 1 each. */
  readonly embedTexts: {
    readonly input: { readonly texts: readonly string[] };
    readonly output: { readonly vectors: Float32Array };
  };
  /** Returns how well each tag fits words. */
  readonly matchTags: { readonly input: { readonly text: string }; readonly output: { readonly scores: Float32Array } };
}
export type InferenceCall = keyof InferenceCalls;

/** Settings of a model thread. */
export interface InferenceSettings {
  readonly modelsFolder: string;
  /** Empty: embeddings are kept in memory only. */
  readonly cacheFolder: string;
  /** Threads of the runtime inside one model thread. */
  readonly threads: number;
}

export interface InferenceRequest {
  readonly id: number;
  readonly call: InferenceCall;
  readonly input: unknown;
}

export type InferenceAnswer =
  | { readonly id: number; readonly output: unknown }
  | {
      readonly id: number;
      readonly fault: { readonly code: string; readonly message: string; readonly status: number };
    };
