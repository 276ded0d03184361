import type { AnnotationDocument, Edit, Patch } from '#plugins/annotate/annotations/common/index.ts';
import { applyPatches } from '#plugins/annotate/annotations/common/index.ts';
import { smallPatches } from './small-patches.ts';

/**
 * Returns a stored large document with the edits that the next save sends, as the server would store them. `placeOf`
 * gives the places in the drawing order of objects that were loaded: one that comes back after a deletion is put below
 * the first of those that were above it.
 */
export function withEdits(
  stored: AnnotationDocument,
  edits: readonly Edit[],
  placeOf: (id: string) => number | undefined,
): AnnotationDocument {
  const known = new Map(stored.instances.map(instance => [instance.id, instance]));
  const indexAt = (place: number): number | undefined => {
    const index = stored.instances.findIndex(({ id }) => (placeOf(id) ?? -Infinity) > place);
    return index < 0 ? undefined : index;
  };
  const patches = smallPatches(edits, placeOf).map((patch): Patch => {
    const { collection, id, after, index: place } = patch;
    if (collection !== 'instances' || after === undefined) return patch;
    const before = known.get(id);
    if (before !== undefined) return { collection, id, before, after };
    const index = place === undefined ? undefined : indexAt(place);
    return { collection, id, after, ...(index === undefined ? {} : { index }) };
  });
  return applyPatches(stored, patches);
}
