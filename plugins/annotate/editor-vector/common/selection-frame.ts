import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Place, Rectangle, Transform } from '#plugins/annotate/annotations/common/geometry/index.ts';
import {
  centreOf,
  emptyRectangle,
  isEmptyRectangle,
  outlineBounds,
  scaling,
  unite,
} from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { BoxHandle } from './box-handles.ts';
import { rotatedBoxCorners } from './rotated-box.ts';
import { shapeOutline } from './shape-outline.ts';
import { isVectorInstance } from './shapes.ts';

/** An oriented rectangle around shapes, by which they are scaled and turned. */
export interface SelectionFrame {
  readonly centre: Place;
  /** Half of its sides, in item pixels, along its own axes. */
  readonly halfWidth: number;
  readonly halfHeight: number;
  /** Radians, clockwise on screen. */
  readonly angle: number;
}

/** Modifiers while a frame is scaled. */
export interface ScaleModifiers {
  /** Alt: the centre stays. */
  readonly fromCentre: boolean;
  /** Shift: both sides by the same factor. */
  readonly proportional: boolean;
}

/** Sides of a frame are never made shorter than this, in item pixels. */
const leastSide = 1;

/**
 * The frame of shapes; a rotated box and an ellipse alone have theirs along their own axes. Undefined when nothing has
 * an extent.
 */
export function selectionFrame(instances: readonly Instance[]): SelectionFrame | undefined {
  const [only] = instances;
  if (instances.length === 1 && only !== undefined && isVectorInstance(only)) {
    if (only.type === 'ellipse')
      return {
        centre: { x: only.cx, y: only.cy },
        halfWidth: only.rx,
        halfHeight: only.ry,
        angle: (only.angle * Math.PI) / 180,
      };
    if (only.type === 'rbbox') {
      const [first, second, third, fourth] = rotatedBoxCorners(only);
      return {
        centre: { x: (first.x + third.x) / 2, y: (first.y + third.y) / 2 },
        halfWidth: Math.hypot(second.x - first.x, second.y - first.y) / 2,
        halfHeight: Math.hypot(fourth.x - first.x, fourth.y - first.y) / 2,
        angle: Math.atan2(second.y - first.y, second.x - first.x),
      };
    }
  }
  return frameAround(instances.map(instance => outlineBounds(shapeOutline(instance))).reduce(unite, emptyRectangle));
}

/** The upright frame of a rectangle; undefined when it has no extent. */
export function frameAround(bounds: Rectangle): SelectionFrame | undefined {
  if (isEmptyRectangle(bounds) || (bounds.minX === bounds.maxX && bounds.minY === bounds.maxY)) return undefined;
  return {
    centre: centreOf(bounds),
    halfWidth: (bounds.maxX - bounds.minX) / 2,
    halfHeight: (bounds.maxY - bounds.minY) / 2,
    angle: 0,
  };
}

/** Returns the place of a handle, `outside` item pixels beyond the frame. */
export function frameHandlePlace(frame: SelectionFrame, handle: BoxHandle, outside: number = 0): Place {
  const { x, y } = directionOf(handle);
  return fromFrame(frame, { x: x * (frame.halfWidth + outside), y: y * (frame.halfHeight + outside) });
}

/** Returns the place of the handle for turning: `away` item pixels above the middle of the upper side. */
export function turnHandlePlace(frame: SelectionFrame, away: number): Place {
  return fromFrame(frame, { x: 0, y: -frame.halfHeight - away });
}

/** The scaling that takes a handle to `to`. Sides never pass each other. */
export function scaleByHandle(
  frame: SelectionFrame,
  handle: BoxHandle,
  to: Place,
  { fromCentre, proportional }: ScaleModifiers,
): Transform {
  const side = directionOf(handle);
  const place = toFrame(frame, to);
  const anchor = fromCentre ? { x: 0, y: 0 } : { x: -side.x * frame.halfWidth, y: -side.y * frame.halfHeight };
  const factor = (direction: number, half: number, at: number, from: number): number => {
    if (direction === 0 || half === 0) return 1;
    return Math.max((at - from) / (direction * half - from), Math.min(1, leastSide / (2 * half)));
  };
  let x = factor(side.x, frame.halfWidth, place.x, anchor.x);
  let y = factor(side.y, frame.halfHeight, place.y, anchor.y);
  if (proportional) {
    if (side.x === 0) x = y;
    else if (side.y === 0) y = x;
    else x = y = Math.max(x, y);
  }
  return scaling(x, y, fromFrame(frame, anchor), frame.angle);
}

/**
 * The angle by which the frame is turned when its upper middle is dragged from `from` to `to`, in radians; with `steps`
 * the frame is then at a multiple of 15°.
 */
export function turnAngle(frame: SelectionFrame, from: Place, to: Place, steps: boolean): number {
  const angleOf = (place: Place): number => Math.atan2(place.y - frame.centre.y, place.x - frame.centre.x);
  const raw = angleOf(to) - angleOf(from);
  if (!steps) return raw;
  const step = Math.PI / 12;
  return Math.round((frame.angle + raw) / step) * step - frame.angle;
}

/** A place in the frame's own axes, from its centre. */
function toFrame({ centre, angle }: SelectionFrame, place: Place): Place {
  const x = place.x - centre.x;
  const y = place.y - centre.y;
  return { x: x * Math.cos(angle) + y * Math.sin(angle), y: y * Math.cos(angle) - x * Math.sin(angle) };
}

function fromFrame({ centre, angle }: SelectionFrame, { x, y }: Place): Place {
  return {
    x: centre.x + x * Math.cos(angle) - y * Math.sin(angle),
    y: centre.y + x * Math.sin(angle) + y * Math.cos(angle),
  };
}

function directionOf(handle: BoxHandle): Place {
  return {
    x: handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0,
    y: handle.startsWith('n') ? -1 : handle.startsWith('s') ? 1 : 0,
  };
}
