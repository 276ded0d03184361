import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Place, Rectangle, Transform } from '#plugins/annotate/annotations/common/geometry/index.ts';
import {
  emptyRectangle,
  encloses,
  grow,
  outlineBounds,
  rotation,
  unite,
} from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import type { BoxHandle } from '../../common/box-handles.ts';
import type { SelectionFrame } from '../../common/selection-frame.ts';
import { frameHandlePlace, scaleByHandle, turnAngle } from '../../common/selection-frame.ts';
import { shapeOutline } from '../../common/shape-outline.ts';
import type { VectorInstance } from '../../common/shapes.ts';
import { transformShape } from '../../common/transform-shape.ts';
import { messages } from '../messages.ts';
import type { VectorContext } from '../vector-context.ts';
import { changing } from './drag-states.ts';

/** Steps by which the last change that keeps the shapes on the image is looked for. */
const searchSteps = 8;

/** Result of a transformation. */
export interface Transformed {
  readonly shapes: readonly VectorInstance[];
  readonly frame: SelectionFrame;
  readonly idle: () => ToolState;
}

/**
 * Scales shapes by a handle of their frame. Alt from the centre, Shift keeps the proportions; nothing is scaled off the
 * image that was on it.
 */
export function scalingShapes(
  context: VectorContext,
  { shapes, frame, idle }: Transformed,
  handle: BoxHandle,
  start: StagePointer,
): ToolState {
  const stays = stayingOnImage(context, shapes);
  const from = frameHandlePlace(frame, handle);
  const scaled = ({ place, alt, shift }: StagePointer, share: number): Transform => {
    // Handles may stand off from the frame: what counts is how far one was dragged.
    const to: Place = { x: from.x + (place.x - start.place.x) * share, y: from.y + (place.y - start.place.y) * share };
    return scaleByHandle(frame, handle, to, { fromCentre: alt, proportional: shift });
  };
  const change = (pointer: StagePointer): readonly Instance[] => stays(share => scaled(pointer, share));
  return changing(context, {
    name: 'select.scaling',
    label:
      shapes.length === 1 ? messages.transformStates.scale : messages.transformStates.scaleCountShapes(shapes.length),
    cursor: scaleCursor(frame, handle),
    idle,
    change,
  });
}

/**
 * Turns shapes about the middle of their frame, with Shift in steps of 15°; nothing is turned off the image that was on
 * it.
 */
export function turningShapes(
  context: VectorContext,
  { shapes, frame, idle }: Transformed,
  start: StagePointer,
): ToolState {
  const stays = stayingOnImage(context, shapes);
  let angle = 0;
  const change = (pointer: StagePointer): readonly Instance[] => {
    angle = turnAngle(frame, start.place, pointer.place, pointer.shift);
    return stays(share => rotation(angle * share, frame.centre));
  };
  const state = changing(context, {
    name: 'select.turning',
    label:
      shapes.length === 1 ? messages.transformStates.turn : messages.transformStates.turnCountShapes(shapes.length),
    cursor: 'grabbing',
    idle,
    change,
  });
  let last = start;
  return {
    ...state,
    move(pointer) {
      last = pointer;
      return state.move!(pointer);
    },
    paint(painter) {
      painter.labels.note(
        last.screen,
        `${Math.round((Math.atan2(Math.sin(angle), Math.cos(angle)) * 180) / Math.PI)}°`,
      );
      return true;
    },
  };
}

/** CSS cursor of a handle of a turned frame. */
export function scaleCursor({ angle }: SelectionFrame, handle: BoxHandle): string {
  const direction = { e: 0, se: 45, s: 90, sw: 135, w: 180, nw: 225, n: 270, ne: 315 }[handle];
  const eighth = Math.round((direction + (angle * 180) / Math.PI) / 45);
  return ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'][((eighth % 4) + 4) % 4]!;
}

/** Carries out a share 0..1 of a change: the whole of it, or as much as leaves the shapes on the image they were on. */
function stayingOnImage(
  context: VectorContext,
  shapes: readonly VectorInstance[],
): (transform: (share: number) => Transform) => readonly VectorInstance[] {
  const { size } = context;
  const bounds = (all: readonly Instance[]): Rectangle =>
    all.reduce<Rectangle>((sum, shape) => unite(sum, outlineBounds(shapeOutline(shape))), emptyRectangle);
  // Half a hundredth for the rounding of coordinates.
  const image = size === undefined ? undefined : grow({ minX: 0, minY: 0, maxX: size.width, maxY: size.height }, 0.006);
  const confined = image !== undefined && encloses(image, bounds(shapes));
  return transform => {
    const carriedOut = (share: number): readonly VectorInstance[] =>
      shapes.map(shape => transformShape(shape, transform(share)));
    const whole = carriedOut(1);
    if (!confined || encloses(image, bounds(whole))) return whole;
    let low = 0;
    let high = 1;
    for (let step = 0; step < searchSteps; step += 1) {
      const share = (low + high) / 2;
      if (encloses(image, bounds(carriedOut(share)))) low = share;
      else high = share;
    }
    return low === 0 ? shapes : carriedOut(low);
  };
}
