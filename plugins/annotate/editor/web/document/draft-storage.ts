import type { JournalDatabase } from './journal-database.ts';
import { openJournalDatabase } from './journal-database.ts';
import { TabLocks } from './tab-locks.ts';

let opening: Promise<JournalDatabase> | undefined;

/** Returns this browser's journal, opened once. Rejects where the browser keeps nothing. */
export async function journalDatabase(): Promise<JournalDatabase> {
  opening ??= openJournalDatabase();
  try {
    return await opening;
  } catch (error) {
    opening = undefined;
    throw error;
  }
}

/** Returns the keys of the edits of a draft. */
export const rangeOf = (draft: string): IDBKeyRange => IDBKeyRange.bound([draft, 0], [draft, Number.MAX_SAFE_INTEGER]);

/** Returns the name of the lock that the tab of a draft holds. */
export const draftLock = (draft: string): string => `loupe-draft-${draft}`;

/** Locks of browsers that have none of their own. */
const tabLocks = new TabLocks();

/**
 * Marks a draft as that of a living tab. A draft of a tab that did not answer in time may be taken over while it lives;
 * that doubles nothing, since entries are matched by id.
 */
export function holdLock(name: string): () => void {
  if (!('locks' in navigator)) return tabLocks.hold(name);
  let release: () => void = () => undefined;
  void navigator.locks.request(name, () => new Promise<void>(resolve => (release = resolve))).catch(() => undefined);
  return () => release();
}

/** Returns the names of the locks that tabs hold. */
export async function heldLocks(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return tabLocks.held();
  return new Set(((await navigator.locks.query()).held ?? []).map(lock => lock.name ?? ''));
}

const awaited = new Set<string>();

/** Announces drafts once the tab that holds a lock is gone: one that is killed says nothing itself. */
export function announceAtEndOf(name: string): void {
  if (!('locks' in navigator) || awaited.has(name)) return;
  awaited.add(name);
  const ended = (): void => void awaited.delete(name);
  void navigator.locks.request(name, { mode: 'shared' }, ended).then(announceDrafts, ended);
}

const CHANNEL = 'loupe-drafts';

/** Lets every tab know that a draft was left, stored or removed. */
export function announceDrafts(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(undefined);
  channel.close();
}

/** Calls `listener` after a tab announced drafts. Returns the way to stop. */
export function followDrafts(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
