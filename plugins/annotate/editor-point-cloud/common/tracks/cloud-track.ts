import type { AttributeValue, Instance } from '#plugins/annotate/annotations/common/index.ts';

/** The state of an object at a moment. Fields beside those named here are kept as they came. */
export interface CloudKey {
  /** Microseconds; the time of a frame. */
  readonly timestamp: number;
  readonly attributes?: readonly AttributeValue[];
  /** Repeats the key frame before it at the end of a segment. */
  readonly hold?: boolean;
  readonly [field: string]: unknown;
}

/** A stretch of a sequence in which an object is there. */
export interface CloudSegment {
  /** Microseconds. */
  readonly start: number;
  readonly end: number;
  readonly timestamps: readonly CloudKey[];
  readonly [field: string]: unknown;
}

/** An object of a sequence. */
export interface CloudTrack extends Instance {
  readonly parameters: readonly CloudSegment[];
}

/** The geometry fields of each kind of object. */
export const geometryFields: Readonly<Record<string, readonly string[]>> = {
  cuboid: ['position', 'size', 'rotation'],
  polyline: ['points'],
  polygon: ['points'],
  point: ['x', 'y', 'z'],
};

export const isTrack = (instance: Instance): instance is CloudTrack => Array.isArray(instance['parameters']);

/** The geometry of an instance, and nothing else of it. */
export const geometryOf = (
  instance: Readonly<Record<string, unknown>>,
  type: string,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    (geometryFields[type] ?? []).flatMap(field => (field in instance ? [[field, instance[field]]] : [])),
  );
