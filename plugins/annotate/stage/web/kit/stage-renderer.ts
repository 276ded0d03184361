import type { Rectangle, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { View } from './camera.ts';
import type { ImageSource } from './image/image-source.ts';
import type { PictureLook } from './picture-look.ts';

/** Style of all shapes. */
export interface ShapeStyle {
  /** 0..1; 0 draws no fill. */
  readonly fillOpacity: number;
  /** CSS pixels. */
  readonly strokeWidth: number;
  /** Diameter of a dot in CSS pixels. */
  readonly dotSize: number;
  /** Draws no shapes at all, to look at the picture below. */
  readonly hidden: boolean;
}

/** One frame to be drawn. */
export interface StageFrame {
  readonly view: View;
  /** CSS pixels. */
  readonly viewport: Size;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** Item pixels that must be drawn again; undefined for everything, e.g. since the view moved. */
  readonly damage: Rectangle | undefined;
  /** Red, green and blue, 0..1. */
  readonly background: readonly [number, number, number];
  readonly style: ShapeStyle;
  readonly look: PictureLook;
}

/** Draws picture and shapes on a canvas of its own. */
export interface StageRenderer {
  /** `software`: WebGL 2 computed by the processor, shown on a 2D canvas. */
  readonly kind: 'webgl' | 'software' | 'canvas';
  readonly canvas: HTMLCanvasElement;
  /** The last frame had all it needs: no part of the picture was missing or coarse. */
  readonly settled: boolean;
  /** Shows a picture or none; `pending` when one is on its way. */
  setImage(source: ImageSource | undefined, pending: boolean): void;
  draw(frame: StageFrame): void;
  /** Takes over a tile of the picture that is shown next, where the next renderer draws with the same context. */
  prepareTile?(bitmap: ImageBitmap): void;
  /** Draws no more: the next renderer may take over what this one draws with. It is disposed of later. */
  leave?(): void;
  dispose(): void;
}

/**
 * Width of the white line in the middle of a selected outline, CSS pixels: thin, so that the edge below stays visible.
 */
export const selectionWidth = 1.5;

/** Opacity of the second fill that shapes which stand out get over their own. */
export function emphasisOpacity(fillOpacity: number): number {
  return Math.min(1, fillOpacity / 4 + 0.06);
}

/** Red, green and blue, 0..1 each, as a CSS colour. */
export function cssColor(color: readonly [number, number, number]): string {
  return `rgb(${color.map(share => Math.round(share * 255)).join(' ')})`;
}

/** The part of the item in a frame's view, in item pixels. */
export function visiblePart({ view, viewport }: StageFrame): Rectangle {
  const halfWidth = viewport.width / 2 / view.zoom;
  const halfHeight = viewport.height / 2 / view.zoom;
  return {
    minX: view.centre.x - halfWidth,
    minY: view.centre.y - halfHeight,
    maxX: view.centre.x + halfWidth,
    maxY: view.centre.y + halfHeight,
  };
}

/** Returns the CSS pixels that a stroke or dot may reach beyond the outline of its shape. */
export function overhang({ style }: Pick<StageFrame, 'style'>): number {
  return Math.max(style.dotSize, style.strokeWidth) + 4;
}

/** Device pixels of a canvas, whole ones; `right` and `bottom` are the first beyond. */
export interface CanvasArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The device pixels that a part of the item touches on the canvas; they may lie beyond its edges. */
export function onCanvas(part: Rectangle, frame: StageFrame, canvas: Size): CanvasArea {
  const scale = frame.view.zoom * frame.ratio;
  return {
    left: Math.floor((part.minX - frame.view.centre.x) * scale + canvas.width / 2),
    top: Math.floor((part.minY - frame.view.centre.y) * scale + canvas.height / 2),
    right: Math.ceil((part.maxX - frame.view.centre.x) * scale + canvas.width / 2),
    bottom: Math.ceil((part.maxY - frame.view.centre.y) * scale + canvas.height / 2),
  };
}

/** Gives a canvas the size of the viewport in device pixels; true when it had another, and is empty now. */
export function fitCanvas(canvas: HTMLCanvasElement, { viewport, ratio }: StageFrame): boolean {
  const width = Math.max(1, Math.round(viewport.width * ratio));
  const height = Math.max(1, Math.round(viewport.height * ratio));
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  return true;
}
