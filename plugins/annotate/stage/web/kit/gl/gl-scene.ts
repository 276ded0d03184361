import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { grow, isEmptyRectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { ImageSource } from '../image/image-source.ts';
import { TileCache } from '../image/tile-cache.ts';
import type { RasterLayer } from '../raster-layer.ts';
import type { ShapeLayer } from '../shape-layer.ts';
import type { StageFrame } from '../stage-renderer.ts';
import { emphasisOpacity, overhang, selectionWidth } from '../stage-renderer.ts';
import { ImagePass } from './image-pass.ts';
import { RasterPass } from './raster-pass.ts';
import type { ShapeBatch } from './shape-batch.ts';
import { ShapeBatches } from './shape-batches.ts';
import { ShapePass } from './shape-pass.ts';

/** Visible changes since the last frame. */
export interface SceneChanges {
  readonly everything: boolean;
  /** Item pixels, with what strokes reach beyond; empty rectangles are left out. */
  readonly parts: readonly Rectangle[];
}

interface Passes {
  readonly images: ImagePass;
  readonly masks: RasterPass;
  readonly shapes: ShapePass;
  readonly batches: ShapeBatches;
}

/** Picture, mask and shapes as WebGL 2 draws them, into whatever framebuffer is bound. */
export class GlScene {
  readonly #gl: WebGL2RenderingContext;
  readonly #layer: ShapeLayer;
  readonly #raster: RasterLayer;
  readonly #gatherLimit: number;
  readonly #requestFrame: () => void;
  #passes: Passes;
  #source: ImageSource | undefined;
  #tiles: TileCache<WebGLTexture> | undefined;
  #pending = false;

  /** Up to `gatherLimit` shapes are gathered for one frame; more are crowded. */
  constructor(
    gl: WebGL2RenderingContext,
    layer: ShapeLayer,
    raster: RasterLayer,
    gatherLimit: number,
    requestFrame: () => void,
  ) {
    this.#gl = gl;
    this.#layer = layer;
    this.#raster = raster;
    this.#gatherLimit = gatherLimit;
    this.#requestFrame = requestFrame;
    this.#passes = this.#prepare();
  }

  get batches(): ShapeBatches {
    return this.#passes.batches;
  }

  /** A picture is on its way. */
  get pending(): boolean {
    return this.#pending;
  }

  /** Nothing of the picture asked for in the last frame was missing. */
  get complete(): boolean {
    return !this.#pending && (this.#tiles?.complete ?? true);
  }

  setImage(source: ImageSource | undefined, pending: boolean): void {
    this.#tiles?.dispose();
    this.#source = source;
    this.#pending = pending;
    this.#tiles = source === undefined ? undefined : new TileCache(source, this.#passes.images, this.#requestFrame);
  }

  /** Takes over a tile of the picture that is shown next. */
  prepareTile(bitmap: ImageBitmap): void {
    if (!this.#gl.isContextLost()) this.#passes.images.prepare(bitmap);
  }

  /** Takes over what has changed since the last frame: shapes, masks, tiles of the picture that arrived. */
  follow(frame: StageFrame, visible: Rectangle): SceneChanges {
    const changes = this.#layer.takeChanges();
    this.#passes.batches.follow(changes);
    const painted = this.#raster.takeChanges();
    this.#passes.masks.follow(this.#raster, painted);
    this.#tiles?.beginFrame(visible, frame.view.zoom * frame.ratio);
    const parts = [changes.part, painted.part]
      .filter(part => !isEmptyRectangle(part))
      .map(part => grow(part, overhang(frame) / frame.view.zoom));
    return { everything: painted.everything, parts };
  }

  /** The picture is at hand for a part at a scale (device pixels per item pixel); asks for it when it is not. */
  ready(part: Rectangle, scale: number): boolean {
    return !this.#pending && (this.#tiles === undefined || this.#tiles.prepare(part, scale));
  }

  /** Draws background, picture, mask and the shapes of `batch` in a part of the item. */
  drawPart(frame: StageFrame, part: Rectangle, batch: ShapeBatch): void {
    const gl = this.#gl;
    const { images, masks, shapes } = this.#passes;
    gl.clearColor(...frame.background, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    images.draw(this.#tiles?.tilesFor(part, frame.view.zoom * frame.ratio) ?? [], frame);
    if (frame.style.hidden) return;
    masks.draw(this.#raster, part, frame);
    shapes.drawFills(batch, frame, frame.style.fillOpacity);
    shapes.drawStrokes(batch, frame, { width: frame.style.strokeWidth, grow: 0, tint: [0, 0, 0, 0] });
  }

  /** Draws shapes once more, hovered. */
  drawHovered(batch: ShapeBatch, frame: StageFrame): void {
    const { shapes } = this.#passes;
    const { fillOpacity, strokeWidth: width } = frame.style;
    shapes.drawFills(batch, frame, emphasisOpacity(fillOpacity));
    shapes.drawStrokes(batch, frame, { width, grow: 1, tint: [1, 1, 1, 0.35] });
  }

  /** Draws shapes once more, selected. */
  drawSelected(batch: ShapeBatch, frame: StageFrame): void {
    const { shapes } = this.#passes;
    const { fillOpacity, strokeWidth: width } = frame.style;
    shapes.drawFills(batch, frame, emphasisOpacity(fillOpacity));
    shapes.drawStrokes(batch, frame, { width, grow: 1.5, tint: [0, 0, 0, 0] });
    shapes.drawStrokes(batch, frame, { width: selectionWidth, grow: 0, tint: [1, 1, 1, 1] });
  }

  /** Rebuilds everything after a lost context came back. */
  restore(): void {
    this.#passes.images.lose();
    this.#passes = this.#prepare();
    this.setImage(this.#source, this.#pending);
  }

  dispose(): void {
    this.#tiles?.dispose();
    const { images, masks, batches } = this.#passes;
    for (const pass of [images, masks, batches]) pass.dispose();
  }

  #prepare(): Passes {
    const gl = this.#gl;
    return {
      images: new ImagePass(gl),
      masks: new RasterPass(gl),
      shapes: new ShapePass(gl),
      batches: new ShapeBatches(gl, this.#layer, this.#gatherLimit),
    };
  }
}
