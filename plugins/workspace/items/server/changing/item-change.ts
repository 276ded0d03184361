import type { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '../items-tables.ts';

/** Value of an item that a change is about: plain JSON, null for nothing. */
export type ItemState = unknown;

/** Purpose of checking a change: it is made, or undone later, when its value may not fit any more. */
export type ChangePurpose = 'change' | 'undo';

/**
 * One kind of change to items (`status`, `category`): who may make it, and how. A plugin adds one by tapping
 * `ItemsHooks.changing.for(KIND)`; small and great selections, the history of a change and undo work with it then.
 */
export interface ItemChangeKind {
  /** The right it needs in the project. */
  readonly access: string;
  /**
   * Reads the value of a call, or the one kept from an earlier call.
   * @throws Fault INVALID_FIELD naming `change.value`, and others.
   */
  open(
    context: RequestContext,
    projectId: number,
    value: unknown,
    purpose: ChangePurpose,
  ): Promise<ItemChange> | ItemChange;
}

/**
 * A change whose value is known to be right. Reads and writes happen inside the caller's transaction, which holds the
 * items.
 */
export interface ItemChange {
  /** Value for opening the change again: plain JSON. */
  readonly value: unknown;
  /** Items it applies to, and their state afterwards; present ones when absent. */
  readonly on?: 'present' | 'deleted';
  readonly leaves?: 'present' | 'deleted';
  /** False: the state before can't be restored. */
  readonly undoable?: boolean;
  /** Most items of one step of a job; the usual number when absent. */
  readonly size?: number;
  /**
   * Gets ready for the next items outside of a transaction, for changes that ask a service and take seconds. Such a
   * change is always made by a job. A preview and an undo do without. Throws what ends the job.
   */
  prepare?(ids: readonly number[], signal: AbortSignal): Promise<void>;
  /** Returns the present values of the items, by id. */
  read(rows: readonly ItemRow[]): Promise<ReadonlyMap<number, ItemState>> | ReadonlyMap<number, ItemState>;
  /** Returns the new value of an item that has `now`. */
  wanted(now: ItemState): ItemState;
  /** Why items may not have what is wanted, by id. */
  refusals?(rows: readonly ItemRow[], wanted: ReadonlyMap<number, ItemState>): Promise<ReadonlyMap<number, Fault>>;
  /** Gives every item its wanted value, and reports it. */
  write(rows: readonly ItemRow[], wanted: ReadonlyMap<number, ItemState>): Promise<void>;
}
