import type { Size } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** Milliseconds between two looks whether pixels have come. */
const pause = 4;

interface Awaited {
  readonly size: Size;
  readonly buffer: WebGLBuffer;
  readonly fence: WebGLSync;
  readonly take: (pixels: ImageData) => void;
}

/**
 * Draws with WebGL 2 beside the screen and brings the pixels back: at once, or without waiting for them. All that is
 * drawn must be opaque. Pixels are to be copied at once: the next ones take their place.
 */
export class PixelReader {
  readonly #gl: WebGL2RenderingContext;
  readonly #onArrival: () => void;
  readonly #awaited: Awaited[] = [];
  #framebuffer: WebGLFramebuffer | undefined;
  #texture: WebGLTexture | undefined;
  #size: Size = { width: 0, height: 0 };
  /** Memory of the pixels that came last, for the next ones of the same size. */
  #pixels: ImageData | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onArrival` is called after pixels that were not waited for have been taken. */
  constructor(gl: WebGL2RenderingContext, onArrival: () => void) {
    this.#gl = gl;
    this.#onArrival = onArrival;
  }

  /** Draws, and waits for the pixels. */
  now(size: Size, draw: () => void): ImageData {
    const gl = this.#gl;
    this.#begin(size);
    draw();
    const pixels = this.#memory(size);
    gl.readPixels(0, 0, size.width, size.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels.data);
    return turnUpright(pixels);
  }

  /** Draws, and gives the pixels to `take` when they have come, in the order of the calls. */
  later(size: Size, draw: () => void, take: (pixels: ImageData) => void): void {
    const gl = this.#gl;
    this.#begin(size);
    draw();
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
    gl.bufferData(gl.PIXEL_PACK_BUFFER, size.width * size.height * 4, gl.STREAM_READ);
    gl.readPixels(0, 0, size.width, size.height, gl.RGBA, gl.UNSIGNED_BYTE, 0);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (fence === null) return;
    gl.flush();
    this.#awaited.push({ size, buffer, fence, take });
    this.#timer ??= setTimeout(this.#look, pause);
  }

  /** Forgets what belongs to a lost context. */
  restore(): void {
    this.#awaited.length = 0;
    this.#framebuffer = undefined;
    this.#texture = undefined;
    this.#size = { width: 0, height: 0 };
  }

  dispose(): void {
    clearTimeout(this.#timer);
    const gl = this.#gl;
    for (const { buffer, fence } of this.#awaited.splice(0)) {
      gl.deleteBuffer(buffer);
      gl.deleteSync(fence);
    }
    if (this.#framebuffer !== undefined) gl.deleteFramebuffer(this.#framebuffer);
    if (this.#texture !== undefined) gl.deleteTexture(this.#texture);
  }

  readonly #look = (): void => {
    const gl = this.#gl;
    this.#timer = undefined;
    let came = false;
    while (this.#awaited.length > 0) {
      const { size, buffer, fence, take } = this.#awaited[0]!;
      if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) break;
      this.#awaited.shift();
      const pixels = this.#memory(size);
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
      gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, pixels.data);
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
      gl.deleteBuffer(buffer);
      gl.deleteSync(fence);
      take(turnUpright(pixels));
      came = true;
    }
    if (this.#awaited.length > 0) this.#timer = setTimeout(this.#look, pause);
    if (came) this.#onArrival();
  };

  #memory({ width, height }: Size): ImageData {
    if (this.#pixels?.width !== width || this.#pixels.height !== height) this.#pixels = new ImageData(width, height);
    return this.#pixels;
  }

  #begin(size: Size): void {
    const gl = this.#gl;
    this.#framebuffer ??= gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#framebuffer);
    if (size.width > this.#size.width || size.height > this.#size.height) this.#enlarge(size);
    gl.viewport(0, 0, size.width, size.height);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(0, 0, size.width, size.height);
  }

  #enlarge(size: Size): void {
    const gl = this.#gl;
    const roundedUp = (length: number): number => Math.ceil(length / 256) * 256;
    this.#size = {
      width: roundedUp(Math.max(size.width, this.#size.width)),
      height: roundedUp(Math.max(size.height, this.#size.height)),
    };
    if (this.#texture !== undefined) gl.deleteTexture(this.#texture);
    this.#texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, this.#size.width, this.#size.height);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.#texture, 0);
  }
}

/** WebGL gives the lowest row first. */
function turnUpright(pixels: ImageData): ImageData {
  const { data, width, height } = pixels;
  const row = width * 4;
  const kept = new Uint8ClampedArray(row);
  for (let top = 0, bottom = (height - 1) * row; top < bottom; top += row, bottom -= row) {
    kept.set(data.subarray(top, top + row));
    data.copyWithin(top, bottom, bottom + row);
    data.set(kept, bottom);
  }
  return pixels;
}
