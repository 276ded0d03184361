export { conflictsOf, giveChord, holdersOf, meet, withChoices, withoutChord } from './key-map.ts';
export type { KeyChoices, KeyConflict, KeyedCommand } from './key-map.ts';
export { chordOf, chordText, keyOf, matches, parseShortcut, shortcutText } from './shortcut.ts';
export type { Shortcut, Stroke } from './shortcut.ts';
export { shownChord } from './shown-chord.ts';
export type { KeyboardLabels } from './shown-chord.ts';
