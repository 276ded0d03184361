import type { EditorShortcut } from '#plugins/annotate/editor/web/kit/index.ts';
import type { CloudKey } from './cloud-keys.ts';
import { cloudKeys } from './cloud-keys.ts';
import { messages } from './messages.ts';

const gestures: readonly EditorShortcut[] = [
  { group: 'Box', title: messages.cloudKeys.newHeaded, keys: ['Click, click'] },
  { group: 'Box', title: messages.cloudKeys.newFitted, keys: ['Ctrl+drag'] },
  { group: 'Box', title: messages.cloudKeys.newUnfitted, keys: ['Shift+drag'] },
  { group: 'Box', title: messages.cloudKeys.drag, keys: ['Drag'] },
  { group: 'Box', title: messages.cloudKeys.dragFit, keys: ['Ctrl+drag'] },
  { group: 'Box', title: messages.cloudKeys.dragKeep, keys: ['Shift+drag'] },
  { group: 'Box', title: messages.cloudKeys.shrink, keys: ['Double click'] },
  { group: 'Selection', title: messages.cloudKeys.classMenu, keys: ['Right click'] },
  { group: 'View', title: messages.cloudKeys.look, keys: ['Drag', 'Right drag'] },
  { group: 'View', title: messages.cloudKeys.pan, keys: ['Drag', 'Right drag'] },
  { group: 'View', title: messages.cloudKeys.zoom, keys: ['Wheel'] },
];

/** All keys and gestures for the help sheet, with the chords that `chordsOf` gives. */
export const cloudShortcuts = (
  chordsOf: (key: CloudKey) => readonly string[] = key => key.chords,
): readonly EditorShortcut[] => [
  ...cloudKeys.map(key => ({ group: key.group, title: key.title, keys: chordsOf(key) })),
  ...gestures,
];
