import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Editor, ToScreen } from '#plugins/annotate/editor/web/kit/index.ts';
import { clearedSurface, screenOf, strokeOutline } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Difference } from '../common/compare-versions.ts';
import type { DifferenceShapes } from './difference-shapes.ts';
import type { DifferenceStyle } from '../common/difference-style.ts';
import { differenceStyles, kindOf } from '../common/difference-style.ts';

/** As many are drawn with their sign; of more, the outlines alone. */
const MOST_SIGNS = 400;

/**
 * Draws each difference in its colour and pattern: what is new as a whole line, what was there before in its pattern.
 */
export function paintDifferences(
  canvas: HTMLCanvasElement,
  editor: Editor,
  shapes: DifferenceShapes,
  differences: readonly Difference[],
  current: string | undefined,
): void {
  const context = clearedSurface(canvas);
  const toScreen = screenOf(editor);
  if (context === undefined || toScreen === undefined) return;
  const painter = new DifferencePainter(context, shapes, toScreen, {
    width: canvas.clientWidth,
    height: canvas.clientHeight,
  });
  for (const each of differences) if (each.id !== current) painter.paint(each, false, differences.length <= MOST_SIGNS);
  const shown = differences.find(each => each.id === current);
  if (shown !== undefined) painter.paint(shown, true, true);
}

class DifferencePainter {
  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly shapes: DifferenceShapes,
    private readonly toScreen: ToScreen,
    private readonly size: { readonly width: number; readonly height: number },
  ) {}

  paint(difference: Difference, emphasized: boolean, signed: boolean): void {
    const style = differenceStyles[kindOf(difference)];
    const { before, after } = difference;
    const shown = after ?? before;
    if (shown === undefined || !this.#inView(before, after)) return;
    if (before !== undefined) this.#outline(before, style, style.dash, emphasized);
    if (after !== undefined)
      this.#outline(
        after,
        style,
        before === undefined ? [] : kindOf(difference) === 'shape' ? [] : style.dash,
        emphasized,
      );
    if (signed) this.#sign(shown, style, emphasized);
  }

  #inView(...instances: readonly (Instance | undefined)[]): boolean {
    return instances.some(each => {
      const area = each === undefined ? undefined : this.shapes.areaOf(each);
      if (area === undefined) return false;
      const [left, top] = this.toScreen(area.minX, area.minY);
      const [right, bottom] = this.toScreen(area.maxX, area.maxY);
      return (
        Math.max(left, right) >= -10 &&
        Math.max(top, bottom) >= -10 &&
        Math.min(left, right) <= this.size.width + 10 &&
        Math.min(top, bottom) <= this.size.height + 10
      );
    });
  }

  #outline(instance: Instance, { color }: DifferenceStyle, dash: readonly number[], emphasized: boolean): void {
    strokeOutline(this.context, this.shapes.outlineOf(instance), this.toScreen, { color, dash, emphasized });
  }

  #sign(instance: Instance, { color, sign }: DifferenceStyle, emphasized: boolean): void {
    const area = this.shapes.areaOf(instance);
    if (area === undefined) return;
    const [x, y] = this.toScreen(area.minX, area.minY);
    const { context } = this;
    const size = emphasized ? 20 : 16;
    context.setLineDash([]);
    context.fillStyle = color;
    context.strokeStyle = '#fff';
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(x - size / 2, y - size / 2, size, size, 4);
    context.fill();
    context.stroke();
    context.fillStyle = '#fff';
    context.font = `700 ${emphasized ? 14 : 12}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(sign, x, y + 0.5);
  }
}
