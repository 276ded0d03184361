/** Versions of something that is being edited. Versions are values and never change. */
export interface DraftHistory<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
}

/** Versions kept to go back to. */
const MOST = 200;

export const beginHistory = <T>(present: T): DraftHistory<T> => ({ past: [], present, future: [] });

/** A new version; what was taken back before can not come again. */
export function editHistory<T>(history: DraftHistory<T>, present: T): DraftHistory<T> {
  if (Object.is(present, history.present)) return history;
  return { past: [...history.past, history.present].slice(-MOST), present, future: [] };
}

export function undoHistory<T>(history: DraftHistory<T>): DraftHistory<T> {
  const { past, present, future } = history;
  return past.length === 0 ? history : { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future] };
}

export function redoHistory<T>(history: DraftHistory<T>): DraftHistory<T> {
  const { past, present, future } = history;
  return future.length === 0 ? history : { past: [...past, present], present: future[0]!, future: future.slice(1) };
}
