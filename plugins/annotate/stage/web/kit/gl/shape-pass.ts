import type { StageFrame } from '../stage-renderer.ts';
import type { Program } from './program.ts';
import { programOf } from './program.ts';
import { segmentShader } from './segment-store.ts';
import type { ShapeBatch } from './shape-batch.ts';
import { setView, viewShader } from './view-transform.ts';

const fillVertex = `#version 300 es
layout(location = 0) in vec2 a_place;
layout(location = 1) in vec4 a_color;
${viewShader}
flat out vec3 v_color;
void main() {
  v_color = a_color.rgb;
  gl_Position = toClip(toDevice(a_place));
}`;

const fillFragment = `#version 300 es
precision mediump float;
uniform float u_opacity;
flat in vec3 v_color;
out vec4 o_color;
void main() { o_color = vec4(v_color * u_opacity, u_opacity); }`;

// A segment is a quad around a capsule, so that neighbours join round and dots are segments without length.
const strokeVertex = `#version 300 es
precision highp float;
${viewShader}
${segmentShader}
uniform float u_width;
uniform float u_dot;
uniform float u_grow;
uniform float u_ratio;
uniform vec4 u_tint;
out vec2 v_place;
flat out float v_length;
flat out float v_radius;
flat out vec3 v_color;
void main() {
  int corner = gl_VertexID % 6;
  corner = corner < 3 ? corner : corner - 2;
  vec4 ends = segmentEnds(gl_VertexID / 6);
  vec4 style = segmentStyle(gl_VertexID / 6);
  float kind = floor(style.a * 255.0 + 0.5);
  if (kind < 0.5) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  float width = (kind > 254.5 ? u_width : u_dot) + u_grow;
  vec2 from = toDevice(ends.xy);
  vec2 way = toDevice(ends.zw) - from;
  float far = length(way);
  vec2 along = far > 1e-4 ? way / far : vec2(1.0, 0.0);
  v_radius = 0.5 * width * u_ratio;
  float reach = v_radius + 0.5;
  float side = (corner & 1) == 0 ? -reach : reach;
  float ahead = corner < 2 ? -reach : far + reach;
  v_place = vec2(ahead, side);
  v_length = far;
  v_color = mix(style.rgb, u_tint.rgb, u_tint.a);
  gl_Position = toClip(from + along * ahead + vec2(-along.y, along.x) * side);
}`;

const strokeFragment = `#version 300 es
precision highp float;
in vec2 v_place;
flat in float v_length;
flat in float v_radius;
flat in vec3 v_color;
out vec4 o_color;
void main() {
  float past = v_place.x - clamp(v_place.x, 0.0, v_length);
  float alpha = clamp(v_radius + 0.5 - length(vec2(past, v_place.y)), 0.0, 1.0);
  if (alpha <= 0.0) discard;
  o_color = vec4(v_color * alpha, alpha);
}`;

/** Style of the strokes of one pass. */
export interface StrokeLook {
  /** CSS pixels. */
  readonly width: number;
  /** CSS pixels added to lines and dots alike. */
  readonly grow: number;
  /** Red, green, blue and the share of it, 0..1. */
  readonly tint: readonly [number, number, number, number];
}

/** Draws batches of shapes. */
export class ShapePass {
  readonly #gl: WebGL2RenderingContext;
  readonly #fill: Program;
  readonly #stroke: Program;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#fill = programOf(gl, fillVertex, fillFragment);
    this.#stroke = programOf(gl, strokeVertex, strokeFragment);
  }

  drawFills(batch: ShapeBatch, frame: StageFrame, opacity: number): void {
    if (batch.indexCount === 0 || opacity <= 0) return;
    const gl = this.#gl;
    gl.useProgram(this.#fill.program);
    setView(gl, this.#fill, frame);
    gl.uniform1f(this.#fill.uniform('u_opacity'), opacity);
    gl.bindVertexArray(batch.fillArray);
    gl.drawElements(gl.TRIANGLES, batch.indexCount, gl.UNSIGNED_INT, 0);
    gl.bindVertexArray(null);
  }

  drawStrokes(batch: ShapeBatch, frame: StageFrame, look: StrokeLook): void {
    if (batch.segmentCount === 0) return;
    const gl = this.#gl;
    gl.useProgram(this.#stroke.program);
    setView(gl, this.#stroke, frame);
    gl.uniform1f(this.#stroke.uniform('u_width'), look.width);
    gl.uniform1f(this.#stroke.uniform('u_dot'), frame.style.dotSize);
    gl.uniform1f(this.#stroke.uniform('u_grow'), look.grow);
    gl.uniform1f(this.#stroke.uniform('u_ratio'), frame.ratio);
    gl.uniform4f(this.#stroke.uniform('u_tint'), ...look.tint);
    gl.uniform1i(this.#stroke.uniform('u_ends'), 0);
    gl.uniform1i(this.#stroke.uniform('u_styles'), 1);
    batch.segments.bind();
    gl.drawArrays(gl.TRIANGLES, 0, batch.segmentCount * 6);
  }
}
