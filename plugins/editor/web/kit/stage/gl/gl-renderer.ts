import type { Rectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import { grow, intersect, isEmptyRectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import type { ImageSource } from '../image/image-source.ts';
import { TileCache } from '../image/tile-cache.ts';
import type { ShapeLayer } from '../shape-layer.ts';
import type { StageFrame, StageRenderer } from '../stage-renderer.ts';
import { emphasisOpacity, overhang, visiblePart } from '../stage-renderer.ts';
import { ImagePass } from './image-pass.ts';
import { ShapeBatches } from './shape-batches.ts';
import { ShapePass } from './shape-pass.ts';

interface Programs {
  readonly images: ImagePass;
  readonly shapes: ShapePass;
  readonly batches: ShapeBatches;
}

/**
 * Draws with WebGL 2. The view is a uniform, so panning and zooming send nothing; an edit draws only the damaged part of the canvas.
 * A lost context is restored by itself.
 */
export class GlRenderer implements StageRenderer {
  readonly kind = 'webgl';
  readonly canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  readonly #layer: ShapeLayer;
  readonly #requestFrame: () => void;
  #programs: Programs;
  #source: ImageSource | undefined;
  #tiles: TileCache<WebGLTexture> | undefined;
  readonly #ending = new AbortController();

  /** @throws Error when WebGL 2 is not to be had; the caller then takes the canvas renderer. */
  constructor(layer: ShapeLayer, requestFrame: () => void) {
    this.canvas = document.createElement('canvas');
    // Drawing only the damaged part needs what was drawn before.
    const gl = this.canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, stencil: false, preserveDrawingBuffer: true, powerPreference: 'high-performance' });
    if (gl === null) throw new Error('WebGL 2 is not available');
    this.#gl = gl;
    this.#layer = layer;
    this.#requestFrame = requestFrame;
    this.#programs = this.#prepare();
    const { signal } = this.#ending;
    this.canvas.addEventListener('webglcontextlost', event => event.preventDefault(), { signal });
    this.canvas.addEventListener('webglcontextrestored', () => this.#restore(), { signal });
  }

  get settled(): boolean {
    return this.#tiles?.complete ?? false;
  }

  setImage(source: ImageSource | undefined): void {
    this.#tiles?.dispose();
    this.#source = source;
    this.#tiles = source === undefined ? undefined : new TileCache(source, this.#programs.images, this.#requestFrame);
  }

  draw(frame: StageFrame): void {
    const gl = this.#gl;
    const { images, shapes, batches } = this.#programs;
    if (gl.isContextLost()) return;
    const resized = this.#resize(frame);
    batches.follow(this.#layer.takeChanges());
    const visible = visiblePart(frame);
    const damage = resized || frame.damage === undefined ? undefined : intersect(grow(frame.damage, overhang / frame.view.zoom), visible);
    if (damage !== undefined && isEmptyRectangle(damage)) return;
    const part = damage ?? visible;
    this.#clip(damage, frame);
    gl.clearColor(...frame.background, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    images.draw(this.#tiles?.tilesFor(part, frame.view.zoom * frame.ratio) ?? [], frame);
    if (frame.style.hidden) return;
    const margin = overhang / frame.view.zoom;
    const batch = damage === undefined ? batches.forView(grow(visible, margin)) : batches.forDamage(grow(damage, margin));
    const { fillOpacity, strokeWidth: width } = frame.style;
    shapes.drawFills(batch, frame, fillOpacity);
    shapes.drawStrokes(batch, frame, { width, grow: 0, tint: [0, 0, 0, 0] });
    const { hovered, selected } = batches.emphasized();
    shapes.drawFills(hovered, frame, emphasisOpacity(fillOpacity));
    shapes.drawStrokes(hovered, frame, { width, grow: 1, tint: [1, 1, 1, 0.35] });
    shapes.drawFills(selected, frame, emphasisOpacity(fillOpacity));
    shapes.drawStrokes(selected, frame, { width, grow: 3, tint: [1, 1, 1, 1] });
    shapes.drawStrokes(selected, frame, { width, grow: 0.5, tint: [0, 0, 0, 0] });
  }

  dispose(): void {
    this.#ending.abort();
    this.#tiles?.dispose();
    this.#release();
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  #prepare(): Programs {
    return { images: new ImagePass(this.#gl), shapes: new ShapePass(this.#gl), batches: new ShapeBatches(this.#gl, this.#layer) };
  }

  #release(): void {
    for (const part of Object.values(this.#programs) as { dispose(): void }[]) part.dispose();
  }

  #restore(): void {
    this.#programs = this.#prepare();
    this.setImage(this.#source);
    this.#requestFrame();
  }

  #resize(frame: StageFrame): boolean {
    const width = Math.max(1, Math.round(frame.viewport.width * frame.ratio));
    const height = Math.max(1, Math.round(frame.viewport.height * frame.ratio));
    if (this.canvas.width === width && this.canvas.height === height) return false;
    this.canvas.width = width;
    this.canvas.height = height;
    this.#gl.viewport(0, 0, width, height);
    return true;
  }

  #clip(damage: Rectangle | undefined, frame: StageFrame): void {
    const gl = this.#gl;
    if (damage === undefined) {
      gl.disable(gl.SCISSOR_TEST);
      return;
    }
    const scale = frame.view.zoom * frame.ratio;
    const left = Math.floor((damage.minX - frame.view.centre.x) * scale + this.canvas.width / 2);
    const right = Math.ceil((damage.maxX - frame.view.centre.x) * scale + this.canvas.width / 2);
    const top = Math.floor((damage.minY - frame.view.centre.y) * scale + this.canvas.height / 2);
    const bottom = Math.ceil((damage.maxY - frame.view.centre.y) * scale + this.canvas.height / 2);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(left, this.canvas.height - bottom, right - left, bottom - top);
  }
}
