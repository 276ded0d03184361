import type { BoundKey } from '#core/shortcuts/web/index.ts';
import type { EditorShortcut } from '#plugins/annotate/editor/web/kit/editor-type.ts';
import { snapUnits } from '../common/snap-selection.ts';
import type { TextCommands } from './text-commands.ts';
import type { TextContext } from './text-context.ts';
import type { TextSearch } from './find/text-search.ts';
import type { TextSuggestions } from './suggest/text-suggestions.ts';

export const keyScope = 'editor.text';

/** What keys reach of the editor. */
export interface KeyedTextEditor {
  readonly context: TextContext;
  readonly search: TextSearch;
  readonly suggestions: TextSuggestions;
  readonly activeTool: string;
  setTool(id: string): void;
  /** Looks for the terms of the project's dictionary. */
  applyDictionary(): void;
  /** Puts the keyboard into the choice of tags. */
  chooseTags(): void;
}

/** One key command: its chords, when it applies and what it does. */
export interface TextKey extends BoundKey {
  /** Line of the help sheet that several keys share; the title when absent. */
  readonly line?: string;
  /** Changes the document, so it is refused when that is read-only. */
  readonly changes?: boolean;
  /** Absent: always. */
  readonly when?: (editor: KeyedTextEditor) => boolean;
  readonly run: (editor: KeyedTextEditor, commands: TextCommands) => void;
}

const selected = ({ context }: KeyedTextEditor): boolean => context.session.scene.selection.size > 0;
const oneSpan = ({ context }: KeyedTextEditor): boolean => context.selectedEntity !== undefined;
const free = (editor: KeyedTextEditor): boolean => !oneSpan(editor);
/** Beyond the last span, Tab goes on to the rest of the page. */
const walks =
  (forward: boolean) =>
  ({ context }: KeyedTextEditor): boolean =>
    context.spanBeside(forward) !== undefined;
const relating = ({ activeTool, context }: KeyedTextEditor): boolean =>
  activeTool === 'relation' && context.selectedEntity !== undefined;
const chosen = ({ context }: KeyedTextEditor): boolean => context.hand.chosen !== undefined;

const suggested = ({ suggestions }: KeyedTextEditor): boolean => suggestions.atHand;

const digits: readonly TextKey[] = Array.from({ length: 10 }, (_, position) => ({
  id: `class.${position + 1}`,
  chords: [String((position + 1) % 10)],
  group: 'Classes',
  title: `Class ${position + 1}`,
  line: 'Class of the selection, of the chosen text, or of what is marked next',
  changes: true,
  run: (editor, commands) =>
    editor.activeTool === 'relation' ? commands.chooseRelationClass(position) : commands.classify(position),
}));

/** The keys of the text editor; the first that matches and applies is taken. */
export const textKeys: readonly TextKey[] = [
  {
    id: 'tool.select',
    chords: ['V'],
    group: 'Tools',
    title: 'Mark and select',
    run: editor => editor.setTool('select'),
  },
  {
    id: 'tool.relation',
    chords: ['R'],
    group: 'Tools',
    title: 'Relation from the selected span',
    run: editor => editor.setTool('relation'),
  },
  {
    id: 'find',
    chords: ['F', 'Ctrl+F'],
    group: 'Find',
    title: 'Find in the text',
    run: editor => editor.search.open(true),
  },
  {
    id: 'find-next',
    chords: ['F3', 'Ctrl+G'],
    group: 'Find',
    title: 'Next place found',
    run: editor => editor.search.step(true),
  },
  {
    id: 'find-previous',
    chords: ['Shift+F3', 'Ctrl+Shift+G'],
    group: 'Find',
    title: 'Previous place found',
    run: editor => editor.search.step(false),
  },
  {
    id: 'same',
    chords: ['Ctrl+Shift+F'],
    group: 'Find',
    title: 'Mark all that says the same',
    changes: true,
    run: (_, commands) => commands.markSame(),
  },
  {
    id: 'tags',
    chords: ['T'],
    group: 'Tools',
    title: 'Tags of the text',
    changes: true,
    run: editor => editor.chooseTags(),
  },
  {
    id: 'relate',
    chords: ['Enter'],
    group: 'Marking',
    title: 'Relate to the selected span (Relation)',
    changes: true,
    when: relating,
    run: ({ context }, commands) => commands.relateWith(context.selectedEntity?.id),
  },
  {
    id: 'mark',
    chords: ['Enter'],
    group: 'Marking',
    title: 'Mark the chosen text',
    changes: true,
    when: chosen,
    run: (_, commands) => void commands.markChosen(),
  },
  {
    id: 'apply-dictionary',
    chords: ['Shift+S'],
    group: 'Suggestions',
    title: 'Apply the dictionary',
    run: editor => editor.applyDictionary(),
  },
  {
    id: 'next-suggestion',
    chords: ['.'],
    group: 'Suggestions',
    title: 'Next suggestion',
    run: editor => editor.suggestions.step(true),
  },
  {
    id: 'previous-suggestion',
    chords: [','],
    group: 'Suggestions',
    title: 'Previous suggestion',
    run: editor => editor.suggestions.step(false),
  },
  {
    id: 'accept',
    chords: ['Enter', 'A'],
    group: 'Suggestions',
    title: 'Accept',
    changes: true,
    when: suggested,
    run: editor => editor.suggestions.accept(),
  },
  {
    id: 'accept-same',
    chords: ['Shift+Enter'],
    group: 'Suggestions',
    title: 'Accept all that say the same',
    changes: true,
    when: suggested,
    run: editor => editor.suggestions.acceptSame(),
  },
  {
    id: 'accept-all',
    chords: ['Ctrl+Shift+Enter'],
    group: 'Suggestions',
    title: 'Accept all',
    changes: true,
    run: editor => editor.suggestions.acceptAll(),
  },
  {
    id: 'reject',
    chords: ['Backspace', 'X'],
    group: 'Suggestions',
    title: 'Reject',
    when: suggested,
    run: editor => editor.suggestions.reject(),
  },
  {
    id: 'end-right',
    chords: ['Shift+Right'],
    group: 'Marking',
    title: 'Move the end of the span on',
    changes: true,
    when: oneSpan,
    run: (_, commands) => commands.moveEnd('end', true),
  },
  {
    id: 'end-left',
    chords: ['Shift+Left'],
    group: 'Marking',
    title: 'Move the end of the span back',
    changes: true,
    when: oneSpan,
    run: (_, commands) => commands.moveEnd('end', false),
  },
  {
    id: 'start-right',
    chords: ['Alt+Shift+Right'],
    group: 'Marking',
    title: 'Move the begin of the span on',
    changes: true,
    when: oneSpan,
    run: (_, commands) => commands.moveEnd('start', true),
  },
  {
    id: 'start-left',
    chords: ['Alt+Shift+Left'],
    group: 'Marking',
    title: 'Move the begin of the span back',
    changes: true,
    when: oneSpan,
    run: (_, commands) => commands.moveEnd('start', false),
  },
  {
    id: 'choose-right',
    chords: ['Shift+Right'],
    group: 'Marking',
    title: 'Choose text onwards',
    when: free,
    run: (_, commands) => commands.moveCaret(true, true),
  },
  {
    id: 'choose-left',
    chords: ['Shift+Left'],
    group: 'Marking',
    title: 'Choose text backwards',
    when: free,
    run: (_, commands) => commands.moveCaret(false, true),
  },
  {
    id: 'caret-right',
    chords: ['Right'],
    group: 'View',
    title: 'Caret onwards',
    when: free,
    run: (_, commands) => commands.moveCaret(true, false),
  },
  {
    id: 'caret-left',
    chords: ['Left'],
    group: 'View',
    title: 'Caret backwards',
    when: free,
    run: (_, commands) => commands.moveCaret(false, false),
  },
  {
    id: 'snap',
    chords: ['S'],
    group: 'Marking',
    title: 'What a selection snaps to',
    run: ({ context: { settings } }) => {
      settings.set({ snap: snapUnits[(snapUnits.indexOf(settings.now.snap) + 1) % snapUnits.length]! });
    },
  },
  {
    id: 'next',
    chords: ['Tab'],
    group: 'Selection',
    title: 'Next span',
    when: walks(true),
    run: (_, commands) => commands.step(true),
  },
  {
    id: 'previous',
    chords: ['Shift+Tab'],
    group: 'Selection',
    title: 'Previous span',
    when: walks(false),
    run: (_, commands) => commands.step(false),
  },
  {
    id: 'delete',
    chords: ['Delete', 'Backspace'],
    group: 'Selection',
    title: 'Delete',
    changes: true,
    when: selected,
    run: (_, commands) => commands.delete(),
  },
  {
    id: 'lock',
    chords: ['Shift+L'],
    group: 'Selection',
    title: 'Lock or unlock',
    changes: true,
    when: selected,
    run: (_, commands) => commands.toggleLock(),
  },
  {
    id: 'hide',
    chords: ['H'],
    group: 'Selection',
    title: 'Hide or show',
    changes: true,
    when: selected,
    run: (_, commands) => commands.toggleHide(),
  },
  {
    id: 'select-all',
    chords: ['Ctrl+A'],
    group: 'Selection',
    title: 'Select all',
    run: (_, commands) => commands.selectAll(),
  },
  {
    id: 'copy',
    chords: ['Ctrl+C'],
    group: 'Selection',
    title: 'Copy the words',
    run: ({ context: { session } }, commands) => {
      const words = commands.copiedText();
      if (words !== undefined)
        navigator.clipboard?.writeText(words).then(
          () => session.notify('Copied.'),
          () => session.notify('The browser did not allow copying.', 'error'),
        );
    },
  },
  {
    id: 'labels',
    chords: ['I'],
    group: 'View',
    title: 'Class names on or off',
    run: ({ context: { settings } }) => settings.set({ labels: !settings.now.labels }),
  },
  {
    id: 'larger',
    chords: ['+', '='],
    group: 'View',
    title: 'Larger letters',
    run: ({ context }) => context.settings.resize(true),
  },
  {
    id: 'smaller',
    chords: ['-'],
    group: 'View',
    title: 'Smaller letters',
    run: ({ context }) => context.settings.resize(false),
  },
  ...digits,
];

const gestures: readonly EditorShortcut[] = [
  { group: 'Marking', title: 'Mark', keys: ['Drag', 'Double click', 'Triple click'] },
  { group: 'Marking', title: 'Mark exactly these characters', keys: ['Alt+drag'] },
  { group: 'Selection', title: 'Add or take out', keys: ['Ctrl+click'] },
  { group: 'Selection', title: 'The span below', keys: ['Click again'] },
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
