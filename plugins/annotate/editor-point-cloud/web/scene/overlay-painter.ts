import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { isCuboid, verticesOf } from '../../common/cloud-objects.ts';
import type { Vector } from '../../common/geometry/box.ts';
import { boxCorners, boxEdges, headingOf } from '../../common/geometry/box.ts';
import type { BoxSide } from '../views/box-view.ts';
import { halfOnScreen, TURN_REACH } from '../views/box-view.ts';
import type { ViewFrame } from '../views/cloud-camera.ts';
import { projected, projectedLine } from '../views/cloud-camera.ts';
import type { ViewRect } from './point-renderer.ts';

/** Paint of an object. */
export interface ObjectLook {
  /** `#RRGGBB`. */
  readonly color: string;
  readonly selected: boolean;
  readonly hovered: boolean;
  /** Written beside it. */
  readonly label: string | undefined;
}

const HALO = 'rgb(0 0 0 / 0.55)';
const FONT = '12px system-ui, sans-serif';

/** Paints lines, handles and texts over the points, in CSS pixels. */
export class OverlayPainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d')!;
  }

  resize(width: number, height: number): void {
    const ratio = Math.min(2, window.devicePixelRatio);
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  clear(): void {
    this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  /** Paints within one view; places are counted from its corner. */
  inside(rect: ViewRect, paint: () => void): void {
    const context = this.#context;
    context.save();
    context.beginPath();
    context.rect(rect.x, rect.y, rect.width, rect.height);
    context.clip();
    context.translate(rect.x, rect.y);
    paint();
    context.restore();
  }

  /** The border and the name of a view. */
  frame(rect: ViewRect, title: string, active: boolean): void {
    const context = this.#context;
    context.strokeStyle = active ? '#4dafc1' : 'rgb(255 255 255 / 0.16)';
    context.lineWidth = 1;
    context.strokeRect(rect.x + 0.5, rect.y + 0.5, rect.width - 1, rect.height - 1);
    this.text(title, rect.x + 8, rect.y + 16, 'rgb(255 255 255 / 0.85)');
  }

  object(view: ViewFrame, instance: Instance, look: ObjectLook): void {
    const lines = linesOf(instance);
    this.#stroke(view, lines, HALO, look.selected ? 4.5 : 3);
    this.#stroke(view, lines, look.color, look.selected || look.hovered ? 2.5 : 1.25);
    if (instance.type === 'point' || look.selected)
      for (const vertex of isCuboid(instance) ? [] : verticesOf(instance))
        this.dot(view, vertex, look.color, look.selected ? 5 : 4);
    if (isCuboid(instance)) this.#stroke(view, [headingOf(instance)], look.selected ? '#ffffff' : look.color, 2);
    if (look.label !== undefined) this.#label(view, instance, look.label);
  }

  /** A line of several places, such as one that is being drawn. */
  path(view: ViewFrame, places: readonly Vector[], color: string): void {
    const lines = places.slice(1).map((place, at) => [places[at]!, place] as const);
    this.#stroke(view, lines, HALO, 3.5);
    this.#stroke(view, lines, color, 1.75);
    for (const place of places) this.dot(view, place, color, 4);
  }

  /** A stroke over a view, x and y pairs in CSS pixels. */
  stroke(places: readonly number[], width: number, color: string): void {
    const context = this.#context;
    context.save();
    context.beginPath();
    context.moveTo(places[0]!, places[1]!);
    for (let at = 0; at + 1 < places.length; at += 2) context.lineTo(places[at]!, places[at + 1]!);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.globalAlpha = width > 4 ? 0.35 : 1;
    context.lineWidth = width;
    context.strokeStyle = color;
    context.stroke();
    context.restore();
  }

  dot(view: ViewFrame, place: Vector, color: string, radius: number): void {
    const at = projected(view, place);
    if (at === undefined) return;
    const context = this.#context;
    context.beginPath();
    context.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    context.fillStyle = color;
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = '#ffffff';
    context.stroke();
  }

  /** The handles of the selected box in one of its views. */
  handles(box: Parameters<typeof halfOnScreen>[0], side: BoxSide, view: ViewFrame, color: string): void {
    const context = this.#context;
    const [w, h] = halfOnScreen(box, side, view.scale);
    const [cx, cy] = [view.width / 2, view.height / 2];
    context.strokeStyle = HALO;
    context.lineWidth = 3;
    context.strokeRect(cx - w, cy - h, w * 2, h * 2);
    context.strokeStyle = color;
    context.lineWidth = 1.5;
    context.strokeRect(cx - w, cy - h, w * 2, h * 2);
    context.beginPath();
    context.moveTo(cx, cy - h);
    context.lineTo(cx, cy - h - TURN_REACH);
    context.stroke();
    for (const [x, y] of [
      [-w, -h],
      [w, -h],
      [-w, h],
      [w, h],
      [0, -h],
      [0, h],
      [-w, 0],
      [w, 0],
    ] as const)
      this.#handle(cx + x, cy + y, false);
    this.#handle(cx, cy - h - TURN_REACH, true);
  }

  text(text: string, x: number, y: number, color: string): void {
    const context = this.#context;
    context.font = FONT;
    context.lineWidth = 3;
    context.lineJoin = 'round';
    context.strokeStyle = 'rgb(0 0 0 / 0.7)';
    context.strokeText(text, x, y);
    context.fillStyle = color;
    context.fillText(text, x, y);
  }

  rectangle(x: number, y: number, width: number, height: number): void {
    this.#context.fillStyle = 'rgb(77 175 193 / 0.2)';
    this.#context.fillRect(x, y, width, height);
  }

  #handle(x: number, y: number, round: boolean): void {
    const context = this.#context;
    context.beginPath();
    if (round) context.arc(x, y, 5, 0, 2 * Math.PI);
    else context.rect(x - 4, y - 4, 8, 8);
    context.fillStyle = '#ffffff';
    context.fill();
    context.lineWidth = 1.5;
    context.strokeStyle = '#0f7386';
    context.stroke();
  }

  #label(view: ViewFrame, instance: Instance, label: string): void {
    const places = verticesOf(instance).flatMap(vertex => projected(view, vertex) ?? []);
    const top = places.toSorted((one, other) => one.y - other.y)[0];
    if (top !== undefined) this.text(label, top.x + 4, top.y - 6, '#ffffff');
  }

  #stroke(view: ViewFrame, lines: readonly (readonly [Vector, Vector])[], color: string, width: number): void {
    const context = this.#context;
    context.beginPath();
    for (const [from, to] of lines) {
      const line = projectedLine(view, from, to);
      if (line === undefined) continue;
      context.moveTo(line[0].x, line[0].y);
      context.lineTo(line[1].x, line[1].y);
    }
    context.lineWidth = width;
    context.strokeStyle = color;
    context.stroke();
  }
}

/** The lines of which an object is drawn. */
export function linesOf(instance: Instance): readonly (readonly [Vector, Vector])[] {
  if (isCuboid(instance)) {
    const corners = boxCorners(instance);
    return boxEdges.map(([from, to]) => [corners[from]!, corners[to]!] as const);
  }
  const places = verticesOf(instance);
  const lines = places.slice(1).map((place, at) => [places[at]!, place] as const);
  return instance.type === 'polygon' && places.length > 2 ? [...lines, [places.at(-1)!, places[0]!] as const] : lines;
}
