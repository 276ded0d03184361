import type { Outline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Editor } from './editor-type.ts';

/** Item pixels to CSS pixels of the editor's element. */
export type ToScreen = (x: number, y: number) => readonly [number, number];

/** Stroke of an outline. */
export interface OutlineStroke {
  readonly color: string;
  /** Lengths of dashes and gaps in CSS pixels; empty for a whole line. */
  readonly dash: readonly number[];
  /** The one that stands out. */
  readonly emphasized: boolean;
}

/** The drawing context of a canvas over an editor, as large as its element and empty; undefined where there is none. */
export function clearedSurface(canvas: HTMLCanvasElement): CanvasRenderingContext2D | undefined {
  const scale = devicePixelRatio;
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/**
 * Returns the present mapping of item pixels to the screen; undefined for editors without a picture. The view is
 * affine, so three places determine all.
 */
export function screenOf(editor: Editor): ToScreen | undefined {
  if (editor.toElement === undefined) return undefined;
  const origin = editor.toElement({ x: 0, y: 0 });
  const across = editor.toElement({ x: 1, y: 0 });
  const down = editor.toElement({ x: 0, y: 1 });
  return (x, y) => [
    origin.x + x * (across.x - origin.x) + y * (down.x - origin.x),
    origin.y + x * (across.y - origin.y) + y * (down.y - origin.y),
  ];
}

/** Strokes an outline over a dark or a light edge, so that its colour is seen on any picture. */
export function strokeOutline(
  context: CanvasRenderingContext2D,
  outline: Outline,
  toScreen: ToScreen,
  { color, dash, emphasized }: OutlineStroke,
): void {
  const path = outlinePath(outline, toScreen);
  context.lineJoin = 'round';
  context.setLineDash([]);
  context.strokeStyle = emphasized ? 'rgb(255 255 255 / 95%)' : 'rgb(0 0 0 / 45%)';
  context.lineWidth = emphasized ? 7 : 4;
  context.stroke(path);
  context.setLineDash([...dash]);
  context.strokeStyle = color;
  context.lineWidth = emphasized ? 4 : 2.5;
  context.stroke(path);
}

function outlinePath({ rings, lines, dots }: Outline, toScreen: ToScreen): Path2D {
  const path = new Path2D();
  for (const ring of rings) trace(path, ring, true, toScreen);
  for (const line of lines) trace(path, line, false, toScreen);
  for (let at = 0; at + 1 < dots.length; at += 2) {
    const [x, y] = toScreen(dots[at]!, dots[at + 1]!);
    path.moveTo(x + 5, y);
    path.arc(x, y, 5, 0, Math.PI * 2);
  }
  return path;
}

function trace(path: Path2D, points: readonly number[], closed: boolean, toScreen: ToScreen): void {
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x, y] = toScreen(points[at]!, points[at + 1]!);
    if (at === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
  if (closed) path.closePath();
}
