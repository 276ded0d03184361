import type { AnnotationDocument, Edit, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { mergeEdits, MOST_PATCHES } from '#plugins/annotate/annotations/common/index.ts';

/** Documents of fewer objects are sent whole: making their JSON does not hold the page up. */
const MANY_OBJECTS = 1000;

/**
 * Returns the edits of a document with many objects as they are sent instead of it; undefined when the document is to
 * be sent itself, because it is small or because a good part of it has changed. Of what was replaced or deleted only
 * that it was there is sent.
 */
export function patchesToSend(document: AnnotationDocument, edits: readonly Edit[]): readonly Patch[] | undefined {
  const { length } = document.instances;
  if (length < MANY_OBJECTS) return undefined;
  const { patches } = mergeEdits(edits);
  if (patches.length > Math.min(MOST_PATCHES, length / 4)) return undefined;
  return patches.map(patch => (patch.before === undefined ? patch : { ...patch, before: null }));
}
