import type { Edit } from './edits.ts';
import { invertEdit, mergeEdits } from './edits.ts';

/** Most entries the history keeps. */
export const historyLimit = 100;

/** A place in the history to bail to or to close a gesture at; valid until something older than it is undone. */
export interface HistoryMark {
  readonly depth: number;
  readonly state: number;
}

/** State of the document when a save began; hand it to {@link History.markSaved} when the save is acknowledged. */
export interface HistoryCheckpoint {
  readonly state: number;
  readonly changes: number;
}

interface Entry {
  readonly edit: Edit;
  /** Number of the state after the edit; never used twice. */
  readonly state: number;
}

/**
 * Undo and redo over edits. It applies nothing itself: `undo` and `redo` return the edit that the caller applies.
 * Each state of the document has a number, so going back to the saved state by undo makes the document clean again.
 */
export class History {
  readonly limit: number;
  #done: Entry[] = [];
  #undone: Entry[] = [];
  #base = 0;
  #nextState = 1;
  #savedState = 0;
  #changes = 0;
  #savedChanges = 0;
  #enabled = true;
  readonly #listeners = new Set<() => void>();

  constructor(limit: number = historyLimit) {
    this.limit = limit;
  }

  get canUndo(): boolean {
    return this.#enabled && this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#enabled && this.#undone.length > 0;
  }

  get undoLabel(): string | undefined {
    return this.#done.at(-1)?.edit.label;
  }

  get redoLabel(): string | undefined {
    return this.#undone.at(-1)?.edit.label;
  }

  get length(): number {
    return this.#done.length;
  }

  get enabled(): boolean {
    return this.#enabled;
  }

  /** The document differs from what was saved last. */
  get isDirty(): boolean {
    return this.#state !== this.#savedState;
  }

  /** Edits, undos and redos since the last save; autosave counts these. */
  get changesSinceSaved(): number {
    return this.#changes - this.#savedChanges;
  }

  /** Records an edit that has just been applied; what was undone can no longer be redone. */
  push(edit: Edit): void {
    if (edit.patches.length === 0) return;
    this.#changes += 1;
    if (this.#enabled) this.#record({ edit, state: this.#nextState++ });
    else this.#base = this.#nextState++;
    this.#changed();
  }

  /** Takes the last edit back: returns its inverse to apply, or undefined when there is none. */
  undo(): Edit | undefined {
    if (!this.canUndo) return undefined;
    const entry = this.#done.pop()!;
    this.#undone.push(entry);
    this.#changes += 1;
    this.#changed();
    return invertEdit(entry.edit);
  }

  /** Returns the edit to apply again, or undefined when there is none. */
  redo(): Edit | undefined {
    if (!this.canRedo) return undefined;
    const entry = this.#undone.pop()!;
    this.#done.push(entry);
    this.#changes += 1;
    this.#changed();
    return entry.edit;
  }

  /** The beginning of a gesture. */
  mark(): HistoryMark {
    return { depth: this.#done.length, state: this.#state };
  }

  /**
   * Cancels a gesture: forgets every edit since `mark` and returns the one edit that takes them all back, if there were
   * any.
   */
  bail(mark: HistoryMark): Edit | undefined {
    const entries = this.#since(mark);
    if (entries.length === 0) return undefined;
    this.#done = this.#done.slice(0, -entries.length);
    this.#changes += 1;
    this.#changed();
    return invertEdit(mergeEdits(entries.map(entry => entry.edit)));
  }

  /** Ends a gesture: every edit since `mark` becomes one entry under `label`. */
  complete(mark: HistoryMark, label: string): void {
    const entries = this.#since(mark);
    if (entries.length < 2) return;
    const merged = mergeEdits(
      entries.map(entry => entry.edit),
      label,
    );
    this.#done = [...this.#done.slice(0, -entries.length), { edit: merged, state: entries.at(-1)!.state }];
    this.#changed();
  }

  /** Returns the state that a save that begins now will store. */
  checkpoint(): HistoryCheckpoint {
    return { state: this.#state, changes: this.#changes };
  }

  /** Sets the saved marker, to the state a save began with; edits made meanwhile stay unsaved. */
  markSaved(checkpoint: HistoryCheckpoint = this.checkpoint()): void {
    this.#savedState = checkpoint.state;
    this.#savedChanges = checkpoint.changes;
    this.#changed();
  }

  /** Nothing is recorded while disabled, and what was recorded is forgotten, since its inverse would no longer fit. */
  disable(): void {
    this.#base = this.#state;
    this.#done = [];
    this.#undone = [];
    this.#enabled = false;
    this.#changed();
  }

  enable(): void {
    this.#enabled = true;
    this.#changed();
  }

  /** Calls `listener` after every change of the history. Returns the way to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get #state(): number {
    return this.#done.at(-1)?.state ?? this.#base;
  }

  #record(entry: Entry): void {
    this.#done.push(entry);
    this.#undone = [];
    if (this.#done.length > this.limit) this.#base = this.#done.shift()!.state;
  }

  #since(mark: HistoryMark): readonly Entry[] {
    const from = mark.state === this.#base ? 0 : this.#done.findIndex(entry => entry.state === mark.state) + 1;
    return from === 0 && mark.state !== this.#base ? [] : this.#done.slice(from);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
