/** Change that an import made to an item, as far as an undo must compare it. */
interface ImportedChange {
  readonly created: boolean;
  readonly revision: number | null;
  readonly status_after: number;
}

/** An item as it is now. */
interface ItemNow {
  /** Revision of its annotations; 0 when it never had any. */
  readonly revision: number;
  readonly status: number;
  /** The version before the import is still kept, or there was none. */
  readonly hasEarlier: boolean;
}

/** Returns why an item stays as it is when its import is undone; undefined when it can be undone. */
export function undoRefusal(change: ImportedChange, now: ItemNow): string | undefined {
  if (now.revision !== (change.revision ?? 0)) return 'was annotated again since the import';
  if (now.status !== change.status_after) return 'has another status since the import';
  if (!change.created && !now.hasEarlier) return 'its earlier version is no longer kept';
  return undefined;
}
