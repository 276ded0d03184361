import type { Box } from '../../common/geometry/box.ts';
import type { StageView } from '../stage-view.ts';
import { boxFrame } from '../views/box-view.ts';

/** CSS pixels of the views in a cell. Handles above a box need this height. */
export const CELL_HEIGHT = 180;
/** CSS pixels of the narrowest cell. */
export const CELL_WIDTH = 300;
/** Share of the width of a cell for the view from above. */
const TOP_SHARE = 0.42;

/** The views of a box in a cell of a width in CSS pixels: from above, and from its side. */
export function cellViews(box: Box, width: number, zoom: number): readonly StageView[] {
  const across = Math.round(width * TOP_SHARE);
  return [
    { kind: 'top', rect: { x: 0, y: 0, width: across, height: CELL_HEIGHT } } as const,
    { kind: 'side', rect: { x: across, y: 0, width: width - across, height: CELL_HEIGHT } } as const,
  ].map(({ kind, rect }) => ({ kind, rect, frame: boxFrame(box, kind, rect.width, rect.height, zoom) }));
}
