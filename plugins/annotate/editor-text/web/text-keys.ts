import { lockAndHideKeys } from '#plugins/annotate/editor/web/kit/index.ts';
import { snapUnits } from '../common/snap-selection.ts';
import { caretKeys } from './caret-keys.ts';
import type { KeyedTextEditor, TextKey } from './text-key.ts';

export const keyScope = 'editor.text';

const selected = ({ context }: KeyedTextEditor): boolean => context.session.scene.selection.size > 0;
const oneSpan = ({ context }: KeyedTextEditor): boolean => context.selectedEntity !== undefined;
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
  line: 'Class of the selection, else of the next span',
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
  { id: 'find', chords: ['Ctrl+F'], group: 'Find', title: 'Find in the text', run: editor => editor.search.open(true) },
  {
    id: 'find-next',
    chords: ['F3', 'Ctrl+G'],
    group: 'Find',
    title: 'Next match',
    run: editor => editor.search.step(true),
  },
  {
    id: 'find-previous',
    chords: ['Shift+F3', 'Ctrl+Shift+G'],
    group: 'Find',
    title: 'Previous match',
    run: editor => editor.search.step(false),
  },
  {
    id: 'same',
    chords: ['Ctrl+Shift+F'],
    group: 'Find',
    title: 'Annotate all matches',
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
    title: 'Connect to selected span',
    changes: true,
    when: relating,
    run: ({ context }, commands) => commands.relateWith(context.selectedEntity?.id),
  },
  {
    id: 'mark',
    chords: ['Enter'],
    group: 'Marking',
    title: 'Annotate the selected text',
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
    title: 'Accept all matches',
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
    title: 'Move span end right',
    changes: true,
    when: oneSpan,
    run: (_, commands) => commands.moveEnd('end', true),
  },
  {
    id: 'end-left',
    chords: ['Shift+Left'],
    group: 'Marking',
    title: 'Move span end left',
    changes: true,
    when: oneSpan,
    run: (_, commands) => commands.moveEnd('end', false),
  },
  {
    id: 'start-right',
    chords: ['Alt+Shift+Right'],
    group: 'Marking',
    title: 'Move span start right',
    changes: true,
    when: oneSpan,
    run: (_, commands) => commands.moveEnd('start', true),
  },
  {
    id: 'start-left',
    chords: ['Alt+Shift+Left'],
    group: 'Marking',
    title: 'Move span start left',
    changes: true,
    when: oneSpan,
    run: (_, commands) => commands.moveEnd('start', false),
  },
  ...caretKeys,
  {
    id: 'snap',
    chords: ['S'],
    group: 'Marking',
    title: 'Snap to characters, words or sentences',
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
  ...lockAndHideKeys(selected),
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
    title: 'Larger text',
    run: ({ context }) => context.settings.resize(true),
  },
  {
    id: 'smaller',
    chords: ['-'],
    group: 'View',
    title: 'Smaller text',
    run: ({ context }) => context.settings.resize(false),
  },
  ...digits,
];
