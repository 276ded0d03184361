/** From the page to the worker that cuts pictures into superpixels. */
export interface SuperpixelRequest {
  readonly request: number;
  /** Four bytes a pixel. */
  readonly picture: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  /** Width of a cell, pixels. */
  readonly side: number;
}

/** From the worker back: the number of each pixel's cell. */
export interface SuperpixelReply {
  readonly request: number;
  readonly cells: Int32Array;
}
