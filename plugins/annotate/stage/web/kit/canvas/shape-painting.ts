import type { Outline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { DrawnShape } from '../drawn-shape.ts';
import { colorText } from '../drawn-shape.ts';
import type { ShapeLayer } from '../shape-layer.ts';
import type { CanvasArea, StageFrame } from '../stage-renderer.ts';
import { emphasisOpacity, selectionWidth } from '../stage-renderer.ts';

/** An upright box in item pixels: a canvas draws it without a path, which moving ones would need on every frame. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Paths {
  readonly fill: Path2D;
  readonly stroke: Path2D;
}

const drawings = new WeakMap<Outline, Box | Paths>();

/** Clips to whole device pixels, since a soft edge would leave a faint frame around each damaged part. */
export function clipTo(context: CanvasRenderingContext2D, { left, top, right, bottom }: CanvasArea): void {
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
}

/** Makes item pixels the unit of what is drawn from now on. */
export function mapItem(context: CanvasRenderingContext2D, { view, ratio }: StageFrame): void {
  const scale = view.zoom * ratio;
  context.setTransform(
    scale,
    0,
    0,
    scale,
    context.canvas.width / 2 - view.centre.x * scale,
    context.canvas.height / 2 - view.centre.y * scale,
  );
}

/** Draws one shape; the context maps item pixels to the canvas. */
export function drawShape(context: CanvasRenderingContext2D, shape: DrawnShape, frame: StageFrame): void {
  draw(context, shape, frame, frame.style.fillOpacity, frame.style.strokeWidth, colorText(shape.color));
}

/** Draws the hovered and, unless `selected` is false, the selected shapes once more over all others. */
export function drawEmphasized(
  context: CanvasRenderingContext2D,
  layer: ShapeLayer,
  frame: StageFrame,
  selected: boolean = true,
): void {
  const { fillOpacity, strokeWidth } = frame.style;
  for (const shape of layer.emphasized('hovered'))
    draw(context, shape, frame, emphasisOpacity(fillOpacity), strokeWidth + 1, colorText(shape.color));
  if (!selected) return;
  for (const shape of layer.emphasized('selected')) {
    draw(context, shape, frame, emphasisOpacity(fillOpacity), strokeWidth + 1.5, colorText(shape.color));
    draw(context, shape, frame, 0, selectionWidth, '#ffffff');
  }
}

function draw(
  context: CanvasRenderingContext2D,
  shape: DrawnShape,
  frame: StageFrame,
  opacity: number,
  width: number,
  stroke: string,
): void {
  const drawing = drawingOf(shape.outline);
  const isBox = 'x' in drawing;
  if (opacity > 0 && shape.outline.rings.length > 0) {
    context.globalAlpha = opacity;
    context.fillStyle = colorText(shape.color);
    if (isBox) context.fillRect(drawing.x, drawing.y, drawing.width, drawing.height);
    else context.fill(drawing.fill, 'evenodd');
    context.globalAlpha = 1;
  }
  context.lineJoin = 'round';
  context.lineWidth = width / frame.view.zoom;
  context.strokeStyle = stroke;
  if (isBox) context.strokeRect(drawing.x, drawing.y, drawing.width, drawing.height);
  else context.stroke(drawing.stroke);
  context.fillStyle = stroke;
  const radius = (frame.style.dotSize + width - frame.style.strokeWidth) / 2 / frame.view.zoom;
  for (let at = 0; at < shape.outline.dots.length; at += 2) {
    context.beginPath();
    context.arc(shape.outline.dots[at]!, shape.outline.dots[at + 1]!, radius, 0, 2 * Math.PI);
    context.fill();
  }
}

function drawingOf(outline: Outline): Box | Paths {
  const before = drawings.get(outline);
  if (before !== undefined) return before;
  const made = boxOf(outline) ?? pathsOf(outline);
  drawings.set(outline, made);
  return made;
}

function boxOf({ rings, lines, dots }: Outline): Box | undefined {
  const [ring] = rings;
  if (ring?.length !== 8 || rings.length > 1 || lines.length > 0 || dots.length > 0) return undefined;
  const [x, y, , , right, bottom] = ring as [number, number, number, number, number, number];
  const isUpright =
    (ring[2] === right && ring[3] === y && ring[6] === x && ring[7] === bottom) ||
    (ring[2] === x && ring[3] === bottom && ring[6] === right && ring[7] === y);
  return isUpright && x !== right && y !== bottom ? { x, y, width: right - x, height: bottom - y } : undefined;
}

function pathsOf({ rings, lines }: Outline): Paths {
  const fill = new Path2D();
  for (const ring of rings) trace(fill, ring, true);
  // Most shapes have no line beside their rings, and moving ones get paths on every frame.
  const stroke = lines.length === 0 ? fill : new Path2D(fill);
  for (const line of lines) trace(stroke, line, false);
  return { fill, stroke };
}

function trace(path: Path2D, points: readonly number[], closed: boolean): void {
  if (points.length < 2) return;
  path.moveTo(points[0]!, points[1]!);
  for (let at = 2; at < points.length; at += 2) path.lineTo(points[at]!, points[at + 1]!);
  if (closed) path.closePath();
}
