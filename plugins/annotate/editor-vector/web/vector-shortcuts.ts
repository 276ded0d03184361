import type { EditorShortcut } from '#plugins/annotate/editor/web/kit/index.ts';
import { vectorGestures } from './vector-gestures.ts';
import type { VectorKey } from './vector-key.ts';
import { vectorKeys } from './vector-keys.ts';

/** All keys and gestures for the help sheet, with the chords that `chordsOf` gives. */
export function vectorShortcuts(
  chordsOf: (key: VectorKey) => readonly string[] = key => key.chords,
  keys: readonly VectorKey[] = vectorKeys,
): readonly EditorShortcut[] {
  const lines = new Map<string, EditorShortcut>();
  for (const key of keys) {
    const { group, title, line = title } = key;
    const before = lines.get(`${group} ${line}`)?.keys ?? [];
    lines.set(`${group} ${line}`, { group, title: line, keys: [...before, ...chordsOf(key)] });
  }
  return [...lines.values(), ...vectorGestures];
}
