/** Texels of one row of the data textures. */
const rowLength = 2048;

/**
 * Line segments in two textures that the vertex shader reads by number: ends (from x, y, to x, y in item pixels) and
 * style (colour with kind). Six vertices per segment need no vertex buffer at all, which is many times faster than
 * instances where the GPU is a program, and a quarter of the data of quads.
 */
export class SegmentStore {
  readonly #gl: WebGL2RenderingContext;
  readonly #ends: WebGLTexture;
  readonly #styles: WebGLTexture;
  /** Four numbers per segment. */
  ends = new Float32Array(0);
  /** Red, green, blue and kind, one byte each, per segment. */
  styles = new Uint32Array(0);
  #rows = 0;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#ends = makeTexture(gl);
    this.#styles = makeTexture(gl);
  }

  /** Makes room for so many segments; what was stored is lost when there was not enough. */
  reserve(segments: number): void {
    const rows = Math.max(1, Math.ceil(segments / rowLength));
    if (rows <= this.#rows) return;
    const gl = this.#gl;
    this.#rows = rows;
    this.ends = new Float32Array(rows * rowLength * 4);
    this.styles = new Uint32Array(rows * rowLength);
    gl.bindTexture(gl.TEXTURE_2D, this.#ends);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, rowLength, rows, 0, gl.RGBA, gl.FLOAT, null);
    gl.bindTexture(gl.TEXTURE_2D, this.#styles);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, rowLength, rows, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
  }

  /** Sends segments `from`..`from + count` to the GPU, in whole rows. */
  upload(from: number, count: number): void {
    if (count === 0) return;
    const gl = this.#gl;
    const first = Math.floor(from / rowLength);
    const rows = Math.ceil((from + count) / rowLength) - first;
    // Both are states of the context that the picture's tiles change.
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.bindTexture(gl.TEXTURE_2D, this.#ends);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, first, rowLength, rows, gl.RGBA, gl.FLOAT, this.ends, first * rowLength * 4);
    gl.bindTexture(gl.TEXTURE_2D, this.#styles);
    gl.texSubImage2D(
      gl.TEXTURE_2D,
      0,
      0,
      first,
      rowLength,
      rows,
      gl.RGBA,
      gl.UNSIGNED_BYTE,
      new Uint8Array(this.styles.buffer),
      first * rowLength * 4,
    );
  }

  /** Binds the textures to units 0 and 1. */
  bind(): void {
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.#styles);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#ends);
  }

  dispose(): void {
    this.#gl.deleteTexture(this.#ends);
    this.#gl.deleteTexture(this.#styles);
  }
}

/** Shader text: `segmentEnds(n)` and `segmentStyle(n)`, from units 0 and 1. */
export const segmentShader = `
uniform highp sampler2D u_ends;
uniform lowp sampler2D u_styles;
vec4 segmentEnds(int n) { return texelFetch(u_ends, ivec2(n & ${rowLength - 1}, n >> ${Math.log2(rowLength)}), 0); }
vec4 segmentStyle(int n) { return texelFetch(u_styles, ivec2(n & ${rowLength - 1}, n >> ${Math.log2(rowLength)}), 0); }
`;

function makeTexture(gl: WebGL2RenderingContext): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
  for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
  return texture;
}
