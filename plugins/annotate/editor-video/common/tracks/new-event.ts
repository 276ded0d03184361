import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Author } from '#plugins/annotate/annotations/common/index.ts';
import { defaultValues, newId } from '#plugins/annotate/annotations/common/index.ts';
import type { FrameTable } from '../media/frame-table.ts';
import { heldSegment } from './segment-edits.ts';
import type { Track } from './track.ts';

/** An event from a frame on until the end of the media, as made by hand; unclassified when there is no class. */
export function newEvent(
  annotationClass: AnnotationClass | undefined,
  by: Author,
  { frame, table }: { readonly frame: number; readonly table: FrameTable },
  now: Date = new Date(),
): Track {
  const at = now.toISOString();
  const attributes = annotationClass === undefined ? [] : defaultValues(annotationClass);
  return {
    id: newId(),
    type: 'event',
    ...(annotationClass === undefined
      ? { classId: -1 }
      : { classId: annotationClass.id, className: annotationClass.name }),
    attributes: [],
    parameters: [heldSegment({ attributes }, frame, table.last, table)],
    creationType: 'Manual',
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
  };
}
