import type { AnnotationDocument, Instance, JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { storedTimeline } from '#plugins/annotate/annotations/common/index.ts';
import type { Vector } from './geometry/box.ts';
import { normalAngle } from './geometry/box.ts';

/** A checked point cloud document as it is stored: flat, with angles in (-π, π]. */
export function storedCloud(document: AnnotationDocument): AnnotationDocument {
  const flat = storedTimeline(document as unknown as JsonRecord) as unknown as AnnotationDocument;
  return { ...flat, instances: flat.instances.map(normalised) };
}

function normalised(instance: Instance): Instance {
  if (instance.type !== 'cuboid') return instance;
  const { parameters } = instance;
  if (!Array.isArray(parameters)) return turned(instance);
  const segments = (parameters as Segment[]).map(segment => ({
    ...segment,
    timestamps: segment.timestamps.map(turned),
  }));
  return { ...instance, parameters: segments };
}

interface Segment {
  readonly timestamps: readonly Readonly<Record<string, unknown>>[];
}

function turned<Holder extends Readonly<Record<string, unknown>>>(holder: Holder): Holder {
  const { rotation } = holder;
  if (typeof rotation !== 'object' || rotation === null) return holder;
  const { x, y, z } = rotation as Vector;
  const [roll, pitch, yaw] = [normalAngle(x), normalAngle(y), normalAngle(z)];
  return roll === x && pitch === y && yaw === z ? holder : { ...holder, rotation: { x: roll, y: pitch, z: yaw } };
}
