import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { intersect, isEmptyRectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import type { RasterChanges, RasterLayer } from '../raster-layer.ts';
import type { StageFrame } from '../stage-renderer.ts';
import { emphasisOpacity } from '../stage-renderer.ts';
import type { Program } from './program.ts';
import { programOf } from './program.ts';
import { setView, viewShader } from './view-transform.ts';

/** Pixels along one side of a texture of labels; every WebGL 2 takes that many. */
const blockSize = 2048;

const vertex = `#version 300 es
${viewShader}
uniform vec4 u_bounds;
out vec2 v_place;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  v_place = corner * (u_bounds.zw - u_bounds.xy);
  gl_Position = toClip(toDevice(mix(u_bounds.xy, u_bounds.zw, corner)));
}`;

const fragment = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;
uniform usampler2D u_labels;
uniform usampler2D u_owners;
uniform sampler2D u_palette;
uniform ivec2 u_last;
uniform float u_reach;
uniform float u_fill;
uniform float u_strong;
in vec2 v_place;
out vec4 o_color;
ivec2 entryOf(uint label) { return ivec2(int(label & 255u), int(label >> 8u)); }
bool isOther(vec2 place, uint label, uint owner) {
  uint there = texelFetch(u_labels, clamp(ivec2(floor(place)), ivec2(0), u_last), 0).r;
  return there != label && texelFetch(u_owners, entryOf(there), 0).r != owner;
}
void main() {
  uint label = texelFetch(u_labels, clamp(ivec2(floor(v_place)), ivec2(0), u_last), 0).r;
  if (label == 0u) discard;
  vec4 part = texelFetch(u_palette, entryOf(label), 0);
  float state = floor(part.a * 255.0 + 0.5);
  if (state == 0.0) discard;
  uint owner = texelFetch(u_owners, entryOf(label), 0).r;
  float reach = state > 2.5 ? u_reach * 2.0 : u_reach;
  bool edge = isOther(v_place + vec2(reach, 0.0), label, owner) || isOther(v_place - vec2(reach, 0.0), label, owner)
    || isOther(v_place + vec2(0.0, reach), label, owner) || isOther(v_place - vec2(0.0, reach), label, owner);
  float alpha = edge ? 0.95 : state > 1.5 ? u_strong : u_fill;
  vec3 color = edge && state > 2.5 ? vec3(1.0) : edge && state > 1.5 ? mix(part.rgb, vec3(1.0), 0.6) : part.rgb;
  o_color = vec4(color * alpha, alpha);
}`;

interface Block {
  readonly texture: WebGLTexture;
  readonly bounds: Rectangle;
}

/**
 * Draws a mask: labels in textures, colours by looking them up, so that a change of class or selection sends a few
 * bytes and a stroke only what it painted.
 */
export class RasterPass {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: Program;
  readonly #corners: WebGLVertexArrayObject;
  readonly #palette: WebGLTexture;
  readonly #owners: WebGLTexture;
  #blocks: readonly Block[] = [];
  #shown: LabelRaster | undefined;
  #rows = 0;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#program = programOf(gl, vertex, fragment);
    this.#corners = gl.createVertexArray();
    this.#palette = this.#texture();
    this.#owners = this.#texture();
  }

  /** Sends what changed. */
  follow(layer: RasterLayer, changes: RasterChanges): void {
    const { raster } = layer;
    if (raster === undefined) return;
    if (raster !== this.#shown || changes.everything) this.#begin(raster);
    else if (!isEmptyRectangle(changes.painted))
      for (const block of this.#blocks) this.#send(raster, block, intersect(block.bounds, changes.painted));
    if (changes.looks || this.#rows === 0) this.#sendLooks(layer);
  }

  draw(layer: RasterLayer, part: Rectangle, frame: StageFrame): void {
    if (this.#shown === undefined) return;
    const gl = this.#gl;
    const { opacity, lineWidth } = layer.style;
    gl.useProgram(this.#program.program);
    setView(gl, this.#program, frame);
    gl.uniform1f(this.#program.uniform('u_reach'), Math.max(lineWidth, 1 / frame.ratio) / frame.view.zoom);
    gl.uniform1f(this.#program.uniform('u_fill'), opacity);
    gl.uniform1f(this.#program.uniform('u_strong'), emphasisOpacity(opacity) * 0.5 + opacity * 0.6);
    for (const [unit, name] of ['u_labels', 'u_owners', 'u_palette'].entries())
      gl.uniform1i(this.#program.uniform(name), unit);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.#owners);
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_2D, this.#palette);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindVertexArray(this.#corners);
    for (const { texture, bounds } of this.#blocks) {
      if (isEmptyRectangle(intersect(bounds, part))) continue;
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.uniform4f(this.#program.uniform('u_bounds'), bounds.minX, bounds.minY, bounds.maxX, bounds.maxY);
      gl.uniform2i(this.#program.uniform('u_last'), bounds.maxX - bounds.minX - 1, bounds.maxY - bounds.minY - 1);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }
    gl.bindVertexArray(null);
  }

  dispose(): void {
    const gl = this.#gl;
    for (const texture of [this.#palette, this.#owners, ...this.#blocks.map(block => block.texture)])
      gl.deleteTexture(texture);
    gl.deleteVertexArray(this.#corners);
  }

  #begin(raster: LabelRaster): void {
    const gl = this.#gl;
    for (const { texture } of this.#blocks) gl.deleteTexture(texture);
    const blocks: Block[] = [];
    for (let top = 0; top < raster.height; top += blockSize) {
      for (let left = 0; left < raster.width; left += blockSize) {
        const bounds = {
          minX: left,
          minY: top,
          maxX: Math.min(left + blockSize, raster.width),
          maxY: Math.min(top + blockSize, raster.height),
        };
        const texture = this.#texture();
        gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R16UI, bounds.maxX - left, bounds.maxY - top);
        blocks.push({ texture, bounds });
      }
    }
    this.#blocks = blocks;
    this.#shown = raster;
    for (const block of blocks) this.#send(raster, block, block.bounds);
  }

  #send(raster: LabelRaster, { texture, bounds }: Block, area: Rectangle): void {
    if (isEmptyRectangle(area) || area.minX === area.maxX || area.minY === area.maxY) return;
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 2);
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, raster.width);
    gl.texSubImage2D(
      gl.TEXTURE_2D,
      0,
      area.minX - bounds.minX,
      area.minY - bounds.minY,
      area.maxX - area.minX,
      area.maxY - area.minY,
      gl.RED_INTEGER,
      gl.UNSIGNED_SHORT,
      raster.labels,
      area.minY * raster.width + area.minX,
    );
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
  }

  #sendLooks({ palette, owners }: RasterLayer): void {
    const gl = this.#gl;
    const rows = owners.length / 256;
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#palette);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 256, rows, 0, gl.RGBA, gl.UNSIGNED_BYTE, palette);
    gl.bindTexture(gl.TEXTURE_2D, this.#owners);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R16UI, 256, rows, 0, gl.RED_INTEGER, gl.UNSIGNED_SHORT, owners);
    this.#rows = rows;
  }

  #texture(): WebGLTexture {
    const gl = this.#gl;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
    return texture;
  }
}
