import type { DrawnShape } from '../drawn-shape.ts';
import { tessellate } from '../tessellate.ts';
import { SegmentStore } from './segment-store.ts';

/** Four bytes each: x, y, colour. */
const vertexWords = 3;

/** Fourth byte of a segment's style: a line or a dot of the common size. Zero draws nothing. */
const lineKind = 255;
const dotKind = 1;

/** Space of a number of shapes in the buffers; also a place in them. */
interface Extent {
  readonly segments: number;
  readonly vertices: number;
  readonly indices: number;
}

const none: Extent = { segments: 0, vertices: 0, indices: 0 };

interface Slot {
  readonly at: Extent;
  readonly size: Extent;
}

/**
 * Many shapes in a few GPU buffers, in drawing order. One shape can be changed or erased in its place, or put on top.
 */
export class ShapeBatch {
  readonly #gl: WebGL2RenderingContext;
  readonly #vertexBuffer: WebGLBuffer;
  readonly #indexBuffer: WebGLBuffer;
  readonly segments: SegmentStore;
  readonly fillArray: WebGLVertexArrayObject;
  #vertices = new Float32Array(0);
  #vertexColors = new Uint32Array(0);
  #indices = new Uint32Array(0);
  readonly #slots = new Map<string, Slot>();
  /** Capacity of the GPU buffers. */
  #capacity = none;
  #used = none;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.segments = new SegmentStore(gl);
    this.#vertexBuffer = gl.createBuffer();
    this.#indexBuffer = gl.createBuffer();
    this.fillArray = gl.createVertexArray();
    this.#describe();
  }

  /** Segments to draw, six vertices each. */
  get segmentCount(): number {
    return this.#used.segments;
  }

  /** Vertex numbers of filled triangles to draw. */
  get indexCount(): number {
    return this.#used.indices;
  }

  /** Replaces everything. `spare` is the share of room left for shapes put on top later. */
  load(shapes: readonly DrawnShape[], spare: number = 0): void {
    const gl = this.#gl;
    const needed = shapes.map(sizeOf).reduce(sum, none);
    const withSpare = (count: number): number => Math.ceil(count * (1 + spare));
    this.#capacity = {
      segments: withSpare(needed.segments),
      vertices: withSpare(needed.vertices),
      indices: withSpare(needed.indices),
    };
    this.#allocate();
    this.#slots.clear();
    this.#used = none;
    for (const shape of shapes) this.#slots.set(shape.id, this.#put(shape));
    this.segments.upload(0, this.#used.segments);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#vertexBuffer);
    if (this.#capacity.vertices > 0)
      gl.bufferData(gl.ARRAY_BUFFER, this.#vertices, gl.DYNAMIC_DRAW, 0, this.#capacity.vertices * vertexWords);
    gl.bindVertexArray(this.fillArray);
    if (this.#capacity.indices > 0)
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, this.#indices, gl.DYNAMIC_DRAW, 0, this.#capacity.indices);
    gl.bindVertexArray(null);
  }

  /** Changes a shape in its place; false when it takes another amount of room, so that the batch must be reloaded. */
  replace(shape: DrawnShape): boolean {
    const slot = this.#slots.get(shape.id);
    const size = sizeOf(shape);
    if (
      slot === undefined ||
      slot.size.segments !== size.segments ||
      slot.size.vertices !== size.vertices ||
      slot.size.indices !== size.indices
    )
      return false;
    this.#write(shape, slot.at);
    this.#upload(slot);
    return true;
  }

  /** Puts a shape on top; false when there is no room left. */
  append(shape: DrawnShape): boolean {
    const after = sum(this.#used, sizeOf(shape));
    const fits =
      after.segments <= this.#capacity.segments &&
      after.vertices <= this.#capacity.vertices &&
      after.indices <= this.#capacity.indices;
    if (!fits || this.#slots.has(shape.id)) return false;
    const slot = this.#put(shape);
    this.#slots.set(shape.id, slot);
    this.#upload(slot);
    return true;
  }

  /** Stops drawing a shape; its room is lost until the next load. */
  erase(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.segments.styles.fill(0, slot.at.segments, slot.at.segments + slot.size.segments);
    this.#indices.fill(0, slot.at.indices, slot.at.indices + slot.size.indices);
    this.#upload(slot);
  }

  dispose(): void {
    this.segments.dispose();
    this.#gl.deleteBuffer(this.#vertexBuffer);
    this.#gl.deleteBuffer(this.#indexBuffer);
    this.#gl.deleteVertexArray(this.fillArray);
  }

  #describe(): void {
    const gl = this.#gl;
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
    this.segments.reserve(this.#capacity.segments);
    if (this.#vertices.length < this.#capacity.vertices * vertexWords) {
      this.#vertices = new Float32Array(this.#capacity.vertices * vertexWords);
      this.#vertexColors = new Uint32Array(this.#vertices.buffer);
    }
    if (this.#indices.length < this.#capacity.indices) this.#indices = new Uint32Array(this.#capacity.indices);
  }

  #put(shape: DrawnShape): Slot {
    const slot = { at: this.#used, size: sizeOf(shape) };
    this.#write(shape, slot.at);
    this.#used = sum(slot.at, slot.size);
    return slot;
  }

  #write(shape: DrawnShape, at: Extent): void {
    const cut = tessellate(shape.outline);
    const size = sizeOf(shape);
    const color = ((shape.color >> 16) & 255) | (shape.color & 0xff00) | ((shape.color & 255) << 16);
    this.segments.ends.set(cut.segments, at.segments * 4);
    this.segments.styles.fill((color | (lineKind << 24)) >>> 0, at.segments, at.segments + size.segments - cut.dots);
    this.segments.styles.fill(
      (color | (dotKind << 24)) >>> 0,
      at.segments + size.segments - cut.dots,
      at.segments + size.segments,
    );
    for (let one = 0, word = at.vertices * vertexWords; one < size.vertices; one += 1, word += vertexWords) {
      this.#vertices[word] = cut.vertices[one * 2]!;
      this.#vertices[word + 1] = cut.vertices[one * 2 + 1]!;
      this.#vertexColors[word + 2] = color;
    }
    for (let one = 0; one < size.indices; one += 1) this.#indices[at.indices + one] = cut.triangles[one]! + at.vertices;
  }

  #upload({ at, size }: Slot): void {
    const gl = this.#gl;
    this.segments.upload(at.segments, size.segments);
    if (size.indices === 0) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#vertexBuffer);
    gl.bufferSubData(
      gl.ARRAY_BUFFER,
      at.vertices * vertexWords * 4,
      this.#vertices,
      at.vertices * vertexWords,
      size.vertices * vertexWords,
    );
    gl.bindVertexArray(this.fillArray);
    gl.bufferSubData(gl.ELEMENT_ARRAY_BUFFER, at.indices * 4, this.#indices, at.indices, size.indices);
    gl.bindVertexArray(null);
  }
}

function sizeOf(shape: DrawnShape): Extent {
  const cut = tessellate(shape.outline);
  return { segments: cut.segments.length >> 2, vertices: cut.vertices.length >> 1, indices: cut.triangles.length };
}

function sum(first: Extent, second: Extent): Extent {
  return {
    segments: first.segments + second.segments,
    vertices: first.vertices + second.vertices,
    indices: first.indices + second.indices,
  };
}
