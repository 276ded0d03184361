import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Author, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { defaultValues, newId } from '#plugins/annotate/annotations/common/index.ts';

/** A marked span; places in code points, `end` the first beyond. */
export interface TextEntity extends Instance {
  readonly type: 'entity';
  readonly start: number;
  readonly end: number;
}

/** A directed link between two spans. */
export interface TextRelation extends Instance {
  readonly type: 'relationship';
  readonly from: string;
  readonly to: string;
}

export const isEntity = (instance: Instance | undefined): instance is TextEntity =>
  instance?.type === 'entity' && Number.isInteger(instance['start']) && Number.isInteger(instance['end']);

export const isRelation = (instance: Instance | undefined): instance is TextRelation =>
  instance?.type === 'relationship' && typeof instance['from'] === 'string' && typeof instance['to'] === 'string';

/** Instances of a text are named by UUIDs. */
export function newUuid(): string {
  const digits = newId();
  const variant = ((Number.parseInt(digits[16]!, 16) & 0b0011) | 0b1000).toString(16);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
}

/** A span as marked by hand; without a class it has none. */
export function newEntity(
  { start, end }: { readonly start: number; readonly end: number },
  annotationClass: AnnotationClass | undefined,
  by: Author,
  now: Date = new Date(),
): TextEntity {
  return { ...made('entity', annotationClass, by, now), type: 'entity', start, end };
}

export function newRelation(
  from: string,
  to: string,
  annotationClass: AnnotationClass | undefined,
  by: Author,
  now: Date = new Date(),
): TextRelation {
  return { ...made('relationship', annotationClass, by, now), type: 'relationship', from, to };
}

/** Says something about the whole text. */
export function newTag(annotationClass: AnnotationClass, by: Author, now: Date = new Date()): Instance {
  return made('tag', annotationClass, by, now);
}

function made(type: string, annotationClass: AnnotationClass | undefined, by: Author, now: Date): Instance {
  const at = now.toISOString();
  return {
    id: newUuid(),
    type,
    ...(annotationClass === undefined
      ? { classId: -1 }
      : { classId: annotationClass.id, className: annotationClass.name }),
    attributes: annotationClass === undefined ? [] : defaultValues(annotationClass),
    creationType: 'Manual',
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
  };
}
