import { rendersInSoftware } from '#plugins/annotate/stage/web/kit/index.ts';
import type { Picture } from './decode/decode-messages.ts';

/**
 * Draws pictures over an entire canvas. Without a graphics card the colours of a frame are converted into memory that is
 * used again for the next one, which takes a tenth of the time of drawing the frame (3840 × 2160 in Chromium 153: 6
 * instead of 75 ms) and gives the same pixels.
 */
export class FramePainter {
  readonly #context: CanvasRenderingContext2D;
  /**
   * The browser converts a frame before `copyTo` returns, so that it is shown together with its shapes. Undefined until
   * it was tried.
   */
  #converts: boolean | undefined;
  #pixels: ImageData | undefined;
  #turn = 0;

  constructor(context: CanvasRenderingContext2D) {
    this.#context = context;
  }

  /** Draws a picture; it may be closed at once. The pixels are there after the microtasks of the caller. */
  paint(picture: Picture): void {
    this.#turn += 1;
    const pixels = 'copyTo' in picture ? this.#pixelsFor(picture) : undefined;
    if (pixels === undefined) return this.#draw(picture);
    const frame = picture as VideoFrame;
    if (this.#converts === true) void this.#put(frame, pixels, this.#turn);
    else {
      this.#draw(frame);
      void this.#try(frame, pixels);
    }
  }

  /** Fills the canvas with a colour. */
  fill(colour: string): void {
    this.#turn += 1;
    const { canvas } = this.#context;
    this.#context.fillStyle = colour;
    this.#context.fillRect(0, 0, canvas.width, canvas.height);
  }

  #draw(picture: Picture): void {
    const { canvas } = this.#context;
    this.#context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }

  async #put(frame: VideoFrame, pixels: ImageData, turn: number): Promise<void> {
    try {
      await frame.copyTo(pixels.data, { format: 'RGBA' });
      if (turn === this.#turn) this.#context.putImageData(pixels, 0, 0);
    } catch {
      // The format of this frame has no conversion.
      this.#converts = false;
      if (turn === this.#turn && frame.format !== null) this.#draw(frame);
    }
  }

  /** Finds out whether frames are converted at once, by one that was drawn. */
  async #try(frame: VideoFrame, pixels: ImageData): Promise<void> {
    this.#converts = false;
    let isDone = false;
    frame.copyTo(pixels.data, { format: 'RGBA' }).then(
      () => (isDone = true),
      () => undefined,
    );
    await undefined;
    this.#converts = isDone;
  }

  /** Returns memory for a frame that is shown pixel by pixel; undefined where it is drawn. */
  #pixelsFor({ visibleRect, format }: VideoFrame): ImageData | undefined {
    const { width, height } = this.#context.canvas;
    if (this.#converts === false || visibleRect?.width !== width || visibleRect.height !== height) return undefined;
    const isTransparent = format?.includes('A') === true;
    if (isTransparent || !rendersInSoftware()) return undefined;
    if (this.#pixels?.width !== width || this.#pixels.height !== height) this.#pixels = new ImageData(width, height);
    return this.#pixels;
  }
}
