/** Side of the square pictures that providers take, in pixels. */
export const EMBEDDED_SIDE = 224;

/** A tag of a picture: the place of its name in the list of the provider, and its probability. */
export type PictureTag = readonly [place: number, probability: number];

/** The vector of a picture, of length 1, and what the provider recognized in it. */
export interface ImageEmbedding {
  readonly vector: Float32Array;
  readonly tags: readonly PictureTag[];
}

/** Words to look for: a vector of the same space as pictures, or how well each tag of the provider fits. */
export type TextMatch =
  | { readonly by: 'vector'; readonly vector: Float32Array }
  | { readonly by: 'tags'; readonly scores: Float32Array };

/** Turns pictures, and words about pictures, into vectors. Vectors of different versions cannot be compared. */
export interface EmbeddingProvider {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly dimension: number;
  /** `joint`: words and pictures have vectors of one space. */
  readonly modalities: readonly ('text' | 'image' | 'joint')[];
  /**
   * Embeds upright RGB pictures of {@link EMBEDDED_SIDE} × {@link EMBEDDED_SIDE} × 3 bytes.
   * @throws Fault of the model.
   */
  embedImages(pictures: readonly Uint8Array[]): Promise<readonly ImageEmbedding[]>;
  /** @throws Fault MODEL_UNAVAILABLE (503) when words cannot be compared. */
  matchText(text: string): Promise<TextMatch>;
}

/** The provider that answers, or the reason why there is none and what to install. */
export type EmbeddingReadiness =
  | { readonly provider: EmbeddingProvider; readonly textReason: string | undefined }
  | { readonly provider: undefined; readonly reason: string };

/** Turns texts into vectors of length 1 whose angles say how near their meanings are. */
export interface TextEmbeddingProvider {
  readonly title: string;
  readonly version: string;
  readonly dimension: number;
  /** @throws Fault of the model. */
  embedTexts(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** The provider of texts that answers, or the reason why there is none and what to install. */
export type TextReadiness =
  | { readonly provider: TextEmbeddingProvider }
  | { readonly provider: undefined; readonly reason: string };
