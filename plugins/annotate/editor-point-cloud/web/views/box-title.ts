import type { Box } from '../../common/geometry/box.ts';
import { messages } from '../messages.ts';
import type { BoxSide } from './box-view.ts';
import { shownSize, turnAxis } from './box-view.ts';

const DEGREE = Math.PI / 180;
const names = { top: messages.boxTitle.top, side: messages.boxTitle.side, back: messages.boxTitle.back } as const;

/** Title of a view of a box: its name, and how wide, high and turned the box is there, also while it is dragged. */
export function boxTitle(box: Box, side: BoxSide): string {
  const { across, upwards } = shownSize(box, side);
  const degrees = box.rotation[turnAxis(side)] / DEGREE;
  return messages.boxTitle.measured(
    names[side],
    `${across.toFixed(2)} × ${upwards.toFixed(2)} m`,
    `${degrees.toFixed(1)}°`,
  );
}
