import type { DrawnShape } from '../drawn-shape.ts';
import { dotSize } from '../stage-renderer.ts';
import { tessellate } from '../tessellate.ts';

/** Four bytes each: from x, y, to x, y, colour with kind. */
const segmentWords = 5;
/** x, y, colour. */
const vertexWords = 3;

/** Value of the fourth colour byte of a segment: a line of the common width, or a dot of so many eighths of a CSS pixel. Zero draws nothing. */
const lineKind = 255;
const dotKind = dotSize * 8;

interface Slot {
  readonly segment: number;
  readonly segments: number;
  readonly vertex: number;
  readonly vertices: number;
  readonly index: number;
  readonly indices: number;
}

/** Many shapes in a few GPU buffers, in drawing order. One shape can be changed or erased in its place, or put on top. */
export class ShapeBatch {
  readonly #gl: WebGL2RenderingContext;
  readonly #segmentBuffer: WebGLBuffer;
  readonly #vertexBuffer: WebGLBuffer;
  readonly #indexBuffer: WebGLBuffer;
  readonly segmentArray: WebGLVertexArrayObject;
  readonly fillArray: WebGLVertexArrayObject;
  #segments = new Float32Array(0);
  #segmentColors = new Uint32Array(0);
  #vertices = new Float32Array(0);
  #vertexColors = new Uint32Array(0);
  #indices = new Uint32Array(0);
  /** What the GPU buffers hold at most, in entries. */
  #room = { segments: 0, vertices: 0, indices: 0 };
  #slots = new Map<string, Slot>();
  #segmentCount = 0;
  #vertexCount = 0;
  #indexCount = 0;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#segmentBuffer = gl.createBuffer();
    this.#vertexBuffer = gl.createBuffer();
    this.#indexBuffer = gl.createBuffer();
    this.segmentArray = gl.createVertexArray();
    this.fillArray = gl.createVertexArray();
    this.#describe();
  }

  /** Segments to draw, four vertices each. */
  get segmentCount(): number {
    return this.#segmentCount;
  }

  /** Vertex numbers of filled triangles to draw. */
  get indexCount(): number {
    return this.#indexCount;
  }

  /** Replaces everything. `spare` is the share of room left for shapes put on top later. */
  load(shapes: readonly DrawnShape[], spare: number = 0): void {
    const gl = this.#gl;
    let segments = 0;
    let vertices = 0;
    let indices = 0;
    for (const shape of shapes) {
      const cut = tessellate(shape.outline);
      segments += cut.segments.length >> 2;
      vertices += cut.vertices.length >> 1;
      indices += cut.triangles.length;
    }
    this.#room = { segments: Math.ceil(segments * (1 + spare)), vertices: Math.ceil(vertices * (1 + spare)), indices: Math.ceil(indices * (1 + spare)) };
    this.#allocate();
    this.#slots.clear();
    this.#segmentCount = 0;
    this.#vertexCount = 0;
    this.#indexCount = 0;
    for (const shape of shapes) this.#slots.set(shape.id, this.#write(shape, this.#segmentCount, this.#vertexCount, this.#indexCount));
    this.#upload(gl.ARRAY_BUFFER, this.#segmentBuffer, this.#segments, this.#room.segments * segmentWords);
    this.#upload(gl.ARRAY_BUFFER, this.#vertexBuffer, this.#vertices, this.#room.vertices * vertexWords);
    gl.bindVertexArray(this.fillArray);
    this.#upload(gl.ELEMENT_ARRAY_BUFFER, this.#indexBuffer, this.#indices, this.#room.indices);
    gl.bindVertexArray(null);
  }

  /** Changes a shape in its place; false when it takes another amount of room, so that the batch must be loaded anew. */
  replace(shape: DrawnShape): boolean {
    const slot = this.#slots.get(shape.id);
    const cut = tessellate(shape.outline);
    if (slot === undefined || slot.segments !== cut.segments.length >> 2 || slot.vertices !== cut.vertices.length >> 1 || slot.indices !== cut.triangles.length) return false;
    const { segmentCount, vertexCount, indexCount } = { segmentCount: this.#segmentCount, vertexCount: this.#vertexCount, indexCount: this.#indexCount };
    this.#write(shape, slot.segment, slot.vertex, slot.index);
    this.#segmentCount = segmentCount;
    this.#vertexCount = vertexCount;
    this.#indexCount = indexCount;
    this.#uploadSlot(slot);
    return true;
  }

  /** Puts a shape on top; false when there is no room left. */
  append(shape: DrawnShape): boolean {
    const cut = tessellate(shape.outline);
    const fits =
      this.#segmentCount + (cut.segments.length >> 2) <= this.#room.segments &&
      this.#vertexCount + (cut.vertices.length >> 1) <= this.#room.vertices &&
      this.#indexCount + cut.triangles.length <= this.#room.indices;
    if (!fits || this.#slots.has(shape.id)) return false;
    const slot = this.#write(shape, this.#segmentCount, this.#vertexCount, this.#indexCount);
    this.#slots.set(shape.id, slot);
    this.#uploadSlot(slot);
    return true;
  }

  /** Stops drawing a shape; its room is lost until the next load. */
  erase(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.#segments.fill(0, slot.segment * segmentWords, (slot.segment + slot.segments) * segmentWords);
    this.#indices.fill(0, slot.index, slot.index + slot.indices);
    this.#uploadSlot(slot);
  }

  dispose(): void {
    const gl = this.#gl;
    for (const buffer of [this.#segmentBuffer, this.#vertexBuffer, this.#indexBuffer]) gl.deleteBuffer(buffer);
    gl.deleteVertexArray(this.segmentArray);
    gl.deleteVertexArray(this.fillArray);
  }

  #describe(): void {
    const gl = this.#gl;
    gl.bindVertexArray(this.segmentArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#segmentBuffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 4, gl.FLOAT, false, segmentWords * 4, 0);
    gl.vertexAttribDivisor(0, 1);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 4, gl.UNSIGNED_BYTE, true, segmentWords * 4, 16);
    gl.vertexAttribDivisor(1, 1);
    gl.bindVertexArray(this.fillArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#vertexBuffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, vertexWords * 4, 0);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 4, gl.UNSIGNED_BYTE, true, vertexWords * 4, 8);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#indexBuffer);
    gl.bindVertexArray(null);
  }

  #allocate(): void {
    const { segments, vertices, indices } = this.#room;
    if (this.#segmentColors.length < segments * segmentWords) {
      this.#segments = new Float32Array(segments * segmentWords);
      this.#segmentColors = new Uint32Array(this.#segments.buffer);
    }
    if (this.#vertexColors.length < vertices * vertexWords) {
      this.#vertices = new Float32Array(vertices * vertexWords);
      this.#vertexColors = new Uint32Array(this.#vertices.buffer);
    }
    if (this.#indices.length < indices) this.#indices = new Uint32Array(indices);
  }

  #write(shape: DrawnShape, segment: number, vertex: number, index: number): Slot {
    const cut = tessellate(shape.outline);
    const segments = cut.segments.length >> 2;
    const vertices = cut.vertices.length >> 1;
    const color = ((shape.color >> 16) & 255) | (shape.color & 0xff00) | ((shape.color & 255) << 16);
    const lineColor = (color | (lineKind << 24)) >>> 0;
    const dotColor = (color | (dotKind << 24)) >>> 0;
    const to = this.#segments;
    const from = cut.segments;
    for (let one = 0, at = segment * segmentWords; one < segments; one += 1, at += segmentWords) {
      const source = one * 4;
      to[at] = from[source]!;
      to[at + 1] = from[source + 1]!;
      to[at + 2] = from[source + 2]!;
      to[at + 3] = from[source + 3]!;
      this.#segmentColors[at + 4] = one >= segments - cut.dots ? dotColor : lineColor;
    }
    for (let one = 0, at = vertex * vertexWords; one < vertices; one += 1, at += vertexWords) {
      this.#vertices[at] = cut.vertices[one * 2]!;
      this.#vertices[at + 1] = cut.vertices[one * 2 + 1]!;
      this.#vertexColors[at + 2] = lineColor;
    }
    const indices = cut.triangles.length;
    for (let one = 0; one < indices; one += 1) this.#indices[index + one] = cut.triangles[one]! + vertex;
    this.#segmentCount = segment + segments;
    this.#vertexCount = vertex + vertices;
    this.#indexCount = index + indices;
    return { segment, segments, vertex, vertices, index, indices };
  }

  #uploadSlot(slot: Slot): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#segmentBuffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, slot.segment * segmentWords * 4, this.#segments, slot.segment * segmentWords, slot.segments * segmentWords);
    if (slot.indices === 0) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#vertexBuffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, slot.vertex * vertexWords * 4, this.#vertices, slot.vertex * vertexWords, slot.vertices * vertexWords);
    gl.bindVertexArray(this.fillArray);
    gl.bufferSubData(gl.ELEMENT_ARRAY_BUFFER, slot.index * 4, this.#indices, slot.index, slot.indices);
    gl.bindVertexArray(null);
  }

  #upload(target: number, buffer: WebGLBuffer, data: Float32Array | Uint32Array, length: number): void {
    this.#gl.bindBuffer(target, buffer);
    if (length > 0) this.#gl.bufferData(target, data, this.#gl.DYNAMIC_DRAW, 0, length);
  }
}
