import type { DocumentMetadata, Patch } from '#plugins/annotate/annotations/common/index.ts';

/** Changes of a scene. Every set holds instance ids. */
export interface SceneChange {
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
  /** Places in the drawing order may have changed: something was added, removed or moved. */
  readonly order: boolean;
  /** Entered or left the selection. */
  readonly selection: ReadonlySet<string>;
  /** Gained or lost the hover. */
  readonly hover: ReadonlySet<string>;
  /** A draft of it began, changed or ended. */
  readonly drafts: ReadonlySet<string>;
  readonly comments: boolean;
  readonly tags: boolean;
  readonly metadata: boolean;
}

const none: ReadonlySet<string> = new Set();

/** A change that touches nothing; the base for the others. */
export const emptyChange: SceneChange = {
  added: none,
  removed: none,
  changed: none,
  order: false,
  selection: none,
  hover: none,
  drafts: none,
  comments: false,
  tags: false,
  metadata: false,
};

/** Returns whether two lists hold the same objects in the same places, whatever the objects look like. */
export const sameOrder = (
  first: readonly { readonly id: string }[],
  second: readonly { readonly id: string }[],
): boolean => first.length === second.length && first.every(({ id }, place) => id === second[place]!.id);

/** Returns what is in one of two sets only. */
export function symmetricDifference(first: ReadonlySet<string>, second: ReadonlySet<string>): Set<string> {
  return new Set([...[...first].filter(id => !second.has(id)), ...[...second].filter(id => !first.has(id))]);
}

/** Returns metadata with these patches. */
export function patched(metadata: DocumentMetadata, patches: readonly Patch[]): DocumentMetadata {
  const result: Record<string, unknown> = { ...metadata };
  for (const patch of patches) {
    if (patch.after === undefined) delete result[patch.id];
    else result[patch.id] = patch.after;
  }
  return result as DocumentMetadata;
}
