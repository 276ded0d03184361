import type { Outline } from '#plugins/editor/common/geometry/outline.ts';
import type { Rectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import { grow, intersect, isEmptyRectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import type { DrawnShape } from '../drawn-shape.ts';
import { colorText } from '../drawn-shape.ts';
import type { ImageSource } from '../image/image-source.ts';
import { TileCache } from '../image/tile-cache.ts';
import type { RasterLayer } from '../raster-layer.ts';
import type { ShapeLayer } from '../shape-layer.ts';
import type { StageFrame, StageRenderer } from '../stage-renderer.ts';
import { dotSize, emphasisOpacity, overhang, visiblePart } from '../stage-renderer.ts';
import { LookedTiles } from './looked-tiles.ts';
import { RasterTiles } from './raster-tiles.ts';

const paths = new WeakMap<Outline, { readonly fill: Path2D; readonly stroke: Path2D }>();

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

  constructor(layer: ShapeLayer, raster: RasterLayer, requestFrame: () => void) {
    this.canvas = document.createElement('canvas');
    const context = this.canvas.getContext('2d', { alpha: false });
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
    this.#tiles = source === undefined ? undefined : new TileCache<ImageBitmap>(source, { keep: bitmap => bitmap, release: bitmap => bitmap.close() }, this.#requestFrame);
  }

  draw(frame: StageFrame): void {
    const context = this.#context;
    const resized = this.#resize(frame);
    this.#layer.takeChanges();
    this.#masks.follow(this.#raster);
    const visible = visiblePart(frame);
    this.#tiles?.beginFrame(visible, frame.view.zoom * frame.ratio);
    const margin = overhang / frame.view.zoom;
    const damage = resized || frame.damage === undefined ? undefined : intersect(grow(frame.damage, margin), visible);
    if (damage !== undefined && isEmptyRectangle(damage)) return;
    const part = damage ?? visible;
    const scale = frame.view.zoom * frame.ratio;
    context.save();
    this.#clip(part, frame);
    const [red, green, blue] = frame.background.map(share => Math.round(share * 255));
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    context.setTransform(scale, 0, 0, scale, this.canvas.width / 2 - frame.view.centre.x * scale, this.canvas.height / 2 - frame.view.centre.y * scale);
    this.#drawPicture(part, scale, frame);
    if (!frame.style.hidden) this.#masks.draw(context, this.#raster, part);
    if (!frame.style.hidden) this.#drawShapes(grow(part, margin), frame);
    context.restore();
  }

  dispose(): void {
    this.#tiles?.dispose();
  }

  /** Clips to whole device pixels, since a soft edge would leave a faint frame around each damaged part. */
  #clip(part: Rectangle, frame: StageFrame): void {
    const scale = frame.view.zoom * frame.ratio;
    const left = Math.floor((part.minX - frame.view.centre.x) * scale + this.canvas.width / 2);
    const top = Math.floor((part.minY - frame.view.centre.y) * scale + this.canvas.height / 2);
    const right = Math.ceil((part.maxX - frame.view.centre.x) * scale + this.canvas.width / 2);
    const bottom = Math.ceil((part.maxY - frame.view.centre.y) * scale + this.canvas.height / 2);
    this.#context.beginPath();
    this.#context.rect(left, top, right - left, bottom - top);
    this.#context.clip();
  }

  #drawPicture(part: Rectangle, scale: number, { look }: StageFrame): void {
    this.#context.imageSmoothingEnabled = scale < 3;
    for (const { kept, bounds } of this.#tiles?.tilesFor(part, scale) ?? []) {
      this.#context.drawImage(this.#looked.of(kept, look), bounds.minX, bounds.minY, bounds.maxX - bounds.minX, bounds.maxY - bounds.minY);
    }
  }

  #drawShapes(part: Rectangle, frame: StageFrame): void {
    const { fillOpacity, strokeWidth } = frame.style;
    for (const shape of this.#layer.meeting(part) ?? []) this.#drawShape(shape, frame, fillOpacity, strokeWidth, colorText(shape.color));
    for (const shape of this.#layer.emphasized('hovered')) this.#drawShape(shape, frame, emphasisOpacity(fillOpacity), strokeWidth + 1, colorText(shape.color));
    for (const shape of this.#layer.emphasized('selected')) {
      this.#drawShape(shape, frame, emphasisOpacity(fillOpacity), strokeWidth + 3, '#ffffff');
      this.#drawShape(shape, frame, 0, strokeWidth + 0.5, colorText(shape.color));
    }
  }

  #drawShape(shape: DrawnShape, frame: StageFrame, opacity: number, width: number, stroke: string): void {
    const context = this.#context;
    const { fill, stroke: edge } = pathsOf(shape.outline);
    if (opacity > 0 && shape.outline.rings.length > 0) {
      context.globalAlpha = opacity;
      context.fillStyle = colorText(shape.color);
      context.fill(fill, 'evenodd');
      context.globalAlpha = 1;
    }
    context.lineJoin = 'round';
    context.lineWidth = width / frame.view.zoom;
    context.strokeStyle = stroke;
    context.stroke(edge);
    context.fillStyle = stroke;
    const radius = (dotSize + width - frame.style.strokeWidth) / 2 / frame.view.zoom;
    for (let at = 0; at < shape.outline.dots.length; at += 2) {
      context.beginPath();
      context.arc(shape.outline.dots[at]!, shape.outline.dots[at + 1]!, radius, 0, 2 * Math.PI);
      context.fill();
    }
  }

  #resize(frame: StageFrame): boolean {
    const width = Math.max(1, Math.round(frame.viewport.width * frame.ratio));
    const height = Math.max(1, Math.round(frame.viewport.height * frame.ratio));
    if (this.canvas.width === width && this.canvas.height === height) return false;
    this.canvas.width = width;
    this.canvas.height = height;
    return true;
  }
}

function pathsOf(outline: Outline): { readonly fill: Path2D; readonly stroke: Path2D } {
  const before = paths.get(outline);
  if (before !== undefined) return before;
  const fill = new Path2D();
  for (const ring of outline.rings) trace(fill, ring, true);
  const stroke = new Path2D(fill);
  for (const line of outline.lines) trace(stroke, line, false);
  const made = { fill, stroke };
  paths.set(outline, made);
  return made;
}

function trace(path: Path2D, points: readonly number[], closed: boolean): void {
  if (points.length < 2) return;
  path.moveTo(points[0]!, points[1]!);
  for (let at = 2; at < points.length; at += 2) path.lineTo(points[at]!, points[at + 1]!);
  if (closed) path.closePath();
}
