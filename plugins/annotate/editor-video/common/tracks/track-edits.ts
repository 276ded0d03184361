import { newId, sameJson } from '#plugins/annotate/annotations/common/index.ts';
import type { FrameTable } from '../media/frame-table.ts';
import { framesOf, isHold, keysOn, sampleAt, segmentAt } from './interpolate.ts';
import { setsAttributesOnly, withCurrentShapes } from './attribute-keys.ts';
import { closed, cut, endTime, heldSegment, keyFrames, withKey, withoutKey } from './segment-edits.ts';
import type { KeyContent, Segment, Track, TrackKey } from './track.ts';
import { byPerson, contentOf } from './track.ts';

// Every edit returns the same track when there is nothing to change, and undefined when nothing of the track is left.

const withSegments = (track: Track, parameters: readonly Segment[]): Track => ({
  ...track,
  parameters: parameters.map(segment => withCurrentShapes(track.type, segment)),
});

/** The track with one segment in place of another; none takes it out. */
function replaced(track: Track, place: number, ...segments: readonly Segment[]): Track {
  if (segments.length === 1 && segments[0] === track.parameters[place]) return track;
  return withSegments(track, [...track.parameters.slice(0, place), ...segments, ...track.parameters.slice(place + 1)]);
}

const contentAt =
  (track: Track, table: FrameTable) =>
  (frame: number): KeyContent => {
    const { content, isKey } = sampleAt(track, frame, table)!;
    return isKey ? content : byPerson(content);
  };

/** Sets what a track shows on a frame on which it is visible: a key frame is made there. */
export function setKey(track: Track, frame: number, content: KeyContent, table: FrameTable): Track {
  const place = segmentAt(track, frame, table);
  return place < 0 ? track : replaced(track, place, withKey(track.parameters[place]!, frame, byPerson(content), table));
}

/**
 * Sets the attributes on a frame; unless it has a key frame already, the shape there goes on following its neighbours.
 */
export function setAttributeKey(
  track: Track,
  frame: number,
  attributes: KeyContent['attributes'],
  table: FrameTable,
): Track {
  const sample = sampleAt(track, frame, table);
  if (sample === undefined) return track;
  const segment = track.parameters[sample.segment]!;
  const { from } = keysOn(segment, frame, table);
  const isShape = sample.isKey && !setsAttributesOnly(segment, from);
  const content = {
    ...byPerson(sample.content),
    attributes: attributes ?? [],
    ...(isShape ? {} : { attributesOnly: true }),
  };
  return replaced(track, sample.segment, withKey(segment, frame, content, table));
}

/** Makes a key frame of what is shown, or takes the one on the frame away. The only one of a segment stays. */
export function toggleKey(track: Track, frame: number, table: FrameTable): Track {
  const sample = sampleAt(track, frame, table);
  if (sample === undefined) return track;
  const segment = track.parameters[sample.segment]!;
  if (!sample.isKey) return replaced(track, sample.segment, withKey(segment, frame, byPerson(sample.content), table));
  return replaced(track, sample.segment, withoutKey(segment, frame, table) ?? segment);
}

/** Removes the key frame on a frame. The only one of a segment stays. */
export function removeKey(track: Track, frame: number, table: FrameTable): Track {
  return sampleAt(track, frame, table)?.isKey === true ? toggleKey(track, frame, table) : track;
}

/** Moves a key frame to another frame, between its neighbours; at the borders of a segment the border goes along. */
export function moveKey(track: Track, from: number, to: number, table: FrameTable): Track {
  const place = segmentAt(track, from, table);
  const segment = track.parameters[place];
  if (segment === undefined || sampleAt(track, from, table)?.isKey !== true) return track;
  const frames = keyFrames(segment, table);
  const at = frames.indexOf(from);
  const { first, last } = framesOf(segment, table);
  const low = at === 0 ? firstFreeFrame(track, place, table) : frames[at - 1]! + 1;
  const high =
    at < frames.length - 1
      ? frames[at + 1]! - 1
      : from === last && at > 0
        ? lastFreeFrame(track, place, table)
        : Math.max(last, from);
  const target = Math.min(Math.max(table.clamp(to), low), high);
  if (target === from) return track;
  const { from: begin, to: end } = keysOn(segment, from, table);
  const moved: TrackKey = { ...segment.timestamps[begin]!, timestamp: table.timeOf(target) };
  const others = segment.timestamps.filter((_, index) => index < begin || index >= end || isHold(segment, index));
  const start = from === first ? moved.timestamp : segment.start;
  const stop =
    from === last && at > 0
      ? endTime(table.frameOf(start), target, table)
      : Math.max(segment.end, endTime(table.frameOf(start), Math.max(last, target), table));
  const key = from === last && at > 0 ? { ...moved, timestamp: stop } : moved;
  return replaced(
    track,
    place,
    closed(
      {
        ...segment,
        start,
        end: from === last && at > 0 ? stop : last > target ? segment.end : stop,
        timestamps: [...others, key].toSorted(byTime),
      },
      table,
    ),
  );
}

const byTime = (one: TrackKey, other: TrackKey): number =>
  one.timestamp - other.timestamp || Number(one.hold === true) - Number(other.hold === true);

/** First frame that a segment may reach back to. */
function firstFreeFrame(track: Track, place: number, table: FrameTable): number {
  const before = track.parameters[place - 1];
  return before === undefined ? 0 : framesOf(before, table).last + 1;
}

function lastFreeFrame(track: Track, place: number, table: FrameTable): number {
  const after = track.parameters[place + 1];
  return after === undefined ? table.last : framesOf(after, table).first - 1;
}

/** Makes a track begin at a frame: its segment there is cut, or the next one reaches back to it. */
export function setStart(track: Track, frame: number, table: FrameTable): Track {
  const place = segmentAt(track, frame, table);
  if (place >= 0) {
    const segment = track.parameters[place]!;
    const { first, last } = framesOf(segment, table);
    return frame === first ? track : replaced(track, place, cut(segment, frame, last, table, contentAt(track, table)));
  }
  const next = track.parameters.findIndex(segment => framesOf(segment, table).first > frame);
  const segment = track.parameters[next];
  if (segment === undefined) return track;
  const [first] = segment.timestamps;
  return replaced(
    track,
    next,
    closed(
      {
        ...segment,
        start: table.timeOf(frame),
        timestamps: [{ ...first!, timestamp: table.timeOf(frame) }, ...segment.timestamps],
      },
      table,
    ),
  );
}

/** Makes a track end with a frame: its segment there is cut, or the one before goes on up to it. */
export function setEnd(track: Track, frame: number, table: FrameTable): Track {
  const place = segmentAt(track, frame, table);
  if (place >= 0) {
    const segment = track.parameters[place]!;
    const { first, last } = framesOf(segment, table);
    return frame === last ? track : replaced(track, place, cut(segment, first, frame, table, contentAt(track, table)));
  }
  const before = track.parameters.findLastIndex(segment => framesOf(segment, table).last < frame);
  const segment = track.parameters[before];
  return segment === undefined
    ? track
    : replaced(track, before, closed({ ...segment, end: table.timeOf(frame) }, table));
}

/**
 * Hides a track from a frame on until its next key frame; or shows it again from there, as it was last seen, until its
 * next segment.
 */
export function toggleOutside(track: Track, frame: number, table: FrameTable): Track | undefined {
  const place = segmentAt(track, frame, table);
  return place >= 0 ? hidden(track, place, frame, table) : shown(track, frame, table);
}

function hidden(track: Track, place: number, frame: number, table: FrameTable): Track | undefined {
  const segment = track.parameters[place]!;
  const { first, last } = framesOf(segment, table);
  const sample = contentAt(track, table);
  const next = keyFrames(segment, table).find(each => each > frame);
  const before = frame > first ? [cut(segment, first, frame - 1, table, sample)] : [];
  const after = next === undefined ? [] : [cut(segment, next, last, table, sample)];
  const left = replaced(track, place, ...before, ...after);
  return left.parameters.length === 0 ? undefined : left;
}

function shown(track: Track, frame: number, table: FrameTable): Track {
  const before = track.parameters.findLastIndex(segment => framesOf(segment, table).last < frame);
  const next = track.parameters[before + 1];
  const until = next === undefined ? table.last : framesOf(next, table).first - 1;
  const last = track.parameters[before];
  if (last !== undefined && framesOf(last, table).last === frame - 1) return setEnd(track, until, table);
  const key = last?.timestamps.at(-1) ?? next?.timestamps[0];
  if (key === undefined) return track;
  const made = heldSegment(contentOf(key), frame, until, table);
  return withSegments(track, [...track.parameters.slice(0, before + 1), made, ...track.parameters.slice(before + 1)]);
}

/** The track up to but without a frame; undefined when nothing is left. */
export function cutFrom(track: Track, frame: number, table: FrameTable): Track | undefined {
  const sample = contentAt(track, table);
  const parameters = track.parameters.flatMap(segment => {
    const { first, last } = framesOf(segment, table);
    return first >= frame ? [] : last < frame ? [segment] : [cut(segment, first, frame - 1, table, sample)];
  });
  return parameters.length === 0
    ? undefined
    : parameters.every((each, at) => each === track.parameters[at]) && parameters.length === track.parameters.length
      ? track
      : withSegments(track, parameters);
}

/** The track from a frame on; undefined when nothing is left. */
function cutBefore(track: Track, frame: number, table: FrameTable): Track | undefined {
  const sample = contentAt(track, table);
  const parameters = track.parameters.flatMap(segment => {
    const { first, last } = framesOf(segment, table);
    return last < frame ? [] : first >= frame ? [segment] : [cut(segment, frame, last, table, sample)];
  });
  return parameters.length === 0 ? undefined : withSegments(track, parameters);
}

/**
 * Two tracks in place of one: what is before a frame, and what begins there with an id of its own. Undefined when one
 * of them would be empty.
 */
export function splitTrack(track: Track, frame: number, table: FrameTable): readonly [Track, Track] | undefined {
  const [before, after] = [cutFrom(track, frame, table), cutBefore(track, frame, table)];
  if (before === undefined || after === undefined) return undefined;
  const { trackingId: _, ...own } = after;
  return [before, { ...own, id: newId() } as Track];
}

/** One track of several of the same kind, with the facts of the first. A text says why it cannot be. */
export function mergeTracks(tracks: readonly Track[], table: FrameTable): Track | string {
  const [first] = tracks;
  if (first === undefined || tracks.length < 2) return 'Select two tracks or more to merge them.';
  if (tracks.some(({ type }) => type !== first.type)) return 'Only tracks of the same kind can be merged.';
  const parameters = tracks.flatMap(track => track.parameters).toSorted((one, other) => one.start - other.start);
  const overlap = parameters.find(
    (segment, at) => at > 0 && framesOf(segment, table).first <= framesOf(parameters[at - 1]!, table).last,
  );
  if (overlap !== undefined)
    return `Two of the tracks are visible on frame ${table.frameOf(overlap.start) + 1}. Shorten one of them first.`;
  return withSegments(first, parameters);
}

/**
 * Repeats what is shown on a frame on the frames after it: key frames on the way go, and the segment goes on if it is
 * shorter.
 */
export function propagate(track: Track, frame: number, frames: number, table: FrameTable): Track {
  const place = segmentAt(track, frame, table);
  const segment = track.parameters[place];
  if (segment === undefined) return track;
  const { last } = framesOf(segment, table);
  const until = Math.min(frame + frames, lastFreeFrame(track, place, table));
  if (until <= frame) return track;
  const content = contentAt(track, table)(frame);
  const keyed = withKey(segment, frame, content, table);
  const kept = keyed.timestamps.filter(
    (key, at) => !isHold(keyed, at) && !inside(table.frameOf(key.timestamp), frame, until),
  );
  const longer = until > last;
  const end = longer ? table.timeOf(until) : segment.end;
  return replaced(
    track,
    place,
    closed(
      {
        ...keyed,
        end,
        timestamps: [...kept, { ...content, timestamp: until >= last ? end : table.timeOf(until) }].toSorted(byTime),
      },
      table,
    ),
  );
}

const inside = (frame: number, after: number, until: number): boolean => frame > after && frame <= until;

/** True when both tracks show the same in the same time. */
export const sameTrack = (one: Track, other: Track): boolean => one === other || sameJson(one, other);
