/** Answers to a class's questions: group name → value name, several value names, text or number. */
export type Answers = Readonly<Record<string, string | number | readonly string[]>>;

interface Drawn {
  readonly className: string;
  readonly answers: Answers;
}

/** Opposite corners in pixels, the first one top left. */
export interface DrawnBox extends Drawn {
  readonly type: 'bbox';
  readonly corners: readonly [x1: number, y1: number, x2: number, y2: number];
}

/** Flat list x, y, x, y, … in pixels. */
export interface DrawnPath extends Drawn {
  readonly type: 'polygon' | 'polyline';
  readonly points: readonly number[];
}

export interface DrawnPoint extends Drawn {
  readonly type: 'point';
  readonly x: number;
  readonly y: number;
}

/** Upright ellipse: centre and radii in pixels. */
export interface DrawnEllipse extends Drawn {
  readonly type: 'ellipse';
  readonly cx: number;
  readonly cy: number;
  readonly rx: number;
  readonly ry: number;
}

/** A shape somebody drew by hand on a photograph, in pixels of that photograph, origin top left. */
export type DrawnShape = DrawnBox | DrawnPath | DrawnPoint | DrawnEllipse;

export const box = (className: string, corners: DrawnBox['corners'], answers: Answers = {}): DrawnShape => ({
  type: 'bbox',
  className,
  corners,
  answers,
});
export const polygon = (className: string, points: readonly number[], answers: Answers = {}): DrawnShape => ({
  type: 'polygon',
  className,
  points,
  answers,
});
export const polyline = (className: string, points: readonly number[], answers: Answers = {}): DrawnShape => ({
  type: 'polyline',
  className,
  points,
  answers,
});
export const point = (className: string, x: number, y: number, answers: Answers = {}): DrawnShape => ({
  type: 'point',
  className,
  x,
  y,
  answers,
});
export const ellipse = (
  className: string,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  answers: Answers = {},
): DrawnShape => ({ type: 'ellipse', className, cx, cy, rx, ry, answers });
