import { chordText } from '#core/shortcuts/common/index.ts';

/** Keys that never reach a page: browsers act on them first. */
const BROWSER: ReadonlySet<string> = new Set(
  [
    'Ctrl+W',
    'Ctrl+T',
    'Ctrl+N',
    'Ctrl+Shift+W',
    'Ctrl+Shift+T',
    'Ctrl+Shift+N',
    'Ctrl+Tab',
    'Ctrl+Shift+Tab',
    'Alt+F4',
    'F11',
    'F12',
  ].map(chordText),
);

/** Keys with one meaning everywhere. */
const OURS: Readonly<Record<string, string>> = {
  Escape: 'goes one step back',
  Space: 'moves the picture while it is held',
  Enter: 'ends a shape and confirms a dialog',
  'Ctrl+K': 'opens the search for commands',
  'Ctrl+R': 'loads the page again',
  F5: 'loads the page again',
};

/** Why a chord can be nobody's key; undefined when it can. */
export function whyReserved(chord: string): string | undefined {
  const text = chordText(chord);
  if (BROWSER.has(text)) return `${text} belongs to the browser. Choose another key.`;
  const use = OURS[text];
  return use === undefined ? undefined : `${text} ${use}. Choose another key.`;
}
