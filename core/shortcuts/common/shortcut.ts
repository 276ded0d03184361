/** A key with its modifiers; matching demands exact modifier equality. */
export interface Shortcut {
  /** Name of the key as {@link keyOf} gives it, in lower case. */
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
  /** Asked for `AltGraph` only: the key that prints the third sign of a key, which Windows reports as Ctrl and Alt. */
  getModifierState?(key: string): boolean;
}

const NAMES: Readonly<Record<string, string>> = {
  esc: 'escape',
  del: 'delete',
  space: ' ',
  left: 'arrowleft',
  right: 'arrowright',
  up: 'arrowup',
  down: 'arrowdown',
  '←': 'arrowleft',
  '→': 'arrowright',
  '↑': 'arrowup',
  '↓': 'arrowdown',
  plus: '+',
  minus: '-',
  return: 'enter',
};

const MODIFIERS: Readonly<Record<string, 'mod' | 'shift' | 'alt'>> = {
  ctrl: 'mod',
  cmd: 'mod',
  mod: 'mod',
  shift: 'shift',
  alt: 'alt',
  option: 'alt',
};

/** Signs by their place on a US keyboard. */
const SIGN_PLACES: Readonly<Record<string, string>> = {
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
  Backslash: '\\',
  Comma: ',',
  Period: '.',
  Slash: '/',
};

/** Reads a chord such as `Ctrl+Shift+S`. Throws on an unknown modifier or a missing key. */
export function parseShortcut(chord: string): Shortcut {
  const parts = chord.endsWith('++')
    ? [...chord.slice(0, -2).split('+'), '+']
    : chord === '+'
      ? ['+']
      : chord.split('+');
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

/**
 * The name of the pressed key, so that shortcuts work on every layout: letters and digits by their place on the
 * keyboard; with Ctrl a printed Latin letter counts instead, for Ctrl+Z must never lie where Ctrl+W is printed; signs
 * as they are printed, and by their place where the layout prints a letter or a dead key there.
 */
export function keyOf(stroke: Pick<Stroke, 'code' | 'key'> & Partial<Pick<Stroke, 'ctrlKey' | 'metaKey'>>): string {
  const typed = stroke.key.toLowerCase();
  if ((stroke.ctrlKey === true || stroke.metaKey === true) && /^[a-z]$/.test(typed)) return typed;
  const place = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(stroke.code);
  if (place !== null) return (place[1] ?? place[2]!).toLowerCase();
  const sign = SIGN_PLACES[stroke.code];
  return sign !== undefined && !isSign(typed) ? sign : typed;
}

/**
 * Exact match: no modifier more, none less. A printed sign such as `?` holds Shift by itself on many layouts, so Shift
 * is not asked there; AltGr that prints it is no Ctrl+Alt.
 */
export function matches(shortcut: Shortcut, stroke: Stroke): boolean {
  const sign = isSign(shortcut.key);
  // Shift and a digit print signs as well: `?` lies on Shift+7 of a Russian keyboard.
  if (keyOf(stroke) !== shortcut.key && !(sign && stroke.shiftKey && stroke.key === shortcut.key)) return false;
  const printing = sign && stroke.getModifierState?.('AltGraph') === true;
  if (
    (!printing && (stroke.ctrlKey || stroke.metaKey)) !== shortcut.mod ||
    (!printing && stroke.altKey) !== shortcut.alt
  )
    return false;
  return sign || stroke.shiftKey === shortcut.shift;
}

/** The chord of a pressed key, to be kept; undefined while only modifiers are down. */
export function chordOf(stroke: Stroke): string | undefined {
  if (
    ['control', 'shift', 'alt', 'meta', 'altgraph', 'capslock', 'dead', 'unidentified', 'process'].includes(
      stroke.key.toLowerCase(),
    ) &&
    SIGN_PLACES[stroke.code] === undefined
  )
    return undefined;
  const key = keyOf(stroke);
  const sign = isSign(key);
  const printing = sign && stroke.getModifierState?.('AltGraph') === true;
  return shortcutText({
    key,
    mod: !printing && (stroke.ctrlKey || stroke.metaKey),
    alt: !printing && stroke.altKey,
    shift: !sign && stroke.shiftKey,
  });
}

/** One text per chord, to find two commands on the same keys. */
export const shortcutText = (shortcut: Shortcut): string =>
  [shortcut.mod ? 'Ctrl' : '', shortcut.alt ? 'Alt' : '', shortcut.shift ? 'Shift' : '', nameOf(shortcut.key)]
    .filter(part => part !== '')
    .join('+');

/** The same text for a chord that is written in another way. */
export const chordText = (chord: string): string => shortcutText(parseShortcut(chord));

const isSign = (key: string): boolean => /^[!-/:-@[-`{-~]$/.test(key);

function nameOf(key: string): string {
  if (key === ' ') return 'Space';
  if (key.length === 1) return key.toUpperCase();
  return key
    .replace(/^./, first => first.toUpperCase())
    .replace('Arrowleft', '←')
    .replace('Arrowright', '→')
    .replace('Arrowup', '↑')
    .replace('Arrowdown', '↓');
}
