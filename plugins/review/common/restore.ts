import { diffDocuments } from '#plugins/editor/common/diff.ts';
import type { AnnotationDocument } from '#plugins/editor/common/document.ts';
import type { Patch } from '#plugins/editor/common/edits.ts';
import { insertInstance, replaceInstance } from '#plugins/editor/common/edits.ts';
import type { Difference } from './compare-versions.ts';

/**
 * The patches that give one object of the open document back as it was: what was added goes, what is gone comes back at its place in the
 * drawing order, what changed is as before. None when the open document has moved on and there is nothing left to do.
 */
export function restoreOne({ id, before: old }: Difference, before: AnnotationDocument, now: AnnotationDocument): readonly Patch[] {
  const current = now.instances.find(each => each.id === id);
  if (old === undefined) return current === undefined ? [] : [{ collection: 'instances', id, before: current }];
  if (current !== undefined) return [replaceInstance(current, { ...old, id })];
  return [insertInstance(old, placeFor(old.id, before, now))];
}

/** The patches that give all objects back as they were, and in their order. Comments and tags stay. */
export function restoreAll(before: AnnotationDocument, now: AnnotationDocument): readonly Patch[] {
  return diffDocuments(now, { ...now, instances: before.instances });
}

/** Above the object that lay right below it and is still there. */
function placeFor(id: string, before: AnnotationDocument, now: AnnotationDocument): number {
  const places = new Map(now.instances.map((each, place) => [each.id, place]));
  const own = before.instances.findIndex(each => each.id === id);
  for (let at = own - 1; at >= 0; at -= 1) {
    const below = places.get(before.instances[at]!.id);
    if (below !== undefined) return below + 1;
  }
  return 0;
}
