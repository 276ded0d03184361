import { sameJson } from './diff.ts';
import type { AnnotationDocument } from './document.ts';
import type { Edit, Patch, PatchCollection, PatchValue } from './edits.ts';
import { applyPatches } from './edits.ts';
import { isRecord, withoutFields } from './json-value.ts';
import { newId } from './new-id.ts';

/** One entry that both sides changed since they parted. Absent: it did not exist, or was deleted. */
export interface EditConflict {
  readonly collection: PatchCollection;
  readonly id: string;
  readonly before?: PatchValue;
  readonly mine?: PatchValue;
  readonly theirs?: PatchValue;
}

/** Resolution of a conflict; `both` keeps theirs and puts mine beside it under a new id. */
export type ConflictChoice = 'mine' | 'theirs' | 'both';

export interface Rebased {
  /** Theirs with those of my changes that concern nothing they changed. */
  readonly document: AnnotationDocument;
  readonly conflicts: readonly EditConflict[];
}

interface Chain {
  readonly collection: PatchCollection;
  readonly id: string;
  /** The entry before my first change and after each of them. */
  readonly values: (PatchValue | undefined)[];
  index?: number | undefined;
}

/**
 * Brings my unsaved edits onto a document that somebody else saved meanwhile. Entries are matched by their id: what
 * they left as it was at any time of my editing takes my last value, what both made equal needs nothing, the rest is a
 * conflict. Masks are merged apart (`raster/merge-raster.ts`).
 */
export function rebase(edits: readonly Edit[], theirs: AnnotationDocument): Rebased {
  const patches: Patch[] = [];
  const conflicts: EditConflict[] = [];
  for (const chain of chainsOf(edits)) {
    const { collection, id, values, index } = chain;
    const mine = values.at(-1);
    const now = entryOf(theirs, collection, id);
    if (same(now, mine)) {
      if (index !== undefined && mine !== undefined && now !== undefined)
        patches.push({ collection, id, before: now, after: mine, index });
    } else if (values.some(value => same(value, now))) {
      patches.push(patchOf(collection, id, now, mine, index));
    } else {
      conflicts.push({
        collection,
        id,
        ...(values[0] === undefined ? {} : { before: values[0] }),
        ...(mine === undefined ? {} : { mine }),
        ...(now === undefined ? {} : { theirs: now }),
      });
    }
  }
  return { document: applyPatches(theirs, patches), conflicts };
}

/** The patches that carry out a choice on a document that holds theirs. */
export function resolveConflict(conflict: EditConflict, choice: ConflictChoice): readonly Patch[] {
  const { collection, id, mine, theirs } = conflict;
  if (choice === 'theirs') return [];
  if (choice === 'mine' || mine === undefined || theirs === undefined || !isRecord(mine))
    return [patchOf(collection, id, theirs, mine, undefined)];
  const copy = newId();
  return [{ collection, id: copy, after: { ...mine, id: copy } }];
}

function chainsOf(edits: readonly Edit[]): readonly Chain[] {
  const chains = new Map<string, Chain>();
  for (const { collection, id, before, after, index } of edits.flatMap(edit => edit.patches)) {
    if (collection === 'raster') continue;
    const key = `${collection} ${id}`;
    const chain = chains.get(key) ?? { collection, id, values: [before] };
    chain.values.push(after);
    if (after !== undefined && index !== undefined) chain.index = index;
    chains.set(key, chain);
  }
  return [...chains.values()];
}

function patchOf(
  collection: PatchCollection,
  id: string,
  before: PatchValue | undefined,
  after: PatchValue | undefined,
  index: number | undefined,
): Patch {
  return {
    collection,
    id,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(index === undefined || after === undefined ? {} : { index }),
  };
}

function entryOf(document: AnnotationDocument, collection: PatchCollection, id: string): PatchValue | undefined {
  if (collection === 'raster') return undefined;
  if (collection === 'metadata') return document.metadata[id] as PatchValue | undefined;
  if (collection === 'tags') return document.tags.includes(id) ? id : undefined;
  return (document[collection] as readonly { readonly id: string }[]).find(entry => entry.id === id);
}

// The server writes today's class name into every answer; a class that was renamed meanwhile is no change of the
// instance.
const comparable = (value: PatchValue | undefined): unknown =>
  isRecord(value) ? withoutFields(value, 'className') : value;
const same = (one: PatchValue | undefined, other: PatchValue | undefined): boolean =>
  sameJson(comparable(one), comparable(other));
