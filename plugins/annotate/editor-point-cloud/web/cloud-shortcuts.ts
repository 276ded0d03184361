import type { EditorShortcut } from '#plugins/annotate/editor/web/kit/index.ts';
import type { CloudKey } from './cloud-keys.ts';
import { cloudKeys } from './cloud-keys.ts';
import { messages } from './messages.ts';

const gestures: readonly EditorShortcut[] = [
  { group: messages.groups.box, title: messages.cloudKeys.newHeaded, keys: [messages.cloudShortcuts.clickClick] },
  { group: messages.groups.box, title: messages.cloudKeys.newFitted, keys: ['Ctrl+drag'] },
  { group: messages.groups.box, title: messages.cloudKeys.newUnfitted, keys: ['Shift+drag'] },
  { group: messages.groups.box, title: messages.cloudKeys.drag, keys: [messages.cloudShortcuts.drag] },
  { group: messages.groups.box, title: messages.cloudKeys.dragFit, keys: ['Ctrl+drag'] },
  { group: messages.groups.box, title: messages.cloudKeys.dragKeep, keys: ['Shift+drag'] },
  { group: messages.groups.box, title: messages.cloudKeys.shrink, keys: [messages.cloudShortcuts.doubleClick] },
  { group: messages.groups.selection, title: messages.cloudKeys.classMenu, keys: [messages.cloudShortcuts.rightClick] },
  {
    group: messages.groups.view,
    title: messages.cloudKeys.look,
    keys: [messages.cloudShortcuts.drag, messages.cloudShortcuts.rightDrag],
  },
  {
    group: messages.groups.view,
    title: messages.cloudKeys.pan,
    keys: [messages.cloudShortcuts.drag, messages.cloudShortcuts.rightDrag],
  },
  { group: messages.groups.view, title: messages.cloudKeys.zoom, keys: [messages.cloudShortcuts.wheel] },
];

/** All keys and gestures for the help sheet, with the chords that `chordsOf` gives. */
export const cloudShortcuts = (
  chordsOf: (key: CloudKey) => readonly string[] = key => key.chords,
): readonly EditorShortcut[] => [
  ...cloudKeys.map(key => ({ group: key.group, title: key.title, keys: chordsOf(key) })),
  ...gestures,
];
