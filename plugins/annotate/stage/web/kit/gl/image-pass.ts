import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { ReadyTile } from '../image/tile-cache.ts';
import { isPlainLook, lookShader } from '../picture-look.ts';
import type { StageFrame } from '../stage-renderer.ts';
import type { Program } from './program.ts';
import { programOf } from './program.ts';
import { setView, viewShader } from './view-transform.ts';

const vertex = `#version 300 es
${viewShader}
uniform vec4 u_bounds;
out vec2 v_place;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  v_place = corner;
  gl_Position = toClip(toDevice(mix(u_bounds.xy, u_bounds.zw, corner)));
}`;

const fragment = `#version 300 es
precision highp float;
uniform sampler2D u_picture;
in vec2 v_place;
out vec4 o_color;
${lookShader}
void main() { o_color = looked(texture(u_picture, v_place)); }`;

/** Device pixels per item pixel from which single pixels are shown as squares. */
const squareFrom = 3;

/** Textures that were made of bitmaps before these are shown. One whose bitmap is gone goes with it. */
let madeAhead = new WeakMap<ImageBitmap, { readonly gl: WebGL2RenderingContext; readonly texture: WebGLTexture }>();

/** Draws the tiles of a picture. */
export class ImagePass {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: Program;
  readonly #corners: WebGLVertexArrayObject;
  readonly #filters = new WeakMap<WebGLTexture, number>();
  #lost = false;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#program = programOf(gl, vertex, fragment);
    this.#corners = gl.createVertexArray();
  }

  /** Makes the texture of a bitmap that will be shown next, in this context. */
  prepare(bitmap: ImageBitmap): void {
    // A closed bitmap was shown meanwhile, or will not be.
    if (bitmap.width > 0 && !madeAhead.has(bitmap))
      madeAhead.set(bitmap, { gl: this.#gl, texture: this.#textureOf(bitmap) });
  }

  /** Makes a texture of a bitmap and closes the bitmap. */
  keep(bitmap: ImageBitmap): WebGLTexture {
    const ahead = madeAhead.get(bitmap);
    const texture = ahead?.gl === this.#gl ? ahead.texture : this.#textureOf(bitmap);
    bitmap.close();
    return texture;
  }

  release(texture: WebGLTexture): void {
    if (!this.#lost) this.#gl.deleteTexture(texture);
  }

  /** The context was lost, and what it held with it: nothing of it may be named again. */
  lose(): void {
    this.#lost = true;
    madeAhead = new WeakMap();
  }

  #textureOf(bitmap: ImageBitmap): WebGLTexture {
    const gl = this.#gl;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    return texture;
  }

  draw(tiles: readonly ReadyTile<WebGLTexture>[], frame: StageFrame): void {
    if (tiles.length === 0) return;
    const gl = this.#gl;
    gl.useProgram(this.#program.program);
    setView(gl, this.#program, frame);
    const { brightness, contrast, gamma, inverted } = frame.look;
    gl.uniform1i(this.#program.uniform('u_plain'), isPlainLook(frame.look) ? 1 : 0);
    gl.uniform1i(this.#program.uniform('u_inverted'), inverted ? 1 : 0);
    gl.uniform3f(this.#program.uniform('u_look'), brightness, contrast, gamma);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindVertexArray(this.#corners);
    const filter = frame.view.zoom * frame.ratio >= squareFrom ? gl.NEAREST : gl.LINEAR;
    for (const tile of tiles) this.#drawTile(tile.kept, tile.bounds, filter);
    gl.bindVertexArray(null);
  }

  dispose(): void {
    this.#gl.deleteVertexArray(this.#corners);
  }

  #drawTile(texture: WebGLTexture, bounds: Rectangle, filter: number): void {
    const gl = this.#gl;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    if (this.#filters.get(texture) !== filter) gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);
    this.#filters.set(texture, filter);
    gl.uniform4f(this.#program.uniform('u_bounds'), bounds.minX, bounds.minY, bounds.maxX, bounds.maxY);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }
}
