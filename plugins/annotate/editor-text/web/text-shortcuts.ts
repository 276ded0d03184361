import type { EditorShortcut } from '#plugins/annotate/editor/web/kit/index.ts';
import { messages } from './messages.ts';
import type { TextKey } from './text-key.ts';
import { textKeys } from './text-keys.ts';

const gestures: readonly EditorShortcut[] = [
  {
    group: messages.groups.marking,
    title: messages.shared.mark,
    keys: [messages.textShortcuts.drag, messages.textShortcuts.doubleClick, messages.textShortcuts.tripleClick],
  },
  { group: messages.groups.marking, title: messages.textShortcuts.markExactlyTheseCharacters, keys: ['Alt+drag'] },
  { group: messages.groups.selection, title: messages.textShortcuts.addOrTakeOut, keys: ['Ctrl+click'] },
  {
    group: messages.groups.selection,
    title: messages.textShortcuts.selectSpanUnderneath,
    keys: [messages.textShortcuts.clickAgain],
  },
];

/** All keys and gestures for the help sheet, with the chords that `chordsOf` gives. */
export function textShortcuts(
  chordsOf: (key: TextKey) => readonly string[] = key => key.chords,
): readonly EditorShortcut[] {
  const lines = new Map<string, EditorShortcut>();
  for (const key of textKeys) {
    const { group, title, line = title } = key;
    const before = lines.get(`${group} ${line}`)?.keys ?? [];
    lines.set(`${group} ${line}`, { group, title: line, keys: [...before, ...chordsOf(key)] });
  }
  return [...lines.values(), ...gestures];
}
