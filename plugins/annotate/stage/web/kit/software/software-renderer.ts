import { everywhere, grow, intersect, isEmptyRectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { clipTo, drawEmphasized, mapItem } from '../canvas/shape-painting.ts';
import { GlScene } from '../gl/gl-scene.ts';
import { onDevicePixels } from '../gl/view-transform.ts';
import type { ImageSource } from '../image/image-source.ts';
import type { RasterLayer } from '../raster-layer.ts';
import type { ShapeLayer } from '../shape-layer.ts';
import type { StageFrame, StageRenderer } from '../stage-renderer.ts';
import { fitCanvas, onCanvas, overhang, visiblePart } from '../stage-renderer.ts';
import { RetainedTiles } from './kept-tiles.ts';
import { PixelReader } from './pixel-reader.ts';
import type { SoftwareSurface } from './software-surface.ts';
import { endLeftSurface, leaveSurface } from './software-surface.ts';

/** Selected shapes up to which they are drawn over the tiles in each frame; more are kept in the tiles. */
const mostSelectedOver = 400;

/**
 * Draws where WebGL 2 is computed by the processor: WebGL fills tiles beside the screen, a 2D canvas shows them, which
 * costs a fraction of what showing a WebGL canvas does there. Shapes that stand out are drawn over the tiles.
 */
export class SoftwareRenderer implements StageRenderer {
  readonly kind = 'software';
  readonly #surface: SoftwareSurface;
  readonly #layer: ShapeLayer;
  readonly #raster: RasterLayer;
  readonly #scene: GlScene;
  readonly #kept: RetainedTiles;
  readonly #reader: PixelReader;
  readonly #ending = new AbortController();
  #look = '';

  /** The surface belongs to the renderer until it is left. */
  constructor(surface: SoftwareSurface, layer: ShapeLayer, raster: RasterLayer, requestFrame: () => void) {
    const { gl, pool } = surface;
    this.#surface = surface;
    this.#layer = layer;
    this.#raster = raster;
    this.#scene = new GlScene(gl, layer, raster, mostSelectedOver, requestFrame);
    this.#reader = new PixelReader(gl, requestFrame);
    this.#kept = new RetainedTiles(this.#reader, pool, {
      ready: (part, scale) => this.#scene.ready(part, scale),
      render: frame => this.#render(frame),
      requestFrame,
    });
    const { signal } = this.#ending;
    gl.canvas.addEventListener('webglcontextlost', event => event.preventDefault(), { signal });
    gl.canvas.addEventListener(
      'webglcontextrestored',
      () => {
        this.#scene.restore();
        this.#reader.restore();
        this.#kept.clear();
        requestFrame();
      },
      { signal },
    );
  }

  get canvas(): HTMLCanvasElement {
    return this.#surface.canvas;
  }

  get settled(): boolean {
    return !this.#scene.pending && this.#kept.complete;
  }

  setImage(source: ImageSource | undefined, pending: boolean): void {
    this.#scene.setImage(source, pending);
    this.#kept.clear();
  }

  draw(wanted: StageFrame): void {
    if (this.#surface.gl.isContextLost()) return;
    const resized = fitCanvas(this.canvas, wanted);
    const frame = onDevicePixels(wanted, this.canvas);
    const visible = visiblePart(frame);
    this.#follow(frame);
    this.#kept.advance(frame);
    // An empty canvas takes as long to show as a full one, and the surface behind has its colour.
    const isEmpty = this.#kept.isEmpty && !this.#layer.hasEmphasized;
    const wasHidden = this.canvas.style.visibility === 'hidden';
    this.canvas.style.visibility = isEmpty ? 'hidden' : '';
    const damage =
      resized || wasHidden || frame.damage === undefined
        ? undefined
        : intersect(grow(frame.damage, overhang(frame) / frame.view.zoom), visible);
    if (isEmpty || (damage !== undefined && isEmptyRectangle(damage))) return;
    const { context } = this.#surface;
    context.save();
    if (damage !== undefined) clipTo(context, onCanvas(damage, frame, this.canvas));
    this.#kept.draw(context, frame, damage ?? visible);
    if (!frame.style.hidden) {
      mapItem(context, frame);
      drawEmphasized(context, this.#layer, frame, !this.#keepsSelected);
    }
    context.restore();
  }

  prepareTile(bitmap: ImageBitmap): void {
    this.#scene.prepareTile(bitmap);
  }

  leave(): void {
    this.#kept.clear();
    leaveSurface(this.#surface);
  }

  dispose(): void {
    this.#ending.abort();
    // What follows is then free: the context and all that belongs to it are gone.
    endLeftSurface(this.#surface);
    this.#kept.dispose();
    this.#reader.dispose();
    this.#scene.dispose();
  }

  get #keepsSelected(): boolean {
    return this.#layer.selectedCount > mostSelectedOver;
  }

  /** Brings the tiles up to date with what changed since the last frame. */
  #follow(frame: StageFrame): void {
    const changes = this.#scene.follow(frame, visiblePart(frame));
    const { style, look, background } = frame;
    const now = JSON.stringify([
      this.#raster.style,
      style,
      look,
      background,
      this.#keepsSelected ? this.#layer.selectedVersion : '',
    ]);
    if (changes.everything || now !== this.#look) this.#kept.outdate(everywhere);
    else
      for (const part of changes.parts) {
        if (Number.isFinite(part.minX) && this.#scene.batches.isQuick(part)) this.#kept.patch(part, frame);
        else this.#kept.outdate(part);
      }
    this.#look = now;
  }

  /** Fills a tile, or a part of some. */
  #render(frame: StageFrame): void {
    const part = visiblePart(frame);
    const around = grow(part, overhang(frame) / frame.view.zoom);
    const { batches } = this.#scene;
    this.#scene.drawPart(frame, part, batches.forTile(around));
    if (this.#keepsSelected && !frame.style.hidden) this.#scene.drawSelected(batches.selectedIn(around), frame);
  }
}
