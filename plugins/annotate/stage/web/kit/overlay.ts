import type { Place, Size } from '#plugins/annotate/annotations/common/geometry/place.ts';
import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/rectangle.ts';
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

  /** The name of a point, beside it. */
  pointLabel(place: Place, text: string, color: string): void {
    const sprite = this.#sprites.get(text, color);
    const { x, y } = this.#camera.toScreen(place);
    this.#context.drawImage(sprite.canvas, Math.round(x + 9), Math.round(y + 5), sprite.width, sprite.height);
  }

  /** Where the pointer was drawn to: a diamond on a vertex, a ring on a border. */
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

  /** Lines over the item, `step` item pixels apart. */
  grid(item: Size, step: number): void {
    const context = this.#context;
    const { width, height } = this.#camera.viewport;
    const first = this.#camera.toScreen({ x: 0, y: 0 });
    const last = this.#camera.toScreen({ x: item.width, y: item.height });
    const { zoom } = this.#camera;
    context.beginPath();
    for (
      let x = Math.max(0, Math.ceil(-first.x / zoom / step)) * step;
      x <= item.width && first.x + x * zoom <= width;
      x += step
    ) {
      const at = Math.round(first.x + x * zoom) + 0.5;
      context.moveTo(at, Math.max(0, first.y));
      context.lineTo(at, Math.min(height, last.y));
    }
    for (
      let y = Math.max(0, Math.ceil(-first.y / zoom / step)) * step;
      y <= item.height && first.y + y * zoom <= height;
      y += step
    ) {
      const at = Math.round(first.y + y * zoom) + 0.5;
      context.moveTo(Math.max(0, first.x), at);
      context.lineTo(Math.min(width, last.x), at);
    }
    context.lineWidth = 1;
    for (const style of ['rgb(0 0 0 / 0.28)', 'rgb(255 255 255 / 0.3)']) {
      context.strokeStyle = style;
      context.stroke();
    }
  }

  /** Lines across the view through a place on the screen; `color` is that of the class that is drawn. */
  crosshair(screen: Place, color: string = 'rgb(255 255 255 / 0.85)'): void {
    const context = this.#context;
    const { width, height } = this.#camera.viewport;
    const x = Math.round(screen.x) + 0.5;
    const y = Math.round(screen.y) + 0.5;
    context.lineWidth = 1;
    for (const [style, dash] of [
      ['rgb(0 0 0 / 0.55)', []],
      [color, [7, 3]],
    ] as const) {
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
    this.#context.drawImage(
      sprite.canvas,
      Math.round(Math.min(screen.x + 14, width - sprite.width)),
      Math.round(Math.min(screen.y + 14, height - sprite.height)),
      sprite.width,
      sprite.height,
    );
  }

  /** Lines in the bottom left corner, clear of what the frame shows along the top and on the right, e.g. what a tool waits for. */
  advice(lines: readonly string[]): void {
    const { height } = this.#camera.viewport;
    let bottom = height - 10;
    for (const text of lines.toReversed()) {
      const sprite = this.#sprites.get(text, '#1b2026');
      bottom -= sprite.height + 3;
      this.#context.drawImage(sprite.canvas, 10, Math.round(bottom), sprite.width, sprite.height);
    }
  }
}

function diamond(context: CanvasRenderingContext2D, x: number, y: number, half: number): void {
  context.moveTo(x, y - half);
  context.lineTo(x + half, y);
  context.lineTo(x, y + half);
  context.lineTo(x - half, y);
  context.closePath();
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

  /** CSS pixels of the letters of labels. */
  setFontSize(size: number): void {
    this.#sprites.setFontSize(size);
  }
}
