import type { EditorShortcut } from '#plugins/annotate/editor/web/kit/index.ts';
import type { CloudKey } from './cloud-keys.ts';
import { cloudKeys } from './cloud-keys.ts';
import { messages } from './messages.ts';

const text = messages.cloudKeys;

const gestures: readonly EditorShortcut[] = [
  { group: 'Box', title: text.newFitted, keys: ['Ctrl+drag'] },
  { group: 'Box', title: text.newUnfitted, keys: ['Shift+drag'] },
  { group: 'Box', title: text.drag, keys: ['Drag'] },
  { group: 'Box', title: text.dragFit, keys: ['Ctrl+drag'] },
  { group: 'Box', title: text.dragKeep, keys: ['Shift+drag'] },
  { group: 'Box', title: text.shrink, keys: ['Double click'] },
  { group: 'Selection', title: text.classMenu, keys: ['Right click'] },
  { group: 'View', title: text.look, keys: ['Drag', 'Right drag'] },
  { group: 'View', title: text.pan, keys: ['Drag', 'Right drag'] },
  { group: 'View', title: text.zoom, keys: ['Wheel'] },
];

/** All keys and gestures for the help sheet, with the chords that `chordsOf` gives. */
export const cloudShortcuts = (
  chordsOf: (key: CloudKey) => readonly string[] = key => key.chords,
): readonly EditorShortcut[] => [
  ...cloudKeys.map(key => ({ group: key.group, title: key.title, keys: chordsOf(key) })),
  ...gestures,
];
