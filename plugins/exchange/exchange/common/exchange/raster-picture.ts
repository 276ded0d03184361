/** A picture of numbers, one a pixel, row by row: indices of a palette, grey values, or 24-bit colours. */
export interface RasterPicture {
  readonly width: number;
  readonly height: number;
  /** `index` 8 bit with a palette, `grey` 8 or 16 bit, `color` 0xRRGGBB. */
  readonly kind: 'index' | 'grey' | 'color';
  readonly bits: 8 | 16;
  readonly pixels: Uint8Array | Uint16Array | Uint32Array;
  /** 0xRRGGBB by index; of `index` only. */
  readonly palette?: readonly number[];
}

/** Reads and writes PNG files; given in, since packing is the server's. */
export interface PngCodec {
  /** @throws Error that says what is wrong */
  decode(bytes: Uint8Array): RasterPicture;
  encode(picture: RasterPicture): Uint8Array;
}
