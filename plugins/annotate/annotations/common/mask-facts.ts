/** Facts about a mask known without reading its pixels. */
export interface MaskFacts {
  /** SHA-256 of the PNG as 64 hexadecimal digits: how documents name it. */
  readonly hash: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** 24-bit part colours in the order of their first pixel, and how many pixels each has. */
  readonly colors: readonly (readonly [color: number, pixels: number])[];
  /** The first pixel whose alpha was neither 0 nor 255 in what was sent. */
  readonly softAlpha?: { readonly x: number; readonly y: number; readonly alpha: number };
}

/** The root field of a pixel document that names its mask. */
export const maskField = 'mask';
