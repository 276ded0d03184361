import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Author, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { defaultValues, newId } from '#plugins/annotate/annotations/common/index.ts';
import type {
  BoxInstance,
  CuboidInstance,
  EllipseInstance,
  PointInstance,
  PolygonInstance,
  PolylineInstance,
  RotatedBoxInstance,
  TemplateInstance,
} from './shapes.ts';

type GeometryOf<T extends Instance, K extends string> = { readonly type: T['type'] } & {
  readonly [key in K]: NonNullable<T[key]>;
};

/** The type and geometry fields of a shape a person can draw. */
export type DrawnGeometry =
  | GeometryOf<BoxInstance, 'points'>
  | GeometryOf<RotatedBoxInstance, 'points'>
  | (GeometryOf<PolygonInstance, 'points'> & { readonly exclude: readonly (readonly number[])[] })
  | GeometryOf<PolylineInstance, 'points'>
  | GeometryOf<PointInstance, 'x' | 'y'>
  | GeometryOf<EllipseInstance, 'cx' | 'cy' | 'rx' | 'ry' | 'angle'>
  | GeometryOf<CuboidInstance, 'points'>
  | GeometryOf<TemplateInstance, 'points' | 'connections' | 'pointLabels' | 'templateId' | 'templateName'>;

/**
 * An instance as drawn by hand: full probability, `Manual`, the defaults of its class; unclassified when there is none.
 */
export function newInstance(
  geometry: DrawnGeometry,
  annotationClass: AnnotationClass | undefined,
  by: Author,
  now: Date = new Date(),
): Instance {
  return {
    id: newId(),
    ...classFields(annotationClass),
    probability: 100,
    groupId: 0,
    pointLabels: {},
    locked: false,
    visible: true,
    attributes: annotationClass === undefined ? [] : defaultValues(annotationClass),
    trackingId: null,
    error: null,
    ...geometry,
    ...made(by, now),
  };
}

/** An instance that says something about the whole item; it has no geometry and nothing that goes with one. */
export function newTag(annotationClass: AnnotationClass, by: Author, now: Date = new Date()): Instance {
  return {
    id: newId(),
    type: 'tag',
    classId: annotationClass.id,
    className: annotationClass.name,
    probability: 100,
    attributes: defaultValues(annotationClass),
    ...made(by, now),
  };
}

function classFields(annotationClass: AnnotationClass | undefined): Pick<Instance, 'classId' | 'className'> {
  return annotationClass === undefined
    ? { classId: -1 }
    : { classId: annotationClass.id, className: annotationClass.name };
}

function made(
  by: Author,
  now: Date,
): Pick<Instance, 'creationType' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy'> {
  const at = now.toISOString();
  return { creationType: 'Manual', createdAt: at, createdBy: by, updatedAt: at, updatedBy: by };
}
