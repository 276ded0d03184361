import type { IDBPTransaction } from 'idb';
import type { Edit } from '#plugins/annotate/annotations/common/index.ts';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import { announceDrafts, draftLock, heldLocks, holdLock, journalDatabase, rangeOf } from './draft-storage.ts';
import type { Draft, JournalDatabase, JournalSchema } from './journal-database.ts';

/** Unsaved work found on opening. */
export interface RecoveredDraft {
  readonly base: number;
  readonly edits: readonly Edit[];
  /** The operation that was under way, when it holds exactly these edits: it can be sent again as the same one. */
  readonly op: string | undefined;
  readonly at: number;
}

/** Whose work on which item. */
export interface DraftOwner {
  readonly email: string;
  readonly teamId: number;
  readonly itemId: number;
}

/** Owner of a draft with the names to show it by. */
export interface JournalOwner extends DraftOwner {
  readonly itemName: string;
  readonly project: { readonly id: number; readonly name: string };
}

/**
 * The local journal of one open item: every edit is written at once, so that a crash, a lost connection or an ended
 * sign-in loses nothing. Each tab has its own draft; drafts of tabs that are gone are found by the next one that opens
 * the item.
 */
export class ItemJournal {
  readonly #owner: string;
  readonly #itemName: string;
  readonly #project: JournalOwner['project'];
  readonly #draft = newId();
  #unwritten = false;
  #onFailure: () => void = () => undefined;
  #database: JournalDatabase | undefined;
  #release: () => void = () => undefined;
  #base = 0;
  #first = 0;
  #next = 0;
  /** Writes go one behind the other, so that the journal is always a beginning of what was done. */
  #last: Promise<void> = Promise.resolve();

  private constructor(owner: JournalOwner) {
    this.#owner = ownerKey(owner);
    this.#itemName = owner.itemName;
    this.#project = owner.project;
  }

  /** Opens the journal. Never rejects: where the browser keeps nothing, `onFailure` reports it. */
  static async open(owner: JournalOwner): Promise<ItemJournal> {
    const journal = new ItemJournal(owner);
    try {
      journal.#database = await journalDatabase();
      journal.#release = holdLock(draftLock(journal.#draft));
    } catch {
      journal.#failed();
    }
    return journal;
  }

  /** True while a tab holds unsaved work on the item. */
  static async isHeld(owner: DraftOwner): Promise<boolean> {
    try {
      const database = await journalDatabase();
      if ((await database.countFromIndex('drafts', 'owner', ownerKey(owner))) === 0) return false;
      const held = await heldLocks();
      const drafts = await database.getAllFromIndex('drafts', 'owner', ownerKey(owner));
      return drafts.some(each => held.has(draftLock(each.id)));
    } catch {
      return false;
    }
  }

  /** Calls `listener` when something could not be written; at once when that has happened. */
  onFailure(listener: () => void): void {
    this.#onFailure = listener;
    if (this.#unwritten) listener();
  }

  /** Unsaved work of tabs that are gone, oldest first. It stays in the journal until `adopted`. */
  async recover(): Promise<readonly RecoveredDraft[]> {
    const drafts = await this.#drafts();
    const found = await Promise.all(
      drafts.map(async draft => {
        const edits = (await this.#database!.getAll('edits', rangeOf(draft.id))).map(each => each.edit);
        return {
          base: draft.base,
          edits,
          op: draft.operation?.edits === edits.length ? draft.operation.op : undefined,
          at: draft.at,
        };
      }),
    );
    return found.filter(draft => draft.edits.length > 0).toSorted((one, other) => one.at - other.at);
  }

  /**
   * The recovered work is in the open document, and `edits` on `base` say so: what other tabs left is removed in the
   * same step.
   */
  async adopt(base: number, edits: readonly Edit[], op?: string): Promise<void> {
    const orphans = await this.#drafts();
    if (orphans.length === 0 && edits.length === 0 && this.#first === this.#next) {
      this.#base = base;
      return;
    }
    this.replace(
      base,
      edits,
      orphans.map(each => each.id),
    );
    if (op !== undefined) this.began(op, edits.length);
    await this.#last;
    if (orphans.length > 0) announceDrafts();
  }

  append(edit: Edit): void {
    const place = this.#next++;
    this.#write(async database => {
      const transaction = database.transaction(['drafts', 'edits'], 'readwrite');
      if (place === this.#first) void transaction.objectStore('drafts').put(this.#header());
      void transaction.objectStore('edits').put({ draft: this.#draft, place, edit });
      await committed(transaction);
    });
  }

  /** The oldest `count` edits are under way as one save. */
  began(op: string, count: number): void {
    const header = { ...this.#header(), operation: { op, edits: count } };
    this.#write(async database => void (await database.put('drafts', header)));
  }

  /** The oldest `count` edits are stored; what follows is based on `base`. */
  acknowledged(base: number, count: number): void {
    const from = this.#first;
    this.#first += count;
    this.#base = base;
    const header = this.#first === this.#next ? undefined : this.#header();
    const upTo = this.#first;
    this.#write(async database => {
      const transaction = database.transaction(['drafts', 'edits'], 'readwrite');
      void transaction
        .objectStore('edits')
        .delete(IDBKeyRange.bound([this.#draft, from], [this.#draft, upTo], false, true));
      if (header === undefined) void transaction.objectStore('drafts').delete(this.#draft);
      else void transaction.objectStore('drafts').put(header);
      await committed(transaction);
    });
  }

  /** Puts these edits in place of all that is there, after a merge. `others` are drafts to remove with it. */
  replace(base: number, edits: readonly Edit[], others: readonly string[] = []): void {
    this.#base = base;
    this.#first = 0;
    this.#next = edits.length;
    const header = this.#header();
    this.#write(async database => {
      const transaction = database.transaction(['drafts', 'edits'], 'readwrite');
      for (const draft of [this.#draft, ...others]) {
        void transaction.objectStore('edits').delete(rangeOf(draft));
        void transaction.objectStore('drafts').delete(draft);
      }
      if (edits.length > 0) void transaction.objectStore('drafts').put(header);
      edits.forEach((edit, place) => void transaction.objectStore('edits').put({ draft: this.#draft, place, edit }));
      await committed(transaction);
    });
  }

  /** Resolves when all that was asked is written. */
  settled(): Promise<void> {
    return this.#last;
  }

  /** The tab is done with the item; unsaved edits stay for the next one. */
  async close(): Promise<void> {
    await this.#last;
    this.#release();
    announceDrafts();
  }

  #failed(): void {
    this.#unwritten = true;
    this.#onFailure();
  }

  #header(): Draft {
    return {
      id: this.#draft,
      owner: this.#owner,
      itemName: this.#itemName,
      project: this.#project,
      base: this.#base,
      at: Date.now(),
    };
  }

  /** Drafts of the item that were left by tabs that are gone. */
  async #drafts(): Promise<readonly Draft[]> {
    if (this.#database === undefined) return [];
    try {
      const all = await this.#database.getAllFromIndex('drafts', 'owner', this.#owner);
      // Asking other tabs takes a moment; most items have no draft but their own.
      if (all.every(draft => draft.id === this.#draft)) return [];
      const held = await heldLocks();
      const drafts = await this.#database.getAllFromIndex('drafts', 'owner', this.#owner);
      return drafts.filter(draft => draft.id !== this.#draft && !held.has(draftLock(draft.id)));
    } catch {
      this.#failed();
      return [];
    }
  }

  #write(work: (database: JournalDatabase) => Promise<void>): void {
    const database = this.#database;
    if (database === undefined) {
      this.#failed();
      return;
    }
    this.#last = this.#last.then(() => work(database)).catch(() => this.#failed());
  }
}

/**
 * Commits a transaction with what was asked in it. Left to itself the browser waits for the answers of this tab first,
 * and a tab that is killed in between gives none.
 */
async function committed(
  transaction: IDBPTransaction<JournalSchema, ('drafts' | 'edits')[], 'readwrite'>,
): Promise<void> {
  transaction.commit();
  await transaction.done;
}

const ownerKey = ({ email, teamId, itemId }: DraftOwner): string => `${email}|${teamId}|${itemId}`;
