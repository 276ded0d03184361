import { roundCoordinate } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { FrameTable } from '../media/frame-table.ts';
import type { KeyContent, Segment, Track, TrackKey } from './track.ts';
import { contentOf, shapeFields } from './track.ts';
import { turnedBetween } from './turned-box.ts';

/** An object on one frame. */
export interface Sample {
  readonly content: KeyContent;
  /** Place of the segment in the track. */
  readonly segment: number;
  /** The frame has a key frame of the object. */
  readonly isKey: boolean;
}

/** Place of the first key frame with a time of at least `time`. */
export function firstKeyFrom(keys: readonly TrackKey[], time: number): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle]!.timestamp < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First and last frame of a segment. */
export function framesOf(
  { start, end }: Segment,
  table: FrameTable,
): { readonly first: number; readonly last: number } {
  return { first: table.frameOf(start), last: table.frameOf(end) };
}

/** Place of the segment that is visible on a frame; -1 for none. */
export function segmentAt(track: Track, frame: number, table: FrameTable): number {
  return track.parameters.findIndex(segment => {
    const { first, last } = framesOf(segment, table);
    return first <= frame && frame <= last;
  });
}

/** The key frames of a segment on one frame, as places in its list: from `from` up to but without `to`. */
export function keysOn(
  { timestamps }: Segment,
  frame: number,
  table: FrameTable,
): { readonly from: number; readonly to: number } {
  const after = frame === 0 ? -1 : table.starts[frame]!;
  const until = frame >= table.last ? Infinity : table.starts[frame + 1]!;
  return { from: firstKeyFrom(timestamps, after + 0.5), to: firstKeyFrom(timestamps, until + 0.5) };
}

/** Returns the visible state of an object on a frame; undefined where it is not visible. */
export function sampleAt(track: Track, frame: number, table: FrameTable): Sample | undefined {
  const place = segmentAt(track, frame, table);
  const segment = track.parameters[place];
  if (segment === undefined || segment.timestamps.length === 0) return undefined;
  const { from, to } = keysOn(segment, frame, table);
  const keys = segment.timestamps;
  if (from < to) return { content: contentOf(keys[from]!), segment: place, isKey: !isHold(segment, from) };
  const [before, after] = [keys[from - 1], keys[from]];
  if (before === undefined || after === undefined)
    return { content: contentOf((before ?? after)!), segment: place, isKey: false };
  return { content: between(track.type, before, after, table.timeOf(frame)), segment: place, isKey: false };
}

/** The attributes that hold for an object on a frame; undefined where it is not visible. */
export function attributesAt(track: Track, frame: number, table: FrameTable): KeyContent['attributes'] {
  const segment = track.parameters[segmentAt(track, frame, table)];
  if (segment === undefined) return undefined;
  const { from, to } = keysOn(segment, frame, table);
  const key = from < to ? segment.timestamps[from] : (segment.timestamps[from - 1] ?? segment.timestamps[from]);
  return key === undefined ? undefined : (key.attributes ?? []);
}

/** True for the last key frame of a segment that only repeats the one before it. */
export function isHold({ timestamps }: Segment, place: number): boolean {
  return place > 0 && place === timestamps.length - 1 && timestamps[place]!.hold === true;
}

/** The state between two key frames: numbers linear, angles by the shorter arc, all else as in the first. */
export function between(type: string, before: TrackKey, after: TrackKey, time: number): KeyContent {
  const content = contentOf(before);
  const share = (time - before.timestamp) / (after.timestamp - before.timestamp);
  if (after.hold === true || !Number.isFinite(share) || share <= 0) return content;
  const changed: Record<string, unknown> = {};
  for (const field of shapeFields[type] ?? []) {
    const value =
      type === 'rbbox'
        ? turnedBetween(before[field], after[field], share)
        : field === 'angle'
          ? turned(before[field], after[field], share)
          : mixed(before[field], after[field], share);
    if (value === undefined) return content;
    if (field in before) changed[field] = value;
  }
  return { ...content, ...changed };
}

/** Undefined where the two are built differently: nothing lies between them. */
function mixed(from: unknown, to: unknown, share: number): unknown {
  if (from === undefined && to === undefined) return null;
  if (typeof from === 'number' && typeof to === 'number') return roundCoordinate(from + (to - from) * share);
  if (Array.isArray(from) && Array.isArray(to)) {
    if (from.length !== to.length) return undefined;
    const values = from.map((value: unknown, at) => mixed(value, to[at], share));
    return values.includes(undefined) ? undefined : values;
  }
  if (typeof from !== 'object' || typeof to !== 'object' || from === null || to === null) return undefined;
  const values: Record<string, unknown> = {};
  for (const key of Object.keys(from)) {
    const value = mixed((from as Record<string, unknown>)[key], (to as Record<string, unknown>)[key], share);
    if (value === undefined) return undefined;
    values[key] = value;
  }
  return values;
}

function turned(from: unknown, to: unknown, share: number): unknown {
  if (typeof from !== 'number' || typeof to !== 'number') return undefined;
  const arc = ((((to - from + 180) % 360) + 360) % 360) - 180;
  return roundCoordinate(from + arc * share);
}
