import type { Edit, Patch } from '#plugins/annotate/annotations/common/index.ts';

/**
 * Returns edits as the server takes them for a large document: the last state of each object, and its place in the
 * drawing order should it come back after a deletion. Other entries keep their patches.
 */
export function smallPatches(edits: readonly Edit[], placeOf: (id: string) => number | undefined): readonly Patch[] {
  const objects = new Map<string, Patch>();
  const others: Patch[] = [];
  for (const patch of edits.flatMap(edit => edit.patches)) {
    const { collection, id, after } = patch;
    if (collection !== 'instances') {
      others.push(patch);
      continue;
    }
    const place = placeOf(id);
    objects.set(id, {
      collection,
      id,
      ...(after === undefined ? {} : { after }),
      ...(after === undefined || place === undefined ? {} : { index: place }),
    });
  }
  return [...objects.values(), ...others];
}
