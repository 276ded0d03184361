import type { Place, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Camera } from './camera.ts';

/** Draws lines over the item, `step` item pixels apart. */
export function paintGrid(context: CanvasRenderingContext2D, camera: Camera, item: Size, step: number): void {
  const { width, height } = camera.viewport;
  const first = camera.toScreen({ x: 0, y: 0 });
  const last = camera.toScreen({ x: item.width, y: item.height });
  const { zoom } = camera;
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

/** Draws lines across the view through a place on the screen; `color` is that of the class that is drawn. */
export function paintCrosshair(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  screen: Place,
  color: string = 'rgb(255 255 255 / 0.85)',
): void {
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
