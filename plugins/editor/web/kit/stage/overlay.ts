import type { Place } from '#plugins/editor/common/geometry/place.ts';
import type { Rectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import type { Camera } from './camera.ts';
import { LabelSprites } from './label-sprites.ts';

/** Side of a square handle in CSS pixels, the same at every zoom. */
export const handleSize = 9;

/** How a handle looks. */
export type HandleLook = 'normal' | 'hot' | 'ghost';

/**
 * The layer above the shapes, in CSS pixels: handles, labels, crosshair, rubber band and what is being drawn. Everything takes item
 * places and draws at a size that does not change with the zoom.
 */
export class OverlayPainter {
  readonly #context: CanvasRenderingContext2D;
  readonly #camera: Camera;
  readonly #sprites: LabelSprites;

  constructor(context: CanvasRenderingContext2D, camera: Camera, sprites: LabelSprites) {
    this.#context = context;
    this.#camera = camera;
    this.#sprites = sprites;
  }

  /** A square handle, or a round one for a vertex. */
  handle(place: Place, color: string, shape: 'square' | 'round', look: HandleLook = 'normal'): void {
    const context = this.#context;
    const { x, y } = this.#camera.toScreen(place);
    const half = handleSize / 2 + (look === 'hot' ? 1.5 : 0);
    context.beginPath();
    if (shape === 'square') context.rect(Math.round(x - half) + 0.5, Math.round(y - half) + 0.5, half * 2, half * 2);
    else context.arc(x, y, half, 0, 2 * Math.PI);
    context.globalAlpha = look === 'ghost' ? 0.75 : 1;
    context.fillStyle = look === 'hot' ? color : '#ffffff';
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = look === 'hot' ? '#ffffff' : color;
    context.stroke();
    context.globalAlpha = 1;
  }

  /** Lines across the whole view through a place on the screen. */
  crosshair(screen: Place): void {
    const context = this.#context;
    const { width, height } = this.#camera.viewport;
    const x = Math.round(screen.x) + 0.5;
    const y = Math.round(screen.y) + 0.5;
    context.lineWidth = 1;
    for (const [style, dash] of [['rgb(0 0 0 / 0.55)', []], ['rgb(255 255 255 / 0.85)', [5, 5]]] as const) {
      context.setLineDash(dash as unknown as number[]);
      context.strokeStyle = style;
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, height);
      context.moveTo(0, y);
      context.lineTo(width, y);
      context.stroke();
    }
    context.setLineDash([]);
  }

  /** A line through item places, dark below so that it is seen on any picture. */
  line(points: readonly number[], color: string, options: { readonly closed?: boolean; readonly dashed?: boolean; readonly fill?: number } = {}): void {
    if (points.length < 4) return;
    const context = this.#context;
    context.beginPath();
    for (let at = 0; at < points.length; at += 2) {
      const { x, y } = this.#camera.toScreen({ x: points[at]!, y: points[at + 1]! });
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    if (options.closed === true) context.closePath();
    if (options.fill !== undefined) {
      context.globalAlpha = options.fill;
      context.fillStyle = color;
      context.fill();
      context.globalAlpha = 1;
    }
    context.lineJoin = 'round';
    context.lineWidth = 3.5;
    context.strokeStyle = 'rgb(255 255 255 / 0.8)';
    context.stroke();
    context.setLineDash(options.dashed === true ? [6, 4] : []);
    context.lineWidth = 2;
    context.strokeStyle = color;
    context.stroke();
    context.setLineDash([]);
  }

  /** The rectangle of a selection being dragged. */
  rubberBand(rectangle: Rectangle): void {
    const context = this.#context;
    const from = this.#camera.toScreen({ x: rectangle.minX, y: rectangle.minY });
    const to = this.#camera.toScreen({ x: rectangle.maxX, y: rectangle.maxY });
    context.fillStyle = 'rgb(77 175 193 / 0.15)';
    context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y);
    context.strokeStyle = '#4dafc1';
    context.lineWidth = 1;
    context.strokeRect(Math.round(from.x) + 0.5, Math.round(from.y) + 0.5, Math.round(to.x - from.x), Math.round(to.y - from.y));
  }

  /** A name on its class colour, `lift` CSS pixels above an item place, kept inside the view. */
  label(place: Place, text: string, color: string, lift: number = 3): void {
    const sprite = this.#sprites.get(text, color);
    const { x, y } = this.#camera.toScreen(place);
    const { width, height } = this.#camera.viewport;
    const left = Math.round(Math.min(Math.max(x, 0), Math.max(width - sprite.width, 0)));
    const top = Math.round(Math.min(Math.max(y - sprite.height - lift, 0), Math.max(height - sprite.height, 0)));
    this.#context.drawImage(sprite.canvas, left, top, sprite.width, sprite.height);
  }

  /** A short note beside a place on the screen, e.g. the size of what is drawn. */
  note(screen: Place, text: string): void {
    const sprite = this.#sprites.get(text, '#1b2026');
    const { width, height } = this.#camera.viewport;
    this.#context.drawImage(sprite.canvas, Math.round(Math.min(screen.x + 14, width - sprite.width)), Math.round(Math.min(screen.y + 14, height - sprite.height)), sprite.width, sprite.height);
  }
}

/** The canvas of the overlay. It is touched only while there is something to show. */
export class Overlay {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #painter: OverlayPainter;
  readonly #sprites = new LabelSprites();
  readonly #camera: Camera;
  #dirty = false;

  constructor(camera: Camera) {
    this.canvas = document.createElement('canvas');
    this.#context = this.canvas.getContext('2d')!;
    this.#camera = camera;
    this.#painter = new OverlayPainter(this.#context, camera, this.#sprites);
  }

  /** `paint` tells whether it drew anything. */
  draw(ratio: number, paint: (painter: OverlayPainter) => boolean): void {
    const width = Math.max(1, Math.round(this.#camera.viewport.width * ratio));
    const height = Math.max(1, Math.round(this.#camera.viewport.height * ratio));
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
      this.#dirty = false;
    }
    this.#sprites.setRatio(ratio);
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.#dirty) this.#context.clearRect(0, 0, this.#camera.viewport.width, this.#camera.viewport.height);
    this.#dirty = paint(this.#painter);
  }
}
