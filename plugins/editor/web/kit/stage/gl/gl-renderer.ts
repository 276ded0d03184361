import type { Rectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import { grow, intersect, isEmptyRectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import type { ImageSource } from '../image/image-source.ts';
import { TileCache } from '../image/tile-cache.ts';
import type { ShapeLayer } from '../shape-layer.ts';
import type { ShapeStyle, StageFrame, StageRenderer } from '../stage-renderer.ts';
import { emphasisOpacity, overhang, visiblePart } from '../stage-renderer.ts';
import { ImagePass } from './image-pass.ts';
import type { ShapeBatch } from './shape-batch.ts';
import { ShapeBatches } from './shape-batches.ts';
import { ShapePass } from './shape-pass.ts';
import { ShapeTiles } from './shape-tiles.ts';
import { drawsInSoftware } from './software.ts';
import { onDevicePixels } from './view-transform.ts';

/** Shapes gathered for one frame at most; more are crowded. Where the GPU is a program they are then kept as tiles. */
const gatherLimit = 1200;
const gatherLimitInSoftware = 400;

interface Programs {
  readonly images: ImagePass;
  readonly shapes: ShapePass;
  readonly batches: ShapeBatches;
  /** Only where the GPU is a program. */
  readonly tiles: ShapeTiles | undefined;
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
  #crowded = false;
  #style: ShapeStyle | undefined;
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
    return (this.#tiles?.complete ?? false) && (this.#crowded ? (this.#programs.tiles?.complete ?? true) : true);
  }

  setImage(source: ImageSource | undefined): void {
    this.#tiles?.dispose();
    this.#source = source;
    this.#tiles = source === undefined ? undefined : new TileCache(source, this.#programs.images, this.#requestFrame);
  }

  draw(wanted: StageFrame): void {
    const gl = this.#gl;
    const { images, shapes } = this.#programs;
    if (gl.isContextLost()) return;
    const resized = this.#resize(wanted);
    const frame = onDevicePixels(wanted, this.canvas);
    this.#follow(frame);
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
    this.#drawShapes(frame, part, damage !== undefined);
    const { fillOpacity, strokeWidth: width } = frame.style;
    const { hovered, selected } = this.#programs.batches.emphasized();
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

  #drawShapes(frame: StageFrame, part: Rectangle, damaged: boolean): void {
    const { batches, tiles } = this.#programs;
    const around = grow(part, overhang / frame.view.zoom);
    const gathered = damaged ? batches.forDamage(around) : batches.forView(around);
    this.#crowded = gathered === undefined;
    if (gathered !== undefined) this.#drawBatch(gathered, frame);
    else if (tiles === undefined) this.#drawBatch(batches.complete(), frame);
    else tiles.draw(frame, part);
  }

  #drawBatch(batch: ShapeBatch, frame: StageFrame): void {
    const { fillOpacity, strokeWidth: width } = frame.style;
    this.#programs.shapes.drawFills(batch, frame, fillOpacity);
    this.#programs.shapes.drawStrokes(batch, frame, { width, grow: 0, tint: [0, 0, 0, 0] });
  }

  #drawTile(frame: StageFrame): void {
    const { batches } = this.#programs;
    this.#drawBatch(batches.forDamage(grow(visiblePart(frame), overhang / frame.view.zoom)) ?? batches.complete(), frame);
  }

  #follow(frame: StageFrame): void {
    const { batches, tiles } = this.#programs;
    const changes = this.#layer.takeChanges();
    batches.follow(changes);
    if (tiles === undefined) return;
    const styled = this.#style !== undefined && (this.#style.fillOpacity !== frame.style.fillOpacity || this.#style.strokeWidth !== frame.style.strokeWidth);
    this.#style = frame.style;
    if (changes.everything || styled) tiles.invalidate({ minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity });
    else if (!isEmptyRectangle(changes.part)) tiles.invalidate(grow(changes.part, overhang / frame.view.zoom));
  }

  #prepare(): Programs {
    const gl = this.#gl;
    const inSoftware = drawsInSoftware(gl);
    const images = new ImagePass(gl);
    return {
      images,
      shapes: new ShapePass(gl),
      batches: new ShapeBatches(gl, this.#layer, inSoftware ? gatherLimitInSoftware : gatherLimit),
      tiles: inSoftware ? new ShapeTiles(gl, images, frame => this.#drawTile(frame), this.#requestFrame) : undefined,
    };
  }

  #release(): void {
    for (const part of Object.values(this.#programs) as ({ dispose(): void } | undefined)[]) part?.dispose();
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
