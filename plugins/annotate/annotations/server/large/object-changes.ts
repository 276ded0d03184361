import { invalidField } from '#core/base/common/index.ts';
import type { AnnotationDocument, Instance } from '../../common/document.ts';
import type { Patch, PatchCollection } from '../../common/edits.ts';
import { applyPatches } from '../../common/edits.ts';
import { isRecord } from '../../common/json-value.ts';

const COLLECTIONS: ReadonlySet<unknown> = new Set<PatchCollection>(['instances', 'comments', 'tags', 'metadata']);

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

/** Reads the patches of a save. @throws Fault INVALID_FIELD (422) naming the first that is none */
export function readChanges(patches: readonly unknown[]): ObjectChanges {
  const objects = new Map<string, ObjectChange>();
  const others: Patch[] = [];
  for (const [at, patch] of patches.entries()) {
    const field = `patches[${at}]`;
    if (!isRecord(patch) || !COLLECTIONS.has(patch['collection']))
      throw invalidField(`${field}.collection`, 'must be instances, comments, tags or metadata');
    const { id, after, index, from } = patch as unknown as Patch;
    if (typeof id !== 'string' || id === '') throw invalidField(`${field}.id`, 'must be a text');
    if (patch['collection'] !== 'instances') {
      others.push(patch as unknown as Patch);
      continue;
    }
    if (from !== undefined) throw invalidField(field, 'large documents keep their drawing order');
    if (after !== undefined && (!isRecord(after) || after['id'] !== id))
      throw invalidField(`${field}.after`, 'must be an object with the id of its patch');
    objects.set(id, {
      id,
      after: after as Instance | undefined,
      place: typeof index === 'number' && Number.isFinite(index) ? index : undefined,
    });
  }
  return { objects: [...objects.values()], others };
}

/** Returns the document without its objects after a save. */
export const changedRest = (rest: AnnotationDocument, { others }: ObjectChanges): AnnotationDocument =>
  others.length === 0 ? rest : applyPatches(rest, others);
