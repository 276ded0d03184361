import type { AnnotationDocument, Comment, Instance } from './document.ts';
import { newId } from './new-id.ts';

/**
 * Parts of a document that edits change: the lists of a document, where `tags` are named by their text and `metadata`
 * by its key, and the tiles of the mask beside it (`raster/raster-tile.ts`), which are always replaced, never inserted
 * or deleted.
 */
export type PatchCollection = 'instances' | 'comments' | 'tags' | 'metadata' | 'raster';

/** Value of a patch: an instance, a comment, a tag's text, a metadata value or a tile as text. Always plain JSON. */
export type PatchValue = Instance | Comment | string | number | boolean | null | object;

/**
 * One entry before and after. Absent `before`: inserted; absent `after`: deleted; both: replaced.
 * Plain JSON, because every edit is written to the local journal and replayed after a crash.
 */
export interface Patch {
  readonly collection: PatchCollection;
  readonly id: string;
  readonly before?: PatchValue;
  readonly after?: PatchValue;
  /**
   * Place in the list: where it is inserted (absent: at the end), where it was deleted, or where a replaced entry is
   * moved to.
   */
  readonly index?: number;
  /** Only for an entry that moves: its place before. */
  readonly from?: number;
}

/** A named, reversible change of a document; the unit of undo. Patches hold one after the other. */
export interface Edit {
  readonly id: string;
  readonly label: string;
  readonly patches: readonly Patch[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Makes an edit with a fresh id. */
export function makeEdit(label: string, patches: readonly Patch[], at: number = Date.now()): Edit {
  return { id: newId(), label, patches, at };
}

/** A replacement of one instance by a changed copy. */
export function replaceInstance(before: Instance, after: Instance): Patch {
  return { collection: 'instances', id: before.id, before, after };
}

/** An instance put on top of all others, or at `index`. */
export function insertInstance(after: Instance, index?: number): Patch {
  return index === undefined
    ? { collection: 'instances', id: after.id, after }
    : { collection: 'instances', id: after.id, after, index };
}

/** The opposite of a patch. */
export function invertPatch(patch: Patch): Patch {
  const { collection, id, before, after, index, from } = patch;
  return {
    collection,
    id,
    ...(after === undefined ? {} : { before: after }),
    ...(before === undefined ? {} : { after: before }),
    ...(from === undefined
      ? index === undefined
        ? {}
        : { index }
      : { index: from, ...(index === undefined ? {} : { from: index }) }),
  };
}

/** The edit that takes `edit` back: every patch turned round, last first. */
export function invertEdit(edit: Edit): Edit {
  return { ...edit, id: newId(), patches: edit.patches.toReversed().map(invertPatch) };
}

/**
 * Joins edits made one after the other into one. A replacement is folded into the last patch of the same entry,
 * so a hundred moves of one shape become a single patch; entries that end as they began are left out.
 */
export function mergeEdits(edits: readonly Edit[], label: string = edits.at(-1)?.label ?? ''): Edit {
  const patches: Patch[] = [];
  const last = new Map<string, number>();
  for (const patch of edits.flatMap(edit => edit.patches)) {
    const key = `${patch.collection} ${patch.id}`;
    const earlier = last.get(key);
    const folded = earlier === undefined ? undefined : fold(patches[earlier]!, patch);
    if (earlier !== undefined && folded !== undefined) {
      patches[earlier] = folded;
    } else {
      last.set(key, patches.push(patch) - 1);
    }
  }
  return { id: newId(), label, patches: patches.filter(patch => !isIdle(patch)), at: edits.at(-1)?.at ?? Date.now() };
}

function fold(first: Patch, second: Patch): Patch | undefined {
  const replaces =
    second.before !== undefined &&
    second.after !== undefined &&
    second.index === undefined &&
    second.from === undefined;
  if (!replaces || first.after === undefined) return undefined;
  return { ...first, after: second.after };
}

function isIdle(patch: Patch): boolean {
  return (
    patch.before !== undefined &&
    patch.after !== undefined &&
    patch.index === undefined &&
    JSON.stringify(patch.before) === JSON.stringify(patch.after)
  );
}

/**
 * The patches with the place of each deleted entry filled in, so that the inverse puts it back where it was. A run of
 * deletes comes out with the highest place first: each place is then right at its turn, forwards and backwards.
 */
export function completePatches(
  document: Pick<AnnotationDocument, 'instances' | 'comments' | 'tags'>,
  patches: readonly Patch[],
): readonly Patch[] {
  const result: Patch[] = [];
  let start = 0;
  while (start < patches.length) {
    const { collection } = patches[start]!;
    let end = start;
    while (
      end < patches.length &&
      patches[end]!.collection === collection &&
      patches[end]!.after === undefined &&
      patches[end]!.index === undefined
    )
      end += 1;
    if (end === start || collection === 'metadata' || collection === 'raster') {
      result.push(patches[start]!);
      start += 1;
      continue;
    }
    const now = applyToList<{ readonly id: string } | string>(
      document[collection],
      result.filter(patch => patch.collection === collection),
    );
    const places = new Map(now.map((entry, index) => [entryId(entry), index]));
    const run = patches.slice(start, end).filter(patch => places.has(patch.id));
    result.push(
      ...run
        .map(patch => ({ ...patch, index: places.get(patch.id)! }))
        .sort((first, second) => second.index - first.index),
    );
    start = end;
  }
  return result;
}

/**
 * Applies patches to a document and returns the new one; untouched instances keep their identity. Patches of entries
 * that are gone do nothing.
 */
export function applyPatches(document: AnnotationDocument, patches: readonly Patch[]): AnnotationDocument {
  const of = (collection: PatchCollection): readonly Patch[] =>
    patches.filter(patch => patch.collection === collection);
  const metadata = { ...document.metadata } as Record<string, unknown>;
  const onMetadata = of('metadata');
  for (const patch of onMetadata) {
    if (patch.after === undefined) delete metadata[patch.id];
    else metadata[patch.id] = patch.after;
  }
  return {
    ...document,
    metadata: onMetadata.length === 0 ? document.metadata : (metadata as typeof document.metadata),
    instances: applyToList(document.instances, of('instances')),
    comments: applyToList(document.comments, of('comments')),
    tags: applyToList(document.tags, of('tags')),
  };
}

/**
 * Applies the patches of one collection to its list, one after the other. Runs of inserts or deletes cost one pass over
 * the list, not one each.
 */
export function applyToList<T extends { readonly id: string } | string>(
  entries: readonly T[],
  patches: readonly Patch[],
): readonly T[] {
  let result = entries;
  let start = 0;
  while (start < patches.length) {
    const kind = kindOf(patches[start]!);
    let end = start + 1;
    while (end < patches.length && kind !== 'move' && kindOf(patches[end]!) === kind) end += 1;
    const run = patches.slice(start, end);
    if (kind === 'delete') result = without(result, run);
    else if (kind === 'insert') result = withInserted(result, run);
    else if (kind === 'replace') result = withReplaced(result, run);
    else result = withMoved(result, run[0]!);
    start = end;
  }
  return result;
}

function kindOf(patch: Patch): 'delete' | 'insert' | 'replace' | 'move' {
  if (patch.after === undefined) return 'delete';
  if (patch.before === undefined) return 'insert';
  return patch.index === undefined ? 'replace' : 'move';
}

function entryId(entry: { readonly id: string } | string): string {
  return typeof entry === 'string' ? entry : entry.id;
}

function without<T extends { readonly id: string } | string>(
  entries: readonly T[],
  run: readonly Patch[],
): readonly T[] {
  const gone = new Set(run.map(patch => patch.id));
  return entries.filter(entry => !gone.has(entryId(entry)));
}

function withReplaced<T extends { readonly id: string } | string>(
  entries: readonly T[],
  run: readonly Patch[],
): readonly T[] {
  const values = new Map(run.map(patch => [patch.id, patch.after as T]));
  return entries.map(entry => values.get(entryId(entry)) ?? entry);
}

function withMoved<T extends { readonly id: string } | string>(entries: readonly T[], patch: Patch): readonly T[] {
  const rest = entries.filter(entry => entryId(entry) !== patch.id);
  if (rest.length === entries.length) return entries;
  rest.splice(patch.index ?? rest.length, 0, patch.after as T);
  return rest;
}

function withInserted<T extends { readonly id: string } | string>(
  entries: readonly T[],
  run: readonly Patch[],
): readonly T[] {
  // A replayed journal may insert what the server already has: the later value wins, nothing is doubled.
  const incoming = new Set(run.map(patch => patch.id));
  const rest = entries.some(entry => incoming.has(entryId(entry)))
    ? entries.filter(entry => !incoming.has(entryId(entry)))
    : entries;
  const ascending = run.every(
    (patch, index) =>
      index === 0 || (patch.index ?? Infinity) > (run[index - 1]!.index ?? Infinity) || patch.index === undefined,
  );
  if (!ascending) {
    const result = [...rest];
    for (const patch of run) result.splice(patch.index ?? result.length, 0, patch.after as T);
    return result;
  }
  const result: T[] = [];
  let next = 0;
  for (const patch of run) {
    const until = patch.index ?? Infinity;
    while (next < rest.length && result.length < until) result.push(rest[next++]!);
    result.push(patch.after as T);
  }
  while (next < rest.length) result.push(rest[next++]!);
  return result;
}
