import type { Size } from '#plugins/annotate/annotations/common/geometry/place.ts';
import type { OverlayPainter } from './overlay.ts';
import type { DrawingOrder } from './shape-layer.ts';
import type { ShapeStyle } from './stage-renderer.ts';

/** What an editor brings to a stage. */
export interface StageOptions {
  readonly order: DrawingOrder;
  /** Draws handles, labels and so on over the shapes; tells whether it drew anything. */
  readonly paint: (painter: OverlayPainter) => boolean;
  /** The picture is there; its true size in pixels. */
  readonly onImage?: (size: Size) => void;
  /** `canvas` forces the 2D renderer. */
  readonly renderer?: 'webgl' | 'canvas';
}

/** How the names of classes are drawn. */
export interface LabelStyle {
  readonly shown: boolean;
  /** CSS pixels. */
  readonly fontSize: number;
}

/** Shapes are drawn like this unless an editor sets another style. */
export const defaultShapeStyle: ShapeStyle = { fillOpacity: 0.2, strokeWidth: 2, hidden: false };
