export { keyOf, matches, parseShortcut, shortcutText } from './shortcut.ts';
export type { Shortcut, Stroke } from './shortcut.ts';
