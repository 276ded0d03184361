import type { Place, Rectangle, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Camera } from './camera.ts';
import type { LabelSprites } from './label-sprites.ts';
import { OverlayLabels } from './overlay-labels.ts';
import { paintCrosshair, paintGrid } from './overlay-lines.ts';

/** Side of a square handle in CSS pixels, the same at every zoom. */
export const handleSize = 9;

/** Look of a handle. */
export type HandleLook = 'normal' | 'hot' | 'ghost';

/**
 * The layer above the shapes, in CSS pixels: handles, labels, crosshair, rubber band and what is being drawn.
 * Everything takes item places and draws at a size that does not change with the zoom.
 */
export class OverlayPainter {
  readonly #open: () => CanvasRenderingContext2D;
  readonly #camera: Camera;
  /** Texts at places of the item and of the screen. */
  readonly labels: OverlayLabels;

  /** `open` gives the context to draw on; it is called only for what is drawn. */
  constructor(open: () => CanvasRenderingContext2D, camera: Camera, sprites: LabelSprites) {
    this.#open = open;
    this.#camera = camera;
    this.labels = new OverlayLabels(open, camera, sprites);
  }

  get #context(): CanvasRenderingContext2D {
    return this.#open();
  }

  /** Draws lines over the item, `step` item pixels apart. */
  grid(item: Size, step: number): void {
    paintGrid(this.#context, this.#camera, item, step);
  }

  /** Draws lines across the view through a place on the screen; `color` is that of the class that is drawn. */
  crosshair(screen: Place, color?: string): void {
    paintCrosshair(this.#context, this.#camera.viewport, screen, color);
  }

  /** A square handle, a round one for a vertex, or a diamond for a vertex that others share. */
  handle(place: Place, color: string, shape: 'square' | 'round' | 'diamond', look: HandleLook = 'normal'): void {
    const context = this.#context;
    const { x, y } = this.#camera.toScreen(place);
    const half = handleSize / 2 + (look === 'hot' ? 1.5 : 0);
    context.beginPath();
    if (shape === 'square') context.rect(Math.round(x - half) + 0.5, Math.round(y - half) + 0.5, half * 2, half * 2);
    else if (shape === 'diamond') diamond(context, x, y, half + 1.5);
    else context.arc(x, y, half, 0, 2 * Math.PI);
    context.globalAlpha = look === 'ghost' ? 0.75 : 1;
    context.fillStyle = look === 'hot' ? color : '#ffffff';
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = look === 'hot' ? '#ffffff' : color;
    context.stroke();
    context.globalAlpha = 1;
  }

  /** A thin dashed frame around a selection, given by its corners. */
  frame(corners: readonly Place[]): void {
    const context = this.#context;
    context.beginPath();
    for (const corner of corners) {
      const { x, y } = this.#camera.toScreen(corner);
      context.lineTo(x, y);
    }
    context.closePath();
    this.#thinLine([4, 4]);
  }

  /** The line from a frame to its handle for turning. */
  stem(from: Place, to: Place): void {
    const start = this.#camera.toScreen(from);
    const end = this.#camera.toScreen(to);
    this.#context.beginPath();
    this.#context.moveTo(start.x, start.y);
    this.#context.lineTo(end.x, end.y);
    this.#thinLine([]);
  }

  #thinLine(dash: number[]): void {
    const context = this.#context;
    context.lineWidth = 3;
    context.strokeStyle = 'rgb(0 0 0 / 0.35)';
    context.stroke();
    context.setLineDash(dash);
    context.lineWidth = 1.25;
    context.strokeStyle = '#ffffff';
    context.stroke();
    context.setLineDash([]);
  }

  /** Marks the place to which the pointer was drawn: a diamond on a vertex, a ring on a border. */
  mark(place: Place, kind: 'vertex' | 'border'): void {
    const context = this.#context;
    const { x, y } = this.#camera.toScreen(place);
    context.beginPath();
    if (kind === 'border') context.arc(x, y, 7, 0, 2 * Math.PI);
    else diamond(context, x, y, 9);
    for (const [style, width] of [
      ['rgb(0 0 0 / 0.7)', 4],
      ['#ffd43b', 2],
    ] as const) {
      context.lineWidth = width;
      context.strokeStyle = style;
      context.stroke();
    }
  }

  /** A line through item places, dark below so that it is seen on any picture. */
  line(
    points: readonly number[],
    color: string,
    options: { readonly closed?: boolean; readonly dashed?: boolean; readonly fill?: number } = {},
  ): void {
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

  /** Pieces with holes that are proposed and not yet part of the document: filled, with a dashed outline. */
  region(
    parts: readonly { readonly outer: readonly number[]; readonly holes: readonly (readonly number[])[] }[],
    color: string,
  ): void {
    const context = this.#context;
    context.beginPath();
    for (const ring of parts.flatMap(part => [part.outer, ...part.holes])) {
      for (let at = 0; at + 1 < ring.length; at += 2) {
        const { x, y } = this.#camera.toScreen({ x: ring[at]!, y: ring[at + 1]! });
        if (at === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
      context.closePath();
    }
    context.globalAlpha = 0.35;
    context.fillStyle = color;
    context.fill('evenodd');
    context.globalAlpha = 1;
    context.lineJoin = 'round';
    for (const [style, width, dash] of [
      ['rgb(0 0 0 / 0.55)', 3.5, []],
      ['#ffffff', 2, []],
      [color, 2, [7, 5]],
    ] as const) {
      context.lineWidth = width;
      context.strokeStyle = style;
      context.setLineDash(dash as unknown as number[]);
      context.stroke();
    }
    context.setLineDash([]);
  }

  /** Shades areas of the item, e.g. those that were not looked at. */
  shade(areas: Iterable<Rectangle>, color: string): void {
    this.#context.fillStyle = color;
    for (const { minX, minY, maxX, maxY } of areas) {
      const from = this.#camera.toScreen({ x: minX, y: minY });
      const to = this.#camera.toScreen({ x: maxX, y: maxY });
      this.#context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y);
    }
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
    context.strokeRect(
      Math.round(from.x) + 0.5,
      Math.round(from.y) + 0.5,
      Math.round(to.x - from.x),
      Math.round(to.y - from.y),
    );
  }
}

function diamond(context: CanvasRenderingContext2D, x: number, y: number, half: number): void {
  context.moveTo(x, y - half);
  context.lineTo(x + half, y);
  context.lineTo(x, y + half);
  context.lineTo(x - half, y);
  context.closePath();
}
