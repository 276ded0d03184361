import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { grow, intersect, isEmptyRectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { ImageSource } from '../image/image-source.ts';
import { TileCache } from '../image/tile-cache.ts';
import type { RasterLayer } from '../raster-layer.ts';
import type { ShapeLayer } from '../shape-layer.ts';
import type { StageFrame, StageRenderer } from '../stage-renderer.ts';
import { cssColor, fitCanvas, onCanvas, overhang, visiblePart } from '../stage-renderer.ts';
import { LookedTiles } from './looked-tiles.ts';
import { RasterTiles } from './raster-tiles.ts';
import { clipTo, drawEmphasized, drawShape, mapItem } from './shape-painting.ts';

/** Draws on a 2D canvas where there is no WebGL 2: the same picture, for fewer shapes. */
export class CanvasRenderer implements StageRenderer {
  readonly kind = 'canvas';
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #layer: ShapeLayer;
  readonly #raster: RasterLayer;
  readonly #masks = new RasterTiles();
  readonly #looked = new LookedTiles();
  readonly #requestFrame: () => void;
  #tiles: TileCache<ImageBitmap> | undefined;
  #pending = false;

  /** `transparent` leaves in sight what is below the canvas. */
  constructor(
    layer: ShapeLayer,
    raster: RasterLayer,
    requestFrame: () => void,
    private readonly transparent = false,
  ) {
    this.canvas = document.createElement('canvas');
    const context = this.canvas.getContext('2d', { alpha: transparent });
    if (context === null) throw new Error('This browser has no canvas to draw on');
    this.#context = context;
    this.#layer = layer;
    this.#raster = raster;
    this.#requestFrame = requestFrame;
  }

  get settled(): boolean {
    return !this.#pending && (this.#tiles?.complete ?? true);
  }

  setImage(source: ImageSource | undefined, pending: boolean): void {
    this.#pending = pending;
    this.#tiles?.dispose();
    this.#tiles =
      source === undefined
        ? undefined
        : new TileCache<ImageBitmap>(
            source,
            { keep: bitmap => bitmap, release: bitmap => bitmap.close() },
            this.#requestFrame,
          );
  }

  draw(frame: StageFrame): void {
    const context = this.#context;
    const resized = fitCanvas(this.canvas, frame);
    this.#layer.takeChanges();
    this.#masks.follow(this.#raster);
    const visible = visiblePart(frame);
    this.#tiles?.beginFrame(visible, frame.view.zoom * frame.ratio);
    const margin = overhang(frame) / frame.view.zoom;
    const damage = resized || frame.damage === undefined ? undefined : intersect(grow(frame.damage, margin), visible);
    if (damage !== undefined && isEmptyRectangle(damage)) return;
    const part = damage ?? visible;
    const scale = frame.view.zoom * frame.ratio;
    context.save();
    clipTo(context, onCanvas(part, frame, this.canvas));
    context.fillStyle = cssColor(frame.background);
    if (this.transparent) context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    else context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    mapItem(context, frame);
    this.#drawPicture(part, scale, frame);
    if (!frame.style.hidden) this.#masks.draw(context, this.#raster, part);
    if (!frame.style.hidden) {
      for (const shape of this.#layer.meeting(grow(part, margin)) ?? []) drawShape(context, shape, frame);
      drawEmphasized(context, this.#layer, frame);
    }
    context.restore();
  }

  dispose(): void {
    this.#tiles?.dispose();
  }

  #drawPicture(part: Rectangle, scale: number, { look }: StageFrame): void {
    this.#context.imageSmoothingEnabled = scale < 3;
    for (const { kept, bounds } of this.#tiles?.tilesFor(part, scale) ?? []) {
      this.#context.drawImage(
        this.#looked.of(kept, look),
        bounds.minX,
        bounds.minY,
        bounds.maxX - bounds.minX,
        bounds.maxY - bounds.minY,
      );
    }
  }
}
