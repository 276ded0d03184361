import type { Edit } from '#plugins/annotate/annotations/common/index.ts';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import type { ItemJournal } from './item-journal.ts';

/**
 * The edits of an open item that no acknowledged save holds, and the revision they were made on. The journal has the
 * same.
 */
export class UnsavedEdits {
  #edits: Edit[] = [];
  #base: number;
  /** An operation from the journal that may have reached the server; sent again with the same edits. */
  #op: string | undefined;

  constructor(
    base: number,
    private readonly journal: Pick<ItemJournal, 'adopt' | 'append' | 'began' | 'acknowledged'>,
    /** Called when a stored revision holds all edits that were sent, with that revision. */
    private readonly stored: (revision: number) => void,
  ) {
    this.#base = base;
  }

  /** Oldest first. */
  get edits(): readonly Edit[] {
    return this.#edits;
  }

  get base(): number {
    return this.#base;
  }

  append(edit: Edit): void {
    this.#edits.push(edit);
    this.journal.append(edit);
  }

  /** Takes edits of an earlier session over; `op` is the save they may have been sent with. */
  async adopt(edits: readonly Edit[], op?: string): Promise<void> {
    this.#edits = [...edits];
    this.#op = op;
    await this.journal.adopt(this.#base, edits, op);
  }

  /** Puts other edits in place of these after a merge, which keeps the journal itself. */
  replace(edits: readonly Edit[], base = this.#base): void {
    const isNewer = base > this.#base;
    this.#edits = [...edits];
    this.#base = base;
    if (isNewer && edits.length === 0) this.stored(base);
  }

  /** Names the next save and returns the edits that it holds, with the revision they were made on. */
  begin(): { readonly op: string; readonly base: number; readonly edits: readonly Edit[] } {
    const op = this.#op ?? newId();
    this.#op = undefined;
    this.journal.began(op, this.#edits.length);
    return { op, base: this.#base, edits: [...this.#edits] };
  }

  /** Drops the edits that a save has stored as `revision`. */
  acknowledged(revision: number, saved: number): void {
    this.#edits = this.#edits.slice(saved);
    this.#base = revision;
    this.journal.acknowledged(revision, saved);
    this.stored(revision);
  }
}
