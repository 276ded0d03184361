import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { centreOf } from '../cloud-objects.ts';
import type { Vector } from '../geometry/box.ts';
import { normalAngle } from '../geometry/box.ts';
import type { CloudKey, CloudSegment, CloudTrack } from './cloud-track.ts';
import { geometryFields, isTrack } from './cloud-track.ts';

/** The segment in which an object is there at a moment. */
export const segmentAt = (track: CloudTrack, time: number): CloudSegment | undefined =>
  track.parameters.find(({ start, end }) => start <= time && time <= end);

/**
 * An instance as it is at a moment of the sequence; undefined where it is not there. One that does not move is as it
 * is.
 */
export function shapeAt(instance: Instance, time: number): Instance | undefined {
  if (!isTrack(instance)) return instance;
  const state = stateAt(instance, time);
  if (state === undefined) return undefined;
  const { parameters: _, start: _start, end: _end, ...facts } = instance;
  const { timestamp: _timestamp, hold: _hold, ...content } = state;
  return { ...facts, ...content, attributes: content.attributes ?? instance.attributes } as Instance;
}

/** The places through which an object goes, at the frames in which it is there. */
export const trajectoryOf = (track: CloudTrack, frames: readonly { readonly timestamp: number }[]): readonly Vector[] =>
  frames.flatMap(({ timestamp }) => {
    const shape = shapeAt(track, timestamp);
    return (shape === undefined ? undefined : centreOf(shape)) ?? [];
  });

/** True when a person set the state of an object at a moment. */
export const isKeyAt = (track: CloudTrack, time: number): boolean =>
  track.parameters.some(({ timestamps }) => timestamps.some(key => key.timestamp === time && key.hold !== true));

/** The state of an object at a moment, between its key frames. */
export function stateAt(track: CloudTrack, time: number): CloudKey | undefined {
  const keys = segmentAt(track, time)?.timestamps;
  if (keys === undefined || keys.length === 0) return undefined;
  const next = keys.findIndex(key => key.timestamp >= time);
  const after = next < 0 ? undefined : keys[next];
  const before = after?.timestamp === time ? after : next < 0 ? keys.at(-1) : keys[next - 1];
  if (after === undefined || before === undefined || before === after) return before ?? after;
  const share = (time - before.timestamp) / (after.timestamp - before.timestamp);
  return { ...before, ...between(track.type, before, after, share), timestamp: time };
}

/**
 * Geometry between two states: positions and sizes linear, angles by the shorter arc. What is built differently stays
 * as before.
 */
export function between(
  type: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  share: number,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    (geometryFields[type] ?? []).flatMap(field => {
      const value = mixed(before[field], after[field], share, field === 'rotation');
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

function mixed(from: unknown, to: unknown, share: number, angle: boolean): unknown {
  if (typeof from === 'number' && typeof to === 'number')
    return angle ? normalAngle(from + normalAngle(to - from) * share) : from + (to - from) * share;
  if (Array.isArray(from) && Array.isArray(to))
    return from.length === to.length ? from.map((value: unknown, at) => mixed(value, to[at], share, angle)) : undefined;
  if (typeof from !== 'object' || typeof to !== 'object' || from === null || to === null) return undefined;
  return Object.fromEntries(
    Object.entries(from).map(([key, value]) => [
      key,
      mixed(value, (to as Record<string, unknown>)[key], share, angle) ?? value,
    ]),
  );
}
