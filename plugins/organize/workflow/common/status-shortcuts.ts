/** A key combination that may set a status; modifiers must match exactly. */
export interface StatusShortcut {
  readonly id: number;
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  readonly label: string;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

/**
 * The fixed set: Alt+Shift and a digit, then Ctrl+Alt and a digit, which no editor uses. Ids are stable: they travel on
 * the wire.
 */
export const statusShortcuts: readonly StatusShortcut[] = [
  ...digits.map((key, at) => ({ id: at + 1, key, ctrl: false, shift: true, alt: true, label: `Alt+Shift+${key}` })),
  ...digits.map((key, at) => ({ id: at + 11, key, ctrl: true, shift: false, alt: true, label: `Ctrl+Alt+${key}` })),
];

export const statusShortcutById = (id: number): StatusShortcut | undefined =>
  statusShortcuts.find(each => each.id === id);
