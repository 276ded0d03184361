import type { Camera } from './camera.ts';
import type { OverlayPainter } from './overlay-painter.ts';
import type { StagePointer } from './tool-state.ts';

/** Helps for the eye that lie over the picture. */
export interface StageGuides {
  /** Item pixels between the lines of a grid; 0 for none. */
  readonly grid: number;
  /** Lines across the view through the pointer, whatever the tool. */
  readonly crosshair: boolean;
}

export const noGuides: StageGuides = { grid: 0, crosshair: false };

/** CSS pixels between the lines of a grid at least; where they would be nearer, only each so-manieth is drawn. */
const leastSpacing = 6;

/** Draws the guides; returns whether it drew any. `hasCrosshair`: the tool in use draws its own. */
export function paintGuides(
  painter: OverlayPainter,
  guides: StageGuides,
  camera: Camera,
  pointer: StagePointer | undefined,
  hasCrosshair: boolean,
): boolean {
  if (guides.grid > 0) {
    let step = guides.grid;
    while (step * camera.zoom < leastSpacing) step *= 2;
    painter.grid(camera.item, step);
  }
  const crosses = guides.crosshair && !hasCrosshair && pointer !== undefined;
  if (crosses) painter.crosshair(pointer.screen);
  return guides.grid > 0 || crosses;
}
