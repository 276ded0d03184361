/** Milliseconds of a window in which events of one item count as one. */
const WINDOW_MS = 30_000;
/** Milliseconds after a window, for transactions that began in it and are not committed yet. */
const GRACE_MS = 2_000;

/** Returns the key that events of one item share within a window, and when their run may begin. */
export function calmOf(
  nodeId: string,
  itemId: number,
  now: number,
): { readonly key: string; readonly heldUntil: Date } {
  const window = Math.floor(now / WINDOW_MS);
  return { key: `calm/${nodeId}/${itemId}/${window}`, heldUntil: new Date((window + 1) * WINDOW_MS + GRACE_MS) };
}
