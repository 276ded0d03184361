import type { AttributeValue, Comment, Instance } from '#plugins/annotate/annotations/common/index.ts';

/** One state of an object at a moment. Fields beside those named here are kept as they came. */
export interface TrackKey {
  /** Microseconds. */
  readonly timestamp: number;
  /** All that hold from this moment until the next key frame. */
  readonly attributes?: readonly AttributeValue[];
  /** Repeats the key frame before it at the end of a segment, and changes with it. */
  readonly hold?: boolean;
  /** Sets attributes only: the shape stays the one between the key frames around it, and changes with them. */
  readonly attributesOnly?: boolean;
  /** Partly or fully covered by something else. */
  readonly occluded?: boolean;
  /** Of key frames that a tracker made: its lowest confidence up to the next one, from 0 to 1. */
  readonly confidence?: number;
  readonly [field: string]: unknown;
}

/** A stretch of time in which an object is visible: its first key frame is at `start`, its last one at `end`. */
export interface Segment {
  /** Microseconds. */
  readonly start: number;
  /** Microseconds. */
  readonly end: number;
  readonly timestamps: readonly TrackKey[];
  readonly [field: string]: unknown;
}

/** An object of a video as the editor holds it: the fields of its `meta` as those of an instance, and its segments. */
export interface Track extends Instance {
  readonly parameters: readonly Segment[];
}

/** A conversation about a stretch of a video. */
export interface TimedComment extends Comment {
  readonly parameters?: readonly Segment[];
}

/** Content of a key frame, without its time. */
export type KeyContent = Readonly<Record<string, unknown>> & { readonly attributes?: readonly AttributeValue[] };

/** Kinds of objects with a shape, and the fields of their key frames. */
export const shapeFields: Readonly<Record<string, readonly string[]>> = {
  bbox: ['points'],
  rbbox: ['points'],
  polygon: ['points', 'exclude'],
  polyline: ['points'],
  point: ['x', 'y'],
  template: ['points'],
  ellipse: ['cx', 'cy', 'rx', 'ry', 'angle'],
};

/** True for an instance with segments; tags have none. */
export const isTrack = (instance: Instance): instance is Track => Array.isArray(instance['parameters']);

/** True for an instance that is drawn on frames. */
export const isShapeTrack = (instance: Instance): instance is Track =>
  isTrack(instance) && Object.hasOwn(shapeFields, instance.type);

export function contentOf({
  timestamp: _timestamp,
  hold: _hold,
  attributesOnly: _attributesOnly,
  ...content
}: TrackKey): KeyContent {
  return content;
}

/** The content as a person set it: without the confidence of a tracker. */
export function byPerson({ confidence: _confidence, ...content }: KeyContent): KeyContent {
  return content;
}
