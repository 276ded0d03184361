/** A key with its modifiers; matching demands exact modifier equality (spec 2). */
export interface Shortcut {
  /** `KeyboardEvent.code` for letters and digits (layout-independent), `key` for the rest, both in lower case. */
  readonly key: string;
  /** Ctrl, or Cmd on a Mac. */
  readonly mod: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** The parts of a keyboard event that matter. */
export interface Stroke {
  readonly code: string;
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const NAMES: Readonly<Record<string, string>> = {
  esc: 'escape', del: 'delete', space: ' ', left: 'arrowleft', right: 'arrowright', up: 'arrowup', down: 'arrowdown',
  '←': 'arrowleft', '→': 'arrowright', '↑': 'arrowup', '↓': 'arrowdown', plus: '+', minus: '-', return: 'enter',
};

const MODIFIERS: Readonly<Record<string, 'mod' | 'shift' | 'alt'>> = { ctrl: 'mod', cmd: 'mod', mod: 'mod', shift: 'shift', alt: 'alt', option: 'alt' };

/** Reads a chord such as `Ctrl+Shift+S`. Throws on an unknown modifier or a missing key. */
export function parseShortcut(chord: string): Shortcut {
  const parts = chord.endsWith('++') ? [...chord.slice(0, -2).split('+'), '+'] : chord === '+' ? ['+'] : chord.split('+');
  const name = parts.pop()!.trim().toLowerCase();
  if (name === '') throw new Error(`"${chord}" names no key`);
  const held = { mod: false, shift: false, alt: false };
  for (const part of parts) {
    const modifier = MODIFIERS[part.trim().toLowerCase()];
    if (modifier === undefined) throw new Error(`"${chord}" has an unknown modifier "${part}"`);
    held[modifier] = true;
  }
  return { key: NAMES[name] ?? name, ...held };
}

/** The name of the pressed key: physical for letters and digits, so that a layout does not move shortcuts. */
export function keyOf(stroke: Pick<Stroke, 'code' | 'key'>): string {
  const physical = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(stroke.code);
  if (physical !== null) return (physical[1] ?? physical[2]!).toLowerCase();
  return stroke.key.toLowerCase();
}

/** Exact match: no modifier more, none less. A printed sign such as `?` holds Shift by itself on many layouts, so Shift is not asked there. */
export function matches(shortcut: Shortcut, stroke: Stroke): boolean {
  if (keyOf(stroke) !== shortcut.key) return false;
  if ((stroke.ctrlKey || stroke.metaKey) !== shortcut.mod || stroke.altKey !== shortcut.alt) return false;
  const printedSign = shortcut.key.length === 1 && /[^a-z0-9 ]/.test(shortcut.key);
  return printedSign || stroke.shiftKey === shortcut.shift;
}

/** One text per chord, to find two commands on the same keys. */
export const shortcutText = (shortcut: Shortcut): string =>
  [shortcut.mod ? 'Ctrl' : '', shortcut.alt ? 'Alt' : '', shortcut.shift ? 'Shift' : '', shortcut.key === ' ' ? 'Space' : shortcut.key.length === 1 ? shortcut.key.toUpperCase() : shortcut.key.replace(/^./, first => first.toUpperCase()).replace('Arrowleft', '←').replace('Arrowright', '→').replace('Arrowup', '↑').replace('Arrowdown', '↓')]
    .filter(part => part !== '').join('+');
