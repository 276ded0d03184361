import type { Box } from '../../common/geometry/box.ts';
import { moved, resized, turned } from '../../common/geometry/box-edits.ts';
import { messages } from '../messages.ts';
import type { BoxGrip, BoxSide } from '../views/box-view.ts';
import { boxSides, gripAt, screenMove, turnAxis, turnSign } from '../views/box-view.ts';
import type { ViewFrame } from '../views/cloud-camera.ts';
import type { CloudHost, Gesture, Pressed } from './gesture.ts';

/**
 * A drag in a view of the selected box: its sides and corners, its middle, or the handle that turns it. With Ctrl the
 * sides end at the points; with Shift the box keeps its size. Undefined beside the box.
 */
export function boxGesture({ stage, commands }: CloudHost, start: Pressed): Gesture | undefined {
  const { kind, frame } = start.view;
  const { box } = commands;
  if (kind === 'main' || box === undefined) return undefined;
  const grip = gripAt(box, kind, frame, start.x, start.y);
  if (grip === undefined) return undefined;
  // The view goes with the box: moves are measured in the view as it was.
  let now: Box = box;
  return {
    view: start.view,
    move(at) {
      now = changed(box, kind, grip, frame, start, at);
      commands.draft(now);
      stage.requestDraw();
    },
    up(at) {
      if (now === box) return;
      const fits = at.ctrl && grip.kind !== 'turn';
      const sides = grip.kind === 'sides' ? boxSides(kind, grip.across, grip.upwards) : undefined;
      commands.setBox(
        grip.kind === 'turn'
          ? messages.boxGesture.turn
          : grip.kind === 'middle' || at.shift
            ? messages.boxGesture.move
            : messages.boxGesture.resize,
        fits ? commands.shrink(now, sides) : now,
      );
    },
    cancel() {
      commands.draft(box);
      stage.requestDraw();
    },
  };
}

function changed(box: Box, kind: BoxSide, grip: BoxGrip, frame: ViewFrame, start: Pressed, at: Pressed): Box {
  if (grip.kind === 'turn') {
    const angle = Math.atan2(at.x - frame.width / 2, frame.height / 2 - at.y);
    return turned(box, turnAxis(kind), -angle * turnSign(kind));
  }
  const by = screenMove(kind, (at.x - start.x) / frame.scale, (start.y - at.y) / frame.scale);
  if (grip.kind === 'middle' || at.shift) return moved(box, by);
  return resized(box, boxSides(kind, grip.across, grip.upwards), by);
}

/** Shrinks the side, the corner or all of the selected box at the pointer to its points. */
export function shrinkAt({ commands }: CloudHost, { view, x, y }: Pressed): void {
  const { box } = commands;
  if (view.kind === 'main' || box === undefined) return;
  const grip = gripAt(box, view.kind, view.frame, x, y);
  if (grip === undefined || grip.kind === 'turn') return;
  const sides = grip.kind === 'sides' ? boxSides(view.kind, grip.across, grip.upwards) : undefined;
  commands.setBox(messages.boxGesture.shrink, commands.shrink(box, sides));
}
