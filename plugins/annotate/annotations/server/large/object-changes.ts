import { invalidField } from '#core/base/common/index.ts';
import type { AnnotationDocument, Instance } from '../../common/document.ts';
import type { Patch } from '../../common/edits.ts';
import { applyPatches } from '../../common/edits.ts';
import { readPatches } from '../saved-patches.ts';

/** The last state of an object that a save changes. */
export interface ObjectChange {
  readonly id: string;
  /** Undefined: deleted. */
  readonly after: Instance | undefined;
  /** Its place in the drawing order, should it not be stored: it comes back after a deletion. */
  readonly place: number | undefined;
}

/** Changes of a save, apart by what they concern. */
export interface ObjectChanges {
  /** The last state of each object. */
  readonly objects: readonly ObjectChange[];
  /** Of comments, tags and metadata. */
  readonly others: readonly Patch[];
}

/** Reads the patches of a save. @throws Fault INVALID_FIELD (400) naming the first that is none */
export function readChanges(patches: readonly unknown[]): ObjectChanges {
  const objects = new Map<string, ObjectChange>();
  const others: Patch[] = [];
  for (const [at, patch] of readPatches(patches).entries()) {
    const { collection, id, after, index, from } = patch;
    if (collection !== 'instances') {
      others.push(patch);
      continue;
    }
    if (from !== undefined) throw invalidField(`patches[${at}]`, 'large documents keep their drawing order');
    objects.set(id, { id, after: after as Instance | undefined, place: index });
  }
  return { objects: [...objects.values()], others };
}

/** Returns the document without its objects after a save. */
export const changedRest = (rest: AnnotationDocument, { others }: ObjectChanges): AnnotationDocument =>
  others.length === 0 ? rest : applyPatches(rest, others);
