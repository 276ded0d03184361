import type { MapPlace } from '../../common/map-lasso.ts';

/** Empty border around the points, in pixels. */
const BORDER = 24;
const RADIUS = 4;

/** The square of the screen that the map fills. */
export interface MapFrame {
  readonly width: number;
  readonly height: number;
}

/** Returns pixels of a place. */
export const pixelsOf = ({ x, y }: MapPlace, { width, height }: MapFrame): readonly [number, number] => [
  BORDER + x * (width - 2 * BORDER),
  BORDER + y * (height - 2 * BORDER),
];

/** Returns the place of pixels. */
export const placeOf = (x: number, y: number, { width, height }: MapFrame): MapPlace => ({
  x: (x - BORDER) / Math.max(1, width - 2 * BORDER),
  y: (y - BORDER) / Math.max(1, height - 2 * BORDER),
});

/** The parts of the map that are drawn. */
export interface MapDrawing {
  readonly points: readonly (MapPlace & { readonly id: number })[];
  readonly colours: readonly string[];
  readonly selected: (id: number) => boolean;
  /** The point that the keys are at. */
  readonly active: number | undefined;
  readonly outline: readonly MapPlace[];
  /** Colour of lines, as the theme has it. */
  readonly ink: string;
}

/** Draws points, the selection and the outline. Points that are not selected fade while others are. */
export function drawMap(
  canvas: CanvasRenderingContext2D,
  frame: MapFrame,
  ratio: number,
  { points, colours, selected, active, outline, ink }: MapDrawing,
): void {
  canvas.setTransform(ratio, 0, 0, ratio, 0, 0);
  canvas.clearRect(0, 0, frame.width, frame.height);
  const any = points.some(({ id }) => selected(id));
  points.forEach((point, index) => {
    const [x, y] = pixelsOf(point, frame);
    canvas.globalAlpha = any && !selected(point.id) ? 0.25 : 0.85;
    canvas.fillStyle = colours[index]!;
    canvas.beginPath();
    canvas.arc(x, y, RADIUS, 0, Math.PI * 2);
    canvas.fill();
  });
  canvas.globalAlpha = 1;
  canvas.strokeStyle = ink;
  const at = active === undefined ? undefined : points[active];
  if (at !== undefined) {
    const [x, y] = pixelsOf(at, frame);
    canvas.lineWidth = 2;
    canvas.beginPath();
    canvas.arc(x, y, RADIUS + 4, 0, Math.PI * 2);
    canvas.stroke();
  }
  if (outline.length > 1) {
    canvas.lineWidth = 1.5;
    canvas.setLineDash([5, 4]);
    canvas.beginPath();
    outline.forEach((place, index) => canvas[index === 0 ? 'moveTo' : 'lineTo'](...pixelsOf(place, frame)));
    canvas.closePath();
    canvas.stroke();
    canvas.setLineDash([]);
  }
}
