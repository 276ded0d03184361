import { parseShortcut, shortcutText } from './shortcut.ts';

/** Labels of the keys of a keyboard, by `KeyboardEvent.code`; codes that are not known are missing. */
export type KeyboardLabels = ReadonlyMap<string, string>;

/**
 * A chord as it is printed on the keyboard of the person: plain letters are taken by their place, so an AZERTY keyboard
 * shows `A` for the chord `Q`. Letters of other scripts are shown as ours, which such keyboards print as well.
 * @param mac shows ⌘ and ⌥
 */
export function shownChord(chord: string, labels: KeyboardLabels, mac = false): string {
  let shortcut;
  try {
    shortcut = parseShortcut(chord);
  } catch {
    // A gesture such as "Ctrl+click" or "Q held".
    return chord;
  }
  const printed =
    /^[a-z]$/.test(shortcut.key) && !shortcut.mod
      ? labels.get(`Key${shortcut.key.toUpperCase()}`)?.toLowerCase()
      : undefined;
  const text = shortcutText({
    ...shortcut,
    key: printed !== undefined && /^[!-~]$/.test(printed) ? printed : shortcut.key,
  });
  return mac ? text.replace('Ctrl+', '⌘').replace('Alt+', '⌥').replace('Shift+', '⇧') : text;
}
