import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Author, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { defaultValues, newId } from '#plugins/annotate/annotations/common/index.ts';
import { partColorText } from '#plugins/annotate/annotations/common/raster/index.ts';

/**
 * An instance as painted by hand: full probability, `Manual`, the defaults of its class; unclassified when there is
 * none.
 */
export function newMaskInstance(
  colors: readonly number[],
  annotationClass: AnnotationClass | undefined,
  by: Author,
  now: Date = new Date(),
): Instance {
  const at = now.toISOString();
  return {
    id: newId(),
    // The format has no type for masks; the server leaves the empty one out.
    type: '',
    ...(annotationClass === undefined
      ? { classId: -1 }
      : { classId: annotationClass.id, className: annotationClass.name }),
    probability: 100,
    visible: true,
    locked: false,
    error: null,
    attributes: annotationClass === undefined ? [] : defaultValues(annotationClass),
    parts: colors.map(color => ({ color: partColorText(color) })),
    creationType: 'Manual',
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
  };
}
