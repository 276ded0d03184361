import type { JournalDatabase } from './journal-database.ts';
import { openJournalDatabase } from './journal-database.ts';

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

/** True where locks show which tabs live. Browsers have them on secure addresses only. */
export const hasLocks = (): boolean => 'locks' in navigator;

/**
 * Marks a draft as that of a living tab. Without locks a draft counts as left behind, and taking it over twice doubles
 * nothing, since entries are matched by id.
 */
export function holdLock(name: string): () => void {
  if (!hasLocks()) return () => undefined;
  let release: () => void = () => undefined;
  void navigator.locks.request(name, () => new Promise<void>(resolve => (release = resolve))).catch(() => undefined);
  return () => release();
}

/** Returns the names of the locks that tabs hold. */
export async function heldLocks(): Promise<ReadonlySet<string>> {
  if (!hasLocks()) return new Set();
  return new Set(((await navigator.locks.query()).held ?? []).map(lock => lock.name ?? ''));
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
