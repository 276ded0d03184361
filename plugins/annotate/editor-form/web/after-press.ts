const ends = ['pointerup', 'pointercancel'] as const;
let isPressed = false;
addEventListener('pointerdown', () => void (isPressed = true), { capture: true });
for (const end of ends) addEventListener(end, () => void (isPressed = false), { capture: true });

/**
 * Runs a change of the layout at once, or behind the click when a pointer is pressed. A button that moves between press
 * and release is not clicked.
 */
export function afterPress(change: () => void): void {
  if (!isPressed) return change();
  const ended = new AbortController();
  const release = (): void => {
    ended.abort();
    // The click follows in the task of the release.
    setTimeout(change);
  };
  for (const end of ends) addEventListener(end, release, { signal: ended.signal });
}
