import type { AnnotationDocument } from './document.ts';
import type { Patch, PatchValue } from './edits.ts';

/**
 * The patches that turn `before` into `after`: entries are matched by their id, `metadata.lastAction` is ignored.
 * Applying them to `before` gives `after`, the order of the lists included.
 */
export function diffDocuments(before: AnnotationDocument, after: AnnotationDocument): readonly Patch[] {
  return [
    ...diffMetadata(before.metadata, after.metadata),
    ...diffList('instances', before.instances, after.instances),
    ...diffList('comments', before.comments, after.comments),
    ...diffTags(before.tags, after.tags),
  ];
}

/** True when both say the same, `metadata.lastAction` apart. */
export function sameDocument(first: AnnotationDocument, second: AnnotationDocument): boolean {
  return diffDocuments(first, second).length === 0;
}

/** True when two JSON values say the same: key order does not matter, an absent key equals one that is undefined. */
export function sameJson(first: unknown, second: unknown): boolean {
  if (Object.is(first, second)) return true;
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) return false;
  if (Array.isArray(first) || Array.isArray(second)) {
    return (
      Array.isArray(first) &&
      Array.isArray(second) &&
      first.length === second.length &&
      first.every((value, index) => sameJson(value, second[index]))
    );
  }
  const one = first as Record<string, unknown>;
  const other = second as Record<string, unknown>;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(key => sameJson(one[key], other[key]));
}

function diffMetadata(before: object, after: object): readonly Patch[] {
  const one = before as Record<string, PatchValue | undefined>;
  const other = after as Record<string, PatchValue | undefined>;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter(key => key !== 'lastAction' && !sameJson(one[key], other[key]))
    .map(key => ({
      collection: 'metadata' as const,
      id: key,
      ...(one[key] === undefined ? {} : { before: one[key] }),
      ...(other[key] === undefined ? {} : { after: other[key] }),
    }));
}

function diffTags(before: readonly string[], after: readonly string[]): readonly Patch[] {
  return diffEntries(
    'tags',
    before.map(tag => ({ id: tag, value: tag })),
    after.map(tag => ({ id: tag, value: tag })),
  );
}

function diffList(
  collection: 'instances' | 'comments',
  before: readonly { readonly id: string }[],
  after: readonly { readonly id: string }[],
): readonly Patch[] {
  return diffEntries(
    collection,
    before.map(entry => ({ id: entry.id, value: entry })),
    after.map(entry => ({ id: entry.id, value: entry })),
  );
}

interface Entry {
  readonly id: string;
  readonly value: PatchValue;
}

function diffEntries(
  collection: 'instances' | 'comments' | 'tags',
  before: readonly Entry[],
  after: readonly Entry[],
): readonly Patch[] {
  const old = new Map(before.map(entry => [entry.id, entry.value]));
  const wanted = new Set(after.map(entry => entry.id));
  const patches: Patch[] = [];
  before.toReversed().forEach((entry, index) => {
    if (!wanted.has(entry.id))
      patches.push({ collection, id: entry.id, before: entry.value, index: before.length - 1 - index });
  });
  const order = before.filter(entry => wanted.has(entry.id)).map(entry => entry.id);
  after.forEach((entry, index) => {
    const previous = old.get(entry.id);
    if (previous === undefined) {
      patches.push({ collection, id: entry.id, after: entry.value, index });
      order.splice(index, 0, entry.id);
    } else if (order[index] !== entry.id) {
      const from = order.indexOf(entry.id, index);
      patches.push({ collection, id: entry.id, before: previous, after: entry.value, index, from });
      order.splice(index, 0, ...order.splice(from, 1));
    } else if (!sameJson(previous, entry.value)) {
      patches.push({ collection, id: entry.id, before: previous, after: entry.value });
    }
  });
  return patches;
}
