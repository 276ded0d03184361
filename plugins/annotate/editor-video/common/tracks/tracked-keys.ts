import { CHECK_BELOW } from '../tracking/two-way.ts';
import type { TrackBox } from '../tracking/grey-image.ts';
import { boxAround, movedShape } from '../tracking/shape-motion.ts';
import { describingPlaces } from '../tracking/simplify-path.ts';
import type { FrameTable } from '../media/frame-table.ts';
import { withCurrentShapes } from './attribute-keys.ts';
import { firstKeyFrom, framesOf, isHold, sampleAt, segmentAt } from './interpolate.ts';
import { closed } from './segment-edits.ts';
import type { KeyContent, Segment, Track, TrackKey } from './track.ts';
import { shapeFields } from './track.ts';

/**
 * The maker of a key frame: a person, the tracker, or the tracker with doubts; `attributes` are those that give no
 * shape.
 */
export type KeyOrigin = 'person' | 'tracker' | 'unsure' | 'attributes';

/** Returns the origin of a key frame. */
export const originOfKey = ({ confidence, attributesOnly }: TrackKey | KeyContent): KeyOrigin =>
  attributesOnly === true
    ? 'attributes'
    : typeof confidence !== 'number'
      ? 'person'
      : confidence < CHECK_BELOW
        ? 'unsure'
        : 'tracker';

/** A key frame of a track on a frame. */
export interface KeyMark {
  readonly frame: number;
  readonly origin: KeyOrigin;
}

/** Key frames of a segment from one frame to another, one for each frame. */
export function keyMarks(segment: Segment, from: number, to: number, table: FrameTable): readonly KeyMark[] {
  const { timestamps } = segment;
  const marks: KeyMark[] = [];
  const end = to >= table.last ? Infinity : table.starts[Math.max(0, Math.floor(to)) + 1]!;
  for (let at = firstKeyFrom(timestamps, table.timeOf(Math.floor(from))); at < timestamps.length; at += 1) {
    const key = timestamps[at]!;
    if (key.timestamp > end || isHold(segment, at)) break;
    const frame = table.frameOf(key.timestamp);
    if (marks.at(-1)?.frame !== frame) marks.push({ frame, origin: originOfKey(key) });
  }
  return marks;
}

/** Frames to be tracked, from a key frame of a person. */
export interface TrackingSpan {
  readonly from: number;
  /** The next key frame of a person, or the last frame of the segment. */
  readonly to: number;
  /** True when the object's place on `to` was set by a person. */
  readonly isKnown: boolean;
  readonly first: TrackBox;
  /** The box on `to` where it is known. */
  readonly last: TrackBox | undefined;
}

/** The stretch around a frame that a tracker fills in. A text says why there is none. */
export function trackingSpan(track: Track, frame: number, table: FrameTable): TrackingSpan | string {
  if (!Object.hasOwn(shapeFields, track.type)) return 'Only objects with a shape can be tracked.';
  const segment = track.parameters[segmentAt(track, frame, table)];
  if (segment === undefined) return 'The object is not visible on this frame.';
  const { first, last } = framesOf(segment, table);
  const frames = keyMarks(segment, first, last, table)
    .filter(({ origin }) => origin === 'person')
    .map(each => each.frame);
  const from = frames.findLast(each => each <= frame);
  if (from === undefined) return 'Set a key frame before this frame first.';
  const next = frames.find(each => each > from);
  const to = next ?? last;
  if (to <= from + (next === undefined ? 0 : 1)) return 'There is no frame to track after this key frame.';
  const box = (at: number): TrackBox | undefined => boxAround(track.type, sampleAt(track, at, table)!.content);
  const start = box(from);
  if (start === undefined) return 'The object has no area to track.';
  return { from, to, isKnown: next !== undefined, first: start, last: next === undefined ? undefined : box(next) };
}

/** Place of an object on a frame, as a tracker found it; boxes in pixels of the video. */
export interface TrackedFrame {
  readonly frame: number;
  readonly box: TrackBox;
  /** From 0 to 1. */
  readonly confidence: number;
  /** The border of the object where a model saw it: x, y, … */
  readonly outline?: readonly number[];
}

/** Share of a side, and pixels, by which interpolation may miss the path of a tracker. */
const TOLERANCE = { share: 0.025, pixels: 1 } as const;

/**
 * The track with the path of a tracker as key frames of their own. Key frames of persons stay; those of a tracker on
 * the way are replaced. Each says the lowest confidence up to the next one.
 *
 * @param path from the first to the last frame of the span
 */
export function withTracked(track: Track, span: TrackingSpan, path: readonly TrackedFrame[], table: FrameTable): Track {
  const place = segmentAt(track, span.from, table);
  const segment = track.parameters[place];
  const end = path.at(-1)?.frame ?? span.from;
  if (segment === undefined || end <= span.from) return track;
  const [before, after] = [sampleAt(track, span.from, table)!.content, sampleAt(track, span.to, table)?.content];
  const inner = describing(track.type === 'polygon' ? path : path.map(withoutOutline), table).filter(
    ({ frame }) => frame > span.from && (span.isKnown ? frame < span.to : frame <= end),
  );
  // A polygon keeps the border of the frame before that a model saw, from there on.
  let seen: { readonly shape: KeyContent; readonly box: TrackBox } | undefined;
  const made = inner.map(({ frame, box, confidence, outline }): TrackKey => {
    const share = (frame - span.from) / Math.max(1, span.to - span.from);
    if (outline !== undefined) seen = { shape: outlined(before, outline), box };
    return {
      ...before,
      attributes: sampleAt(track, frame, table)?.content.attributes ?? before.attributes ?? [],
      ...(seen === undefined
        ? shapeOn(track.type, span, { before, after }, box, share)
        : { ...seen.shape, ...movedShape(track.type, seen.shape, seen.box, box) }),
      confidence,
      timestamp: table.timeOf(frame),
    };
  });
  const madeOn = new Set(made.map(({ timestamp }) => table.frameOf(timestamp)));
  const isReplaced = (key: TrackKey, at: number): boolean => {
    const frame = table.frameOf(key.timestamp);
    return (
      isHold(segment, at) ||
      ((key.confidence !== undefined || madeOn.has(frame)) && frame > span.from && frame <= span.to)
    );
  };
  const kept = segment.timestamps.filter((key, at) => !isReplaced(key, at));
  const last = made.at(-1);
  const reaches = last !== undefined && table.frameOf(last.timestamp) === framesOf(segment, table).last;
  const keys = reaches ? [...made.slice(0, -1), { ...last, timestamp: segment.end }] : made;
  const timestamps = [...kept, ...keys].toSorted((one, other) => one.timestamp - other.timestamp);
  return {
    ...track,
    parameters: track.parameters.map((each, at) =>
      at === place ? withCurrentShapes(track.type, closed({ ...segment, timestamps }, table)) : each,
    ),
  };
}

const withoutOutline = ({ outline: _outline, ...each }: TrackedFrame): TrackedFrame => each;

/** A polygon with another border, without holes. */
const outlined = ({ exclude }: KeyContent, outline: readonly number[]): KeyContent => ({
  points: [...outline],
  ...(exclude === undefined ? {} : { exclude: [] }),
});

/** The shape of an object where its box is: that of the key frame before, blended into that of the one after. */
function shapeOn(
  type: string,
  { first, last }: TrackingSpan,
  { before, after }: { readonly before: KeyContent; readonly after: KeyContent | undefined },
  box: TrackBox,
  share: number,
): KeyContent {
  const moved = movedShape(type, before, first, box);
  // A shape whose vertices change keeps those of the key frame before.
  return last === undefined || after === undefined || type === 'bbox'
    ? moved
    : blended(moved, movedShape(type, after, last, box), share);
}

function blended(one: KeyContent, other: KeyContent, share: number): KeyContent {
  const mix = (from: unknown, to: unknown): unknown => {
    if (typeof from === 'number' && typeof to === 'number') return Math.round((from + (to - from) * share) * 100) / 100;
    if (Array.isArray(from) && Array.isArray(to) && from.length === to.length)
      return from.map((each: unknown, at) => mix(each, to[at]));
    return from;
  };
  const points = [one['points'], other['points']];
  return Array.isArray(points[0]) ? { ...one, points: mix(points[0], points[1]) } : one;
}

/** The frames of a path that become key frames, each with the lowest confidence up to the next. */
function describing(path: readonly TrackedFrame[], table: FrameTable): readonly TrackedFrame[] {
  const side = Math.min(...path.map(({ box }) => Math.min(box.width, box.height)));
  const timed = path.map(({ frame, box }) => ({ time: table.timeOf(frame), box }));
  const isUnsure = (at: number): boolean => path[at]!.confidence < CHECK_BELOW;
  const borders = path.flatMap((_, at) => (at > 0 && isUnsure(at) !== isUnsure(at - 1) ? [at - 1, at] : []));
  const places = [
    ...new Set([
      ...describingPlaces(timed, Math.max(TOLERANCE.pixels, side * TOLERANCE.share)),
      ...borders,
      ...path.flatMap(({ outline }, at) => (outline === undefined ? [] : [at])),
    ]),
  ].toSorted((one, other) => one - other);
  return places.map((place, at) => ({
    ...path[place]!,
    confidence:
      Math.round(
        Math.min(
          ...path.slice(place, Math.max(place + 1, places[at + 1] ?? path.length)).map(each => each.confidence),
        ) * 100,
      ) / 100,
  }));
}
