import type { ObjectCell } from '#plugins/annotate/annotations/common/index.ts';
import { cellReach, cellSide, TOP_LEVEL } from '#plugins/annotate/annotations/common/index.ts';
import type { Rectangle, Size } from '#plugins/annotate/annotations/common/geometry/index.ts';

/** Cells on an image of this size of which a view holds anything. */
export interface CellPlan {
  readonly level: number;
  /** The one in the middle of the view first. */
  readonly cells: readonly ObjectCell[];
}

/** Returns a text that names a cell. */
export const cellKey = ({ level, column, row }: ObjectCell): string => `${level}/${column}/${row}`;

/**
 * Returns the cells to load for a view: each is from 512 to 1024 CSS pixels wide, and all are as far around the view as
 * the objects of a cell can reach out of it.
 * @param zoom CSS pixels per pixel of the image
 */
export function planCells(visible: Rectangle, zoom: number, { width, height }: Size): CellPlan {
  const level = Math.min(TOP_LEVEL, Math.max(0, Math.floor(Math.log2(1 / zoom) + 1e-6)));
  const [side, reach] = [cellSide(level), cellReach(level)];
  const span = (from: number, to: number, size: number): readonly number[] => {
    const last = Math.min(Math.floor((to + reach) / side), Math.floor(Math.max(0, size - 1) / side));
    const first = Math.max(0, Math.floor((from - reach) / side));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  };
  const rows = span(visible.minY, visible.maxY, height);
  const middle = { x: (visible.minX + visible.maxX) / 2, y: (visible.minY + visible.maxY) / 2 };
  const away = ({ column, row }: ObjectCell): number =>
    Math.hypot((column + 0.5) * side - middle.x, (row + 0.5) * side - middle.y);
  const cells = span(visible.minX, visible.maxX, width)
    .flatMap(column => rows.map(row => ({ level, column, row })))
    .toSorted((one, other) => away(one) - away(other));
  return { level, cells };
}
