import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { Edit } from '#plugins/annotate/annotations/common/index.ts';

/** Unsaved work of one tab on one item. */
export interface Draft {
  readonly id: string;
  /** Person, team and item: the drafts of several tabs share it. */
  readonly owner: string;
  readonly itemName: string;
  /** Absent in drafts of older versions, which are found by opening their item. */
  readonly project?: { readonly id: number; readonly name: string };
  /** Revision the edits were made on. */
  readonly base: number;
  /** The save that was sent last and not acknowledged, and how many edits it holds. */
  readonly operation?: { readonly op: string; readonly edits: number };
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** One edit of a draft, in its order. */
export interface JournalEdit {
  readonly draft: string;
  readonly place: number;
  readonly edit: Edit;
}

export interface JournalSchema extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { owner: string } };
  edits: { key: [string, number]; value: JournalEdit };
}

export type JournalDatabase = IDBPDatabase<JournalSchema>;

/** Opens this browser's journal. Rejects where the browser keeps nothing, e.g. in some private windows. */
export function openJournalDatabase(name = 'loupe-editor'): Promise<JournalDatabase> {
  return openDB<JournalSchema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('drafts', { keyPath: 'id' }).createIndex('owner', 'owner');
      database.createObjectStore('edits', { keyPath: ['draft', 'place'] });
    },
  });
}
