import { lockAndHideKeys } from '#plugins/annotate/editor/web/kit/index.ts';
import { snapUnits } from '../common/snap-selection.ts';
import { caretKeys } from './caret-keys.ts';
import { messages } from './messages.ts';
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
  group: messages.shared.classes,
  title: messages.textKeys.classCount(position + 1),
  line: messages.textKeys.classOfTheSelection,
  changes: true,
  run: (editor, commands) =>
    editor.activeTool === 'relation' ? commands.chooseRelationClass(position) : commands.classify(position),
}));

/** The keys of the text editor; the first that matches and applies is taken. */
export const textKeys: readonly TextKey[] = [
  {
    id: 'tool.select',
    chords: ['V'],
    group: messages.groups.tools,
    title: messages.shared.markAndSelect,
    run: editor => editor.setTool('select'),
  },
  {
    id: 'tool.relation',
    chords: ['R'],
    group: messages.groups.tools,
    title: messages.textKeys.relationFromTheSelectedSpan,
    run: editor => editor.setTool('relation'),
  },
  {
    id: 'find',
    chords: ['Ctrl+F'],
    group: messages.groups.find,
    title: messages.shared.findInTheText,
    run: editor => editor.search.open(true),
  },
  {
    id: 'find-next',
    chords: ['F3', 'Ctrl+G'],
    group: messages.groups.find,
    title: messages.textKeys.nextMatch,
    run: editor => editor.search.step(true),
  },
  {
    id: 'find-previous',
    chords: ['Shift+F3', 'Ctrl+Shift+G'],
    group: messages.groups.find,
    title: messages.textKeys.previousMatch,
    run: editor => editor.search.step(false),
  },
  {
    id: 'same',
    chords: ['Ctrl+Shift+F'],
    group: messages.groups.find,
    title: messages.textKeys.annotateAllMatches,
    changes: true,
    run: (_, commands) => commands.markSame(),
  },
  {
    id: 'tags',
    chords: ['T'],
    group: messages.groups.tools,
    title: messages.shared.tagsOfTheText,
    changes: true,
    run: editor => editor.chooseTags(),
  },
  {
    id: 'relate',
    chords: ['Enter'],
    group: messages.groups.marking,
    title: messages.textKeys.connectToSelectedSpan,
    changes: true,
    when: relating,
    run: ({ context }, commands) => commands.relateWith(context.selectedEntity?.id),
  },
  {
    id: 'mark',
    chords: ['Enter'],
    group: messages.groups.marking,
    title: messages.textKeys.annotateTheSelectedText,
    changes: true,
    when: chosen,
    run: (_, commands) => void commands.markChosen(),
  },
  {
    id: 'apply-dictionary',
    chords: ['Shift+S'],
    group: messages.shared.suggestions,
    title: messages.shared.applyTheDictionary,
    run: editor => editor.applyDictionary(),
  },
  {
    id: 'next-suggestion',
    chords: ['.'],
    group: messages.shared.suggestions,
    title: messages.shared.nextSuggestion,
    run: editor => editor.suggestions.step(true),
  },
  {
    id: 'previous-suggestion',
    chords: [','],
    group: messages.shared.suggestions,
    title: messages.shared.previousSuggestion,
    run: editor => editor.suggestions.step(false),
  },
  {
    id: 'accept',
    chords: ['Enter', 'A'],
    group: messages.shared.suggestions,
    title: messages.shared.accept,
    changes: true,
    when: suggested,
    run: editor => editor.suggestions.accept(),
  },
  {
    id: 'accept-same',
    chords: ['Shift+Enter'],
    group: messages.shared.suggestions,
    title: messages.textKeys.acceptAllMatches,
    changes: true,
    when: suggested,
    run: editor => editor.suggestions.acceptSame(),
  },
  {
    id: 'accept-all',
    chords: ['Ctrl+Shift+Enter'],
    group: messages.shared.suggestions,
    title: messages.shared.acceptAll,
    changes: true,
    run: editor => editor.suggestions.acceptAll(),
  },
  {
    id: 'reject',
    chords: ['Backspace', 'X'],
    group: messages.shared.suggestions,
    title: messages.shared.reject,
    when: suggested,
    run: editor => editor.suggestions.reject(),
  },
  {
    id: 'end-right',
    chords: ['Shift+Right'],
    group: messages.groups.marking,
    title: messages.textKeys.moveSpanEndRight,
    changes: true,
    when: oneSpan,
    run: (_, commands) => commands.moveEnd('end', true),
  },
  {
    id: 'end-left',
    chords: ['Shift+Left'],
    group: messages.groups.marking,
    title: messages.textKeys.moveSpanEndLeft,
    changes: true,
    when: oneSpan,
    run: (_, commands) => commands.moveEnd('end', false),
  },
  {
    id: 'start-right',
    chords: ['Alt+Shift+Right'],
    group: messages.groups.marking,
    title: messages.textKeys.moveSpanStartRight,
    changes: true,
    when: oneSpan,
    run: (_, commands) => commands.moveEnd('start', true),
  },
  {
    id: 'start-left',
    chords: ['Alt+Shift+Left'],
    group: messages.groups.marking,
    title: messages.textKeys.moveSpanStartLeft,
    changes: true,
    when: oneSpan,
    run: (_, commands) => commands.moveEnd('start', false),
  },
  ...caretKeys,
  {
    id: 'snap',
    chords: ['S'],
    group: messages.groups.marking,
    title: messages.textKeys.snapToCharacters,
    run: ({ context: { settings } }) => {
      settings.set({ snap: snapUnits[(snapUnits.indexOf(settings.now.snap) + 1) % snapUnits.length]! });
    },
  },
  {
    id: 'next',
    chords: ['Tab'],
    group: messages.groups.selection,
    title: messages.textKeys.nextSpan,
    when: walks(true),
    run: (_, commands) => commands.step(true),
  },
  {
    id: 'previous',
    chords: ['Shift+Tab'],
    group: messages.groups.selection,
    title: messages.textKeys.previousSpan,
    when: walks(false),
    run: (_, commands) => commands.step(false),
  },
  {
    id: 'delete',
    chords: ['Delete', 'Backspace'],
    group: messages.groups.selection,
    title: messages.textKeys.delete,
    changes: true,
    when: selected,
    run: (_, commands) => commands.delete(),
  },
  ...lockAndHideKeys(selected),
  {
    id: 'select-all',
    chords: ['Ctrl+A'],
    group: messages.groups.selection,
    title: messages.textKeys.selectAll,
    run: (_, commands) => commands.selectAll(),
  },
  {
    id: 'copy',
    chords: ['Ctrl+C'],
    group: messages.groups.selection,
    title: messages.textKeys.copyTheWords,
    run: ({ context: { session } }, commands) => {
      const words = commands.copiedText();
      if (words !== undefined)
        navigator.clipboard?.writeText(words).then(
          () => session.notify(messages.textKeys.copied),
          () => session.notify(messages.textKeys.browserDidNotAllowCopying, 'error'),
        );
    },
  },
  {
    id: 'labels',
    chords: ['I'],
    group: messages.groups.view,
    title: messages.textKeys.classNamesOnOrOff,
    run: ({ context: { settings } }) => settings.set({ labels: !settings.now.labels }),
  },
  {
    id: 'larger',
    chords: ['+', '='],
    group: messages.groups.view,
    title: messages.shared.largerText,
    run: ({ context }) => context.settings.resize(true),
  },
  {
    id: 'smaller',
    chords: ['-'],
    group: messages.groups.view,
    title: messages.shared.smallerText,
    run: ({ context }) => context.settings.resize(false),
  },
  ...digits,
];
