import type { Rectangle, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { OverlayPainter } from './overlay-painter.ts';
import type { DrawingOrder } from './shape-layer.ts';
import type { ShapeStyle, StageFrame } from './stage-renderer.ts';

/** A picture that an editor draws itself, below the shapes, such as the frames of a video. */
export interface Backdrop {
  readonly element: HTMLElement;
  /** Shows the picture under a view; called whenever the view or the look changed. */
  place(frame: StageFrame): void;
  /** Pixels of an area of the item, the longer side made at most `longestSide` long. Rejects while there are none. */
  pixels(area: Rectangle, longestSide: number): Promise<ImageData>;
}

/** Options that an editor gives a stage. */
export interface StageOptions {
  readonly order: DrawingOrder;
  /** Draws handles, labels and so on over the shapes; returns whether it drew anything. */
  readonly paint: (painter: OverlayPainter) => boolean;
  /** The picture is there; its true size in pixels. */
  readonly onImage?: (size: Size) => void;
  /** In place of a picture that the stage opens; shapes are drawn by the 2D renderer then. */
  readonly backdrop?: Backdrop;
  /** `canvas` forces the 2D renderer. */
  readonly renderer?: 'webgl' | 'canvas';
}

/** Style of the names of classes. */
export interface LabelStyle {
  readonly shown: boolean;
  /** True when attribute values follow the class name. */
  readonly attributes: boolean;
  /** CSS pixels. */
  readonly fontSize: number;
}

/** Shapes are drawn like this unless an editor sets another style. */
export const defaultShapeStyle: ShapeStyle = { fillOpacity: 0.2, strokeWidth: 2, dotSize: 9, hidden: false };
