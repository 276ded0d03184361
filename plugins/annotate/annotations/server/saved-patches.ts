import { invalidField } from '#core/base/common/index.ts';
import type { Patch, PatchCollection } from '../common/edits.ts';
import { isRecord } from '../common/json-value.ts';

const COLLECTIONS: ReadonlySet<unknown> = new Set<PatchCollection>(['instances', 'comments', 'tags', 'metadata']);

const isPlace = (value: unknown): boolean => value === undefined || typeof value === 'number';

/** Reads the patches of a save. @throws Fault INVALID_FIELD (400) naming the first that is none */
export function readPatches(patches: readonly unknown[]): readonly Patch[] {
  for (const [at, patch] of patches.entries()) {
    const field = `patches[${at}]`;
    if (!isRecord(patch) || !COLLECTIONS.has(patch['collection']))
      throw invalidField(`${field}.collection`, 'must be instances, comments, tags or metadata');
    const { collection, id, after, index, from } = patch;
    if (typeof id !== 'string' || id === '') throw invalidField(`${field}.id`, 'must be a text');
    if (!isPlace(index)) throw invalidField(`${field}.index`, 'must be a number');
    if (!isPlace(from)) throw invalidField(`${field}.from`, 'must be a number');
    if (after === undefined || collection === 'metadata') continue;
    if (collection === 'tags' ? typeof after !== 'string' : !isRecord(after) || after['id'] !== id)
      throw invalidField(
        `${field}.after`,
        collection === 'tags' ? 'must be a text' : 'must be an object with the id of its patch',
      );
  }
  return patches as readonly Patch[];
}
