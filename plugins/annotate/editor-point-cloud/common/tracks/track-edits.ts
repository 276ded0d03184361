import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import type { Box, Vector } from '../geometry/box.ts';
import { onBase } from '../geometry/box-edits.ts';
import type { CloudKey, CloudSegment, CloudTrack } from './cloud-track.ts';
import { geometryOf } from './cloud-track.ts';
import { segmentAt, stateAt } from './interpolate.ts';

// Every edit returns the same track when there is nothing to change.

/** A segment whose last state lasts until its end, as a key frame that repeats it. */
function closed(segment: CloudSegment): CloudSegment {
  const keys = segment.timestamps
    .filter(key => key.hold !== true)
    .toSorted((one, other) => one.timestamp - other.timestamp);
  const [first, last] = [keys[0], keys.at(-1)];
  if (first === undefined || last === undefined) return segment;
  const start = Math.min(segment.start, first.timestamp);
  const end = Math.max(segment.end, last.timestamp);
  const opening = first.timestamp > start ? [{ ...first, timestamp: start }] : [];
  const closing = last.timestamp < end ? [{ ...last, timestamp: end, hold: true }] : [];
  return { ...segment, start, end, timestamps: [...opening, ...keys, ...closing] };
}

function withSegments(track: CloudTrack, parameters: readonly CloudSegment[]): CloudTrack {
  const starts = parameters.map(each => each.start);
  const ends = parameters.map(each => each.end);
  return { ...track, parameters, start: Math.min(...starts), end: Math.max(...ends) };
}

/** The segment at a moment, else the nearest one. */
const nearest = ({ parameters }: CloudTrack, time: number): CloudSegment =>
  parameters.toSorted((one, other) => away(one, time) - away(other, time))[0]!;

const away = ({ start, end }: CloudSegment, time: number): number => Math.max(0, start - time, time - end);

/** An object of a sequence, drawn at a moment; it is there until the end. Times in microseconds. */
export function trackFrom(shape: Instance, time: number, end: number): CloudTrack {
  const geometry = geometryOf(shape, shape.type);
  const facts = Object.fromEntries(Object.entries(shape).filter(([field]) => !(field in geometry)));
  return withSegments({ ...(facts as unknown as Instance), trackingId: shape.trackingId ?? newId(), parameters: [] }, [
    closed({ start: time, end: Math.max(time, end), timestamps: [{ timestamp: time, ...geometry }] }),
  ]);
}

/**
 * Sets the geometry of an object at a moment: a key frame is made. Outside its time, the nearest segment reaches out to
 * it.
 */
export function setKey(track: CloudTrack, time: number, geometry: Readonly<Record<string, unknown>>): CloudTrack {
  const segment = segmentAt(track, time) ?? nearest(track, time);
  const { hold: _, ...before } = stateAt(track, time) ?? segment.timestamps.at(-1)!;
  const key: CloudKey = { ...before, ...geometry, timestamp: time };
  const others = segment.timestamps.filter(each => each.timestamp !== time || each.hold === true);
  const changed = closed({ ...segment, timestamps: [...others, key] });
  return withSegments(
    track,
    track.parameters.map(each => (each === segment ? changed : each)),
  );
}

/** Takes the key frame at a moment away; the last one of a segment stays. */
export function removeKey(track: CloudTrack, time: number): CloudTrack {
  const segment = segmentAt(track, time);
  const keys = segment?.timestamps.filter(each => each.hold !== true) ?? [];
  if (segment === undefined || keys.length < 2 || keys.every(each => each.timestamp !== time)) return track;
  const left = keys.filter(each => each.timestamp !== time);
  return withSegments(
    track,
    track.parameters.map(each => (each === segment ? closed({ ...segment, timestamps: left }) : each)),
  );
}

/** Lets an object begin or end at a moment of its time. */
export function cutAt(track: CloudTrack, time: number, side: 'start' | 'end'): CloudTrack {
  const segment = segmentAt(track, time);
  const state = stateAt(track, time);
  if (segment === undefined || state === undefined || segment[side] === time) return track;
  const { hold: _, ...key } = state;
  const inside = segment.timestamps.filter(
    each => each.hold !== true && (side === 'start' ? each.timestamp > time : each.timestamp < time),
  );
  const changed = closed({ ...segment, [side]: time, timestamps: [...inside, { ...key, timestamp: time }] });
  return withSegments(
    track,
    track.parameters
      .filter(each => each === segment || (side === 'start' ? each.end > time : each.start < time))
      .map(each => (each === segment ? changed : each)),
  );
}

/** Gives a cuboid one size, metres, in all its key frames; the middle of its lower side stays. */
export function withSize(track: CloudTrack, size: Vector): CloudTrack {
  const isSame = (key: CloudKey): boolean => {
    const { x, y, z } = (key as unknown as Box).size;
    return x === size.x && y === size.y && z === size.z;
  };
  if (track.parameters.every(({ timestamps }) => timestamps.every(isSame))) return track;
  return {
    ...track,
    parameters: track.parameters.map(segment => ({
      ...segment,
      timestamps: segment.timestamps.map(key => {
        // The count of points is of the size that it had.
        const { pointCount: _, ...others } = key;
        return isSame(key) ? key : { ...others, ...onBase(key as unknown as Box, size), timestamp: key.timestamp };
      }),
    })),
  };
}

/** Times at which a person set the state of an object, in order. */
export const keyTimes = (track: CloudTrack): readonly number[] =>
  track.parameters.flatMap(({ timestamps }) => timestamps.filter(key => key.hold !== true).map(key => key.timestamp));
