import { messages } from '../messages.ts';
import type { StageKey } from './stage-editor.ts';

/** Undoes and redoes. */
interface UndoingEditor {
  undo(): void;
  redo(): void;
}

/** Commands on the selected objects. */
interface SelectionCommands {
  toggleLock(): void;
  toggleHide(): void;
}

/** The keys that undo and redo, the same in all editors with a stage. */
export const undoKeys: readonly (StageKey & { readonly run: (editor: UndoingEditor) => void })[] = [
  {
    id: 'undo',
    sameAs: 'editor.undo',
    chords: ['Ctrl+Z'],
    group: messages.groups.edit,
    title: messages.shared.undo,
    changes: true,
    run: editor => editor.undo(),
  },
  {
    id: 'redo',
    sameAs: 'editor.redo',
    chords: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    group: messages.groups.edit,
    title: messages.shared.redo,
    changes: true,
    run: editor => editor.redo(),
  },
];

/** Returns the keys that lock and hide what is selected. */
export const lockAndHideKeys = <Editor>(
  selected: (editor: Editor) => boolean,
): readonly (StageKey & {
  readonly when: (editor: Editor) => boolean;
  readonly run: (editor: Editor, commands: SelectionCommands) => void;
})[] => [
  {
    id: 'lock',
    chords: ['Shift+L'],
    group: messages.groups.selection,
    title: messages.commonKeys.lockOrUnlock,
    changes: true,
    when: selected,
    run: (_, commands) => commands.toggleLock(),
  },
  {
    id: 'hide',
    chords: ['H'],
    group: messages.groups.selection,
    title: messages.commonKeys.hideOrShow,
    changes: true,
    when: selected,
    run: (_, commands) => commands.toggleHide(),
  },
];
