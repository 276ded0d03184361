import { sameJson } from '#plugins/annotate/annotations/common/index.ts';
import type { FrameTable } from '../media/frame-table.ts';
import { firstKeyFrom, framesOf, isHold, keysOn } from './interpolate.ts';
import type { KeyContent, Segment, TrackKey } from './track.ts';
import { contentOf } from './track.ts';

/** A new segment that shows one state from a frame to another. */
export function heldSegment(content: KeyContent, first: number, last: number, table: FrameTable): Segment {
  const start = table.timeOf(first);
  return closed({ start, end: endTime(first, last, table), timestamps: [{ ...content, timestamp: start }] }, table);
}

/**
 * The end of a segment that is visible up to a frame. One of a single frame ends within it, so that its two key frames
 * differ in time.
 */
export const endTime = (first: number, last: number, table: FrameTable): number =>
  last > first ? table.timeOf(last) : Math.max(table.timeOf(first), table.endOf(first));

/**
 * The segment with a key frame at its start and at its end, and with key frames that only repeat updated. One of a
 * single moment lasts its frame.
 */
export function closed({ end: wanted, ...rest }: Segment, table: FrameTable): Segment {
  const segment: Segment = {
    ...rest,
    end: wanted > rest.start ? wanted : table.endOf(table.frameOf(rest.start)),
  } as Segment;
  const keys = segment.timestamps.filter((_, at) => !isHold(segment, at));
  const [first, last] = [keys[0]!, keys.at(-1)!];
  const opening = first.timestamp > segment.start ? [{ ...first, timestamp: segment.start }] : [];
  const held = heldKey(segment);
  const closing =
    last.timestamp < segment.end || keys.length + opening.length < 2
      ? [{ ...held, ...contentOf(last), timestamp: segment.end, hold: true }]
      : [];
  return { ...segment, timestamps: [...opening, ...keys, ...closing] };
}

/** Fields of the repeating key frame that the one it repeats does not have. */
function heldKey(segment: Segment): Partial<TrackKey> {
  const last = segment.timestamps.at(-1);
  return last?.hold === true ? last : {};
}

/** The segment with another state on a frame it covers: of several key frames there one is left. */
export function withKey(segment: Segment, frame: number, content: KeyContent, table: FrameTable): Segment {
  const { first, last } = framesOf(segment, table);
  const { from, to } = keysOn(segment, frame, table);
  const replaced = segment.timestamps.slice(from, to);
  const known = replaced[0];
  if (known !== undefined && replaced.length === 1 && !isHold(segment, from) && sameJson(contentOf(known), content))
    return segment;
  const timestamp =
    frame === first ? segment.start : frame === last ? segment.end : (known?.timestamp ?? table.timeOf(frame));
  const around = [...segment.timestamps.slice(0, from), { ...content, timestamp }, ...segment.timestamps.slice(to)];
  return closed({ ...segment, timestamps: around }, table);
}

/**
 * The segment without the key frames of one frame; undefined when it has no other. Without its first one it begins
 * later.
 */
export function withoutKey(segment: Segment, frame: number, table: FrameTable): Segment | undefined {
  const { from, to } = keysOn(segment, frame, table);
  const keys = segment.timestamps.filter((_, at) => (at < from || at >= to) && !isHold(segment, at));
  const [next] = keys;
  if (next === undefined) return undefined;
  const held = heldKey(segment);
  const kept = { ...segment, start: from === 0 ? next.timestamp : segment.start, timestamps: keys };
  // What repeats keeps the fields that are its own.
  return closed(held.timestamp === undefined ? kept : { ...kept, timestamps: [...keys, held as TrackKey] }, table);
}

/**
 * The part of a segment from one frame to another; the borders get the state that is shown there. `sample` gives it.
 */
export function cut(
  segment: Segment,
  first: number,
  last: number,
  table: FrameTable,
  sample: (frame: number) => KeyContent,
): Segment {
  const own = framesOf(segment, table);
  const start = first <= own.first ? segment.start : table.timeOf(first);
  const end = last >= own.last ? segment.end : endTime(first, last, table);
  const keys = segment.timestamps.filter(
    ({ timestamp }, at) => timestamp >= start && timestamp <= end && !isHold(segment, at),
  );
  const inFirst = keys.some(({ timestamp }) => table.frameOf(timestamp) === Math.max(first, own.first));
  const opened = inFirst
    ? keys.map((key, at) => (at === 0 ? { ...key, timestamp: start } : key))
    : [{ ...sample(Math.max(first, own.first)), timestamp: start }, ...keys];
  const ends = opened.some(({ timestamp }) => timestamp === end) || moves(segment, end) === false;
  return closed(
    {
      ...segment,
      start,
      end,
      timestamps: ends
        ? [...opened, ...repeated(segment, end)]
        : [...opened, { ...sample(Math.min(last, own.last)), timestamp: end }],
    },
    table,
  );
}

/** The repeating key frame where the part ends as the segment did. */
const repeated = (segment: Segment, end: number): readonly TrackKey[] =>
  segment.timestamps.filter((key, at) => isHold(segment, at) && key.timestamp === end);

/** Returns whether the state changes between the key frames around a moment. */
function moves({ timestamps }: Segment, time: number): boolean {
  const at = firstKeyFrom(timestamps, time);
  const after = timestamps[at];
  return after !== undefined && after.hold !== true;
}

/** Frames of the key frames that a person set, in order. */
export function keyFrames(segment: Segment, table: FrameTable): readonly number[] {
  const frames = segment.timestamps.flatMap(({ timestamp }, at) =>
    isHold(segment, at) ? [] : [table.frameOf(timestamp)],
  );
  return frames.filter((frame, at) => frame !== frames[at - 1]);
}
