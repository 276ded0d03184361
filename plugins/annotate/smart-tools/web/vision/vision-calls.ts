/** Pixels of four bytes, row by row, as a canvas gives them. */
export interface VisionPicture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

export interface GrabCutInput {
  /** Names the picture and box, so that corrections go on from what was found before. */
  readonly key: string;
  readonly picture: VisionPicture;
  /** Pixels of the picture. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** x, y, label (1 inside, 0 outside), x, y, label … */
  readonly points: readonly number[];
}

/** Calls to the worker. Masks hold 1 inside and 0 outside. */
export interface VisionCalls {
  readonly grabCut: { readonly input: GrabCutInput; readonly output: Uint8Array };
  /** The picture in which borders are followed from now on. */
  readonly wireOpen: { readonly input: VisionPicture; readonly output: undefined };
  readonly wireSeed: { readonly input: { readonly x: number; readonly y: number }; readonly output: undefined };
  /** The way along borders from the seed to a pixel: x, y, … */
  readonly wirePath: { readonly input: { readonly x: number; readonly y: number }; readonly output: readonly number[] };
  /** Pixels that hang together with one and differ from it by at most `tolerance` (0..255) in each colour. */
  readonly wand: {
    readonly input: {
      readonly picture: VisionPicture;
      readonly x: number;
      readonly y: number;
      readonly tolerance: number;
    };
    readonly output: Uint8Array;
  };
}
export type VisionCall = keyof VisionCalls;

export interface VisionRequest {
  readonly id: number;
  readonly call: VisionCall;
  readonly input: unknown;
}

export type VisionAnswer =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly error: string };
