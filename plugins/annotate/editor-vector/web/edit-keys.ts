import { undoKeys } from '#plugins/annotate/editor/web/kit/index.ts';
import { messages } from './messages.ts';
import type { KeyedEditor, VectorKey } from './vector-key.ts';

const selected = (editor: KeyedEditor): boolean => editor.hasSelection;

/** The keys that undo, copy and delete. */
export const editKeys: readonly VectorKey[] = [
  ...undoKeys,
  {
    id: 'copy',
    chords: ['Ctrl+C'],
    group: messages.groups.edit,
    title: messages.editKeys.copy,
    when: selected,
    menu: { section: 'edit', icon: 'copy' },
    run: (_, { selection }) => selection.copy(),
  },
  {
    id: 'paste',
    chords: ['Ctrl+V'],
    group: messages.groups.edit,
    title: messages.editKeys.pasteUnderThePointer,
    changes: true,
    menu: { section: 'edit', icon: 'clipboard', title: messages.editKeys.paste },
    run: (_, { selection }) => selection.paste(false),
  },
  {
    id: 'paste-in-place',
    chords: ['Ctrl+Shift+V'],
    group: messages.groups.edit,
    title: messages.editKeys.pasteInPlace,
    changes: true,
    menu: { section: 'edit', icon: 'clipboard' },
    run: (_, { selection }) => selection.paste(true),
  },
  {
    id: 'duplicate',
    chords: ['Ctrl+D'],
    group: messages.groups.edit,
    title: messages.editKeys.duplicate,
    changes: true,
    when: selected,
    menu: { section: 'edit', icon: 'duplicate' },
    run: (_, { selection }) => selection.duplicate(),
  },
  {
    id: 'delete',
    chords: ['Delete', 'Backspace'],
    group: messages.groups.selection,
    title: messages.editKeys.delete,
    changes: true,
    when: selected,
    menu: { section: 'edit', icon: 'trash' },
    run: (_, { selection }) => selection.delete(false),
  },
  {
    id: 'delete-locked',
    chords: ['Shift+Delete', 'Shift+Backspace'],
    group: messages.groups.selection,
    title: messages.editKeys.deleteLockedOnesToo,
    changes: true,
    when: selected,
    run: (_, { selection }) => selection.delete(true),
  },
];
