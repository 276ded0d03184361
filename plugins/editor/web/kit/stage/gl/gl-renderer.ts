import type { Rectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import { grow, intersect, isEmptyRectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import type { ImageSource } from '../image/image-source.ts';
import { TileCache } from '../image/tile-cache.ts';
import type { RasterLayer } from '../raster-layer.ts';
import type { ShapeLayer } from '../shape-layer.ts';
import type { StageFrame, StageRenderer } from '../stage-renderer.ts';
import { emphasisOpacity, overhang, visiblePart } from '../stage-renderer.ts';
import { ImagePass } from './image-pass.ts';
import type { TileSource } from './picture-tiles.ts';
import { PictureTiles } from './picture-tiles.ts';
import { RasterPass } from './raster-pass.ts';
import type { ShapeBatch } from './shape-batch.ts';
import { ShapeBatches } from './shape-batches.ts';
import { ShapePass } from './shape-pass.ts';
import { drawsInSoftware } from './software.ts';
import { onDevicePixels } from './view-transform.ts';

/** Shapes gathered for one frame at most; more are crowded. */
const gatherLimit = 1200;
const gatherLimitInSoftware = 400;

const everywhere: Rectangle = { minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity };

interface Programs {
  readonly images: ImagePass;
  readonly masks: RasterPass;
  readonly shapes: ShapePass;
  readonly batches: ShapeBatches;
  /** Only where the GPU is a program. */
  readonly kept: PictureTiles | undefined;
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
  readonly #raster: RasterLayer;
  readonly #requestFrame: () => void;
  #programs: Programs;
  #source: ImageSource | undefined;
  #tiles: TileCache<WebGLTexture> | undefined;
  #pending = false;
  #look = '';
  readonly #ending = new AbortController();

  /** @throws Error when WebGL 2 is not to be had; the caller then takes the canvas renderer. */
  constructor(layer: ShapeLayer, raster: RasterLayer, requestFrame: () => void) {
    this.canvas = document.createElement('canvas');
    // Drawing only the damaged part needs what was drawn before. All that is drawn is opaque; a canvas without alpha would be copied to pixel by pixel in software.
    const gl = this.canvas.getContext('webgl2', { alpha: true, antialias: false, depth: false, stencil: false, preserveDrawingBuffer: true, powerPreference: 'high-performance' });
    if (gl === null) throw new Error('WebGL 2 is not available');
    this.#gl = gl;
    this.#layer = layer;
    this.#raster = raster;
    this.#requestFrame = requestFrame;
    this.#programs = this.#prepare();
    const { signal } = this.#ending;
    this.canvas.addEventListener('webglcontextlost', event => event.preventDefault(), { signal });
    this.canvas.addEventListener('webglcontextrestored', () => this.#restore(), { signal });
  }

  get settled(): boolean {
    if (this.#pending) return false;
    return this.#programs.kept?.complete ?? this.#tiles?.complete ?? true;
  }

  setImage(source: ImageSource | undefined, pending: boolean): void {
    this.#tiles?.dispose();
    this.#source = source;
    this.#pending = pending;
    this.#tiles = source === undefined ? undefined : new TileCache(source, this.#programs.images, this.#requestFrame);
    this.#programs.kept?.invalidate(everywhere);
  }

  draw(wanted: StageFrame): void {
    const gl = this.#gl;
    if (gl.isContextLost()) return;
    const resized = this.#resize(wanted);
    const frame = onDevicePixels(wanted, this.canvas);
    const visible = visiblePart(frame);
    const kept = this.#programs.kept;
    this.#follow(frame, visible);
    const damage = resized || frame.damage === undefined ? undefined : intersect(grow(frame.damage, overhang / frame.view.zoom), visible);
    if (damage !== undefined && isEmptyRectangle(damage)) return;
    this.#clip(damage, frame);
    if (damage === undefined || !this.#drawPart(frame, damage, 'damage')) {
      if (kept === undefined) this.#drawPart(frame, damage ?? visible, 'view');
      else kept.draw(frame, damage ?? visible);
    }
    this.#drawEmphasized(frame);
  }

  dispose(): void {
    this.#ending.abort();
    this.#tiles?.dispose();
    this.#release();
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  /** Draws background, picture and shapes of a part; false, with nothing drawn, when only a damaged part was wanted and its shapes are crowded. */
  #drawPart(frame: StageFrame, part: Rectangle, kind: 'damage' | 'view'): boolean {
    const { images, batches } = this.#programs;
    const around = grow(part, overhang / frame.view.zoom);
    const gathered = kind === 'damage' ? batches.forDamage(around) : batches.forView(around);
    if (gathered === undefined && kind === 'damage' && this.#programs.kept !== undefined) return false;
    this.#clear(frame);
    images.draw(this.#tiles?.tilesFor(part, frame.view.zoom * frame.ratio) ?? [], frame);
    if (frame.style.hidden) return true;
    this.#programs.masks.draw(this.#raster, part, frame);
    this.#drawBatch(gathered ?? batches.complete(), frame);
    if (this.#keepsSelected) this.#drawSelected(batches.selectedIn(around), frame);
    return true;
  }

  /** One tile of what is kept. */
  #drawTile(frame: StageFrame): void {
    const { images, batches } = this.#programs;
    const part = visiblePart(frame);
    const around = grow(part, overhang / frame.view.zoom);
    this.#clear(frame);
    images.draw(this.#tiles?.tilesFor(part, frame.view.zoom * frame.ratio) ?? [], frame);
    if (frame.style.hidden) return;
    this.#programs.masks.draw(this.#raster, part, frame);
    this.#drawBatch(batches.forTile(around), frame);
    if (this.#keepsSelected) this.#drawSelected(batches.selectedIn(around), frame);
  }

  /** So many shapes are selected that they are kept in the tiles too, instead of being drawn over them in each frame. */
  get #keepsSelected(): boolean {
    return this.#programs.kept !== undefined && this.#layer.selectedCount > gatherLimitInSoftware;
  }

  #drawBatch(batch: ShapeBatch, frame: StageFrame): void {
    const { shapes } = this.#programs;
    shapes.drawFills(batch, frame, frame.style.fillOpacity);
    shapes.drawStrokes(batch, frame, { width: frame.style.strokeWidth, grow: 0, tint: [0, 0, 0, 0] });
  }

  #drawEmphasized(frame: StageFrame): void {
    if (frame.style.hidden) return;
    const { shapes, batches } = this.#programs;
    const { fillOpacity, strokeWidth: width } = frame.style;
    const hovered = batches.emphasized('hovered');
    this.#blend();
    shapes.drawFills(hovered, frame, emphasisOpacity(fillOpacity));
    shapes.drawStrokes(hovered, frame, { width, grow: 1, tint: [1, 1, 1, 0.35] });
    if (!this.#keepsSelected) this.#drawSelected(batches.emphasized('selected'), frame);
  }

  #drawSelected(batch: ShapeBatch, frame: StageFrame): void {
    const { shapes } = this.#programs;
    const { fillOpacity, strokeWidth: width } = frame.style;
    shapes.drawFills(batch, frame, emphasisOpacity(fillOpacity));
    shapes.drawStrokes(batch, frame, { width, grow: 3, tint: [1, 1, 1, 1] });
    shapes.drawStrokes(batch, frame, { width, grow: 0.5, tint: [0, 0, 0, 0] });
  }

  #clear(frame: StageFrame): void {
    this.#gl.clearColor(...frame.background, 1);
    this.#gl.clear(this.#gl.COLOR_BUFFER_BIT);
    this.#blend();
  }

  #blend(): void {
    this.#gl.enable(this.#gl.BLEND);
    this.#gl.blendFunc(this.#gl.ONE, this.#gl.ONE_MINUS_SRC_ALPHA);
  }

  /** Takes over what has changed since the last frame: shapes, tiles that arrived, the look. */
  #follow(frame: StageFrame, visible: Rectangle): void {
    const { batches, kept } = this.#programs;
    const changes = this.#layer.takeChanges();
    batches.follow(changes);
    const painted = this.#raster.takeChanges();
    this.#programs.masks.follow(this.#raster, painted);
    const arrived = this.#tiles?.beginFrame(visible, frame.view.zoom * frame.ratio) ?? [];
    if (kept === undefined) return;
    const look = [this.#raster.style.opacity, this.#raster.style.lineWidth, frame.style.fillOpacity, frame.style.strokeWidth, frame.style.hidden, ...Object.values(frame.look), ...frame.background, this.#keepsSelected ? this.#layer.selectedVersion : ''].join(' ');
    if (changes.everything || painted.everything || look !== this.#look) kept.invalidate(everywhere);
    else for (const { part } of [changes, painted]) if (!isEmptyRectangle(part)) kept.invalidate(grow(part, overhang / frame.view.zoom));
    if (arrived.length > 0) this.#requestFrame();
    this.#look = look;
  }

  #prepare(): Programs {
    const gl = this.#gl;
    const inSoftware = drawsInSoftware(gl);
    const images = new ImagePass(gl);
    return {
      images,
      masks: new RasterPass(gl),
      shapes: new ShapePass(gl),
      batches: new ShapeBatches(gl, this.#layer, inSoftware ? gatherLimitInSoftware : gatherLimit),
      kept: inSoftware ? new PictureTiles(gl, this.#tileSource()) : undefined,
    };
  }

  #tileSource(): TileSource {
    return {
      ready: (part, scale) => !this.#pending && (this.#tiles === undefined || this.#tiles.prepare(part, scale)),
      render: frame => this.#drawTile(frame),
      backdrop: (frame, part) => {
        this.#clear(frame);
        this.#programs.images.draw(this.#tiles?.tilesAtHand(part, frame.view.zoom * frame.ratio) ?? [], frame);
      },
      requestFrame: this.#requestFrame,
    };
  }

  #release(): void {
    for (const part of Object.values(this.#programs) as ({ dispose(): void } | undefined)[]) part?.dispose();
  }

  #restore(): void {
    this.#programs = this.#prepare();
    this.setImage(this.#source, this.#pending);
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
