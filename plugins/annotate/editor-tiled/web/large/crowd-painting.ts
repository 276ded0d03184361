import type { ObjectCellView } from '#plugins/annotate/annotations/common/index.ts';
import { cellSide } from '#plugins/annotate/annotations/common/index.ts';
import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { meets } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Camera, OverlayPainter } from '#plugins/annotate/stage/web/kit/index.ts';

type Squares = NonNullable<ObjectCellView['squares']>;

/** Squares along the side of a cell. */
const ACROSS = 8;
/** CSS pixels below which a square has no room for its number. */
const LEGIBLE = 40;
const LABEL = '#1b2026';
/** About the width of a character of a number, and of what is left and right of it, in CSS pixels. */
const [CHARACTER, PADDING] = [7, 8];
/** Shades of ever more objects in a square. */
const SHADES = [0.12, 0.22, 0.34, 0.46, 0.58].map(alpha => `rgb(21 114 136 / ${alpha})`);

/** Shades squares by how many objects they hold and writes the numbers; returns whether it drew anything. */
export function paintCrowd(painter: OverlayPainter, camera: Camera, squares: Squares, level: number): boolean {
  const side = cellSide(level) / ACROSS;
  const { visible } = camera;
  const seen = squares
    .map(square => ({
      ...square,
      area: { minX: square.x, minY: square.y, maxX: square.x + side, maxY: square.y + side },
    }))
    .filter(({ area }) => meets(area, visible));
  if (seen.length === 0) return false;
  const most = Math.max(...seen.map(({ count }) => count));
  const shaded: Rectangle[][] = SHADES.map(() => []);
  for (const { area, count } of seen) shaded[shadeOf(count, most)]!.push(area);
  for (const [at, areas] of shaded.entries()) painter.shade(areas, SHADES[at]!);
  if (side * camera.zoom < LEGIBLE) return true;
  for (const { area, count } of seen) {
    const text = count.toLocaleString('en');
    // Texts are drawn to the right of their place.
    const left = (area.minX + area.maxX) / 2 - (text.length * CHARACTER + PADDING) / 2 / camera.zoom;
    painter.labels.label({ x: left, y: (area.minY + area.maxY) / 2 }, text, LABEL, -8);
  }
  return true;
}

/** Grows with the root of the share, so that thin places differ from empty ones. */
const shadeOf = (count: number, most: number): number =>
  Math.min(SHADES.length - 1, Math.floor(Math.sqrt(count / most) * SHADES.length));
