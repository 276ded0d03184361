import { CanvasRenderer } from './canvas/canvas-renderer.ts';
import { GlRenderer } from './gl/gl-renderer.ts';
import type { RasterLayer } from './raster-layer.ts';
import type { ShapeLayer } from './shape-layer.ts';
import type { StageOptions } from './stage-options.ts';
import type { StageRenderer } from './stage-renderer.ts';
import { SoftwareRenderer } from './software/software-renderer.ts';
import { softwareSurface } from './software/software-surface.ts';

/** Opens the fastest renderer that the browser offers. */
export function openRenderer(
  layer: ShapeLayer,
  raster: RasterLayer,
  requestFrame: () => void,
  wanted: StageOptions['renderer'],
): StageRenderer {
  if (wanted === 'canvas') return new CanvasRenderer(layer, raster, requestFrame);
  try {
    const surface = softwareSurface();
    return surface === undefined
      ? new GlRenderer(layer, raster, requestFrame)
      : new SoftwareRenderer(surface, layer, raster, requestFrame);
  } catch {
    return new CanvasRenderer(layer, raster, requestFrame);
  }
}
