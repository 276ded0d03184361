const ends = ['pointerup', 'pointercancel'] as const;
/** Changes behind the press that is under way; undefined while no pointer is pressed. */
let waiting: (() => void)[] | undefined;

/** Notes that a pointer was pressed, until it is released. */
export function notePress(): void {
  if (waiting !== undefined) return;
  const changes: (() => void)[] = [];
  waiting = changes;
  const ended = new AbortController();
  const release = (): void => {
    waiting = undefined;
    ended.abort();
    // The click follows in the task of the release.
    setTimeout(() => {
      for (const change of changes) change();
    });
  };
  for (const end of ends) addEventListener(end, release, { capture: true, signal: ended.signal });
}

/**
 * Runs a change of the layout at once, or behind the click when a pointer is pressed. A button that moves between press
 * and release is not clicked.
 */
export function afterPress(change: () => void): void {
  if (waiting === undefined) change();
  else waiting.push(change);
}
