import type { Instance } from '#plugins/editor/common/document.ts';
import type { Editor } from '#plugins/editor/web/kit/editor-type.ts';
import type { Difference } from '../common/compare-versions.ts';
import type { DifferenceShapes } from './difference-shapes.ts';
import type { DifferenceStyle } from '../common/difference-style.ts';
import { differenceStyles, kindOf } from '../common/difference-style.ts';

/** As many are drawn with their sign; of more, the outlines alone. */
const MOST_SIGNS = 400;

type ToScreen = (x: number, y: number) => readonly [number, number];

/** Draws each difference in its colour and pattern: what is new as a whole line, what was there before in its pattern. */
export function paintDifferences(canvas: HTMLCanvasElement, editor: Editor, shapes: DifferenceShapes, differences: readonly Difference[], current: string | undefined): void {
  const scale = devicePixelRatio;
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (context === null || editor.toElement === undefined) return;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const toScreen = screenOf(editor);
  const painter = new DifferencePainter(context, shapes, toScreen, { width, height });
  for (const each of differences) if (each.id !== current) painter.paint(each, false, differences.length <= MOST_SIGNS);
  const standing = differences.find(each => each.id === current);
  if (standing !== undefined) painter.paint(standing, true, true);
}

/** The view is affine, so three places tell all. */
function screenOf(editor: Editor): ToScreen {
  const origin = editor.toElement!({ x: 0, y: 0 });
  const across = editor.toElement!({ x: 1, y: 0 });
  const down = editor.toElement!({ x: 0, y: 1 });
  return (x, y) => [origin.x + x * (across.x - origin.x) + y * (down.x - origin.x), origin.y + x * (across.y - origin.y) + y * (down.y - origin.y)];
}

class DifferencePainter {
  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly shapes: DifferenceShapes,
    private readonly toScreen: ToScreen,
    private readonly size: { readonly width: number; readonly height: number },
  ) {}

  paint(difference: Difference, standing: boolean, signed: boolean): void {
    const style = differenceStyles[kindOf(difference)];
    const { before, after } = difference;
    const shown = after ?? before;
    if (shown === undefined || !this.#inView(before, after)) return;
    if (before !== undefined) this.#outline(before, style, style.dash, standing);
    if (after !== undefined) this.#outline(after, style, before === undefined ? [] : kindOf(difference) === 'shape' ? [] : style.dash, standing);
    if (signed) this.#sign(shown, style, standing);
  }

  #inView(...instances: readonly (Instance | undefined)[]): boolean {
    return instances.some(each => {
      const area = each === undefined ? undefined : this.shapes.areaOf(each);
      if (area === undefined) return false;
      const [left, top] = this.toScreen(area.minX, area.minY);
      const [right, bottom] = this.toScreen(area.maxX, area.maxY);
      return Math.max(left, right) >= -10 && Math.max(top, bottom) >= -10 && Math.min(left, right) <= this.size.width + 10 && Math.min(top, bottom) <= this.size.height + 10;
    });
  }

  #outline(instance: Instance, { color }: DifferenceStyle, dash: readonly number[], standing: boolean): void {
    const { rings, lines, dots } = this.shapes.outlineOf(instance);
    const path = new Path2D();
    for (const ring of rings) this.#trace(path, ring, true);
    for (const line of lines) this.#trace(path, line, false);
    for (let at = 0; at + 1 < dots.length; at += 2) {
      const [x, y] = this.toScreen(dots[at]!, dots[at + 1]!);
      path.moveTo(x + 5, y);
      path.arc(x, y, 5, 0, Math.PI * 2);
    }
    const { context } = this;
    context.lineJoin = 'round';
    // A dark and a light edge below, so that the colour is seen on any picture.
    context.setLineDash([]);
    context.strokeStyle = standing ? 'rgb(255 255 255 / 95%)' : 'rgb(0 0 0 / 45%)';
    context.lineWidth = standing ? 7 : 4;
    context.stroke(path);
    context.setLineDash([...dash]);
    context.strokeStyle = color;
    context.lineWidth = standing ? 4 : 2.5;
    context.stroke(path);
  }

  #trace(path: Path2D, points: readonly number[], closed: boolean): void {
    for (let at = 0; at + 1 < points.length; at += 2) {
      const [x, y] = this.toScreen(points[at]!, points[at + 1]!);
      if (at === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    if (closed) path.closePath();
  }

  #sign(instance: Instance, { color, sign }: DifferenceStyle, standing: boolean): void {
    const area = this.shapes.areaOf(instance);
    if (area === undefined) return;
    const [x, y] = this.toScreen(area.minX, area.minY);
    const { context } = this;
    const size = standing ? 20 : 16;
    context.setLineDash([]);
    context.fillStyle = color;
    context.strokeStyle = '#fff';
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(x - size / 2, y - size / 2, size, size, 4);
    context.fill();
    context.stroke();
    context.fillStyle = '#fff';
    context.font = `700 ${standing ? 14 : 12}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(sign, x, y + 0.5);
  }
}
