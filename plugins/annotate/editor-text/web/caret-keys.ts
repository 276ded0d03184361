import { messages } from './messages.ts';
import type { KeyedTextEditor, TextKey } from './text-key.ts';

const free = ({ context }: KeyedTextEditor): boolean => context.selectedEntity === undefined;

/** The keys of the cursor in the text. */
export const caretKeys: readonly TextKey[] = [
  {
    id: 'choose-right',
    chords: ['Shift+Right'],
    group: messages.groups.marking,
    title: messages.caretKeys.extendSelectionRight,
    when: free,
    run: (_, commands) => commands.moveCaret(true, true),
  },
  {
    id: 'choose-left',
    chords: ['Shift+Left'],
    group: messages.groups.marking,
    title: messages.caretKeys.extendSelectionLeft,
    when: free,
    run: (_, commands) => commands.moveCaret(false, true),
  },
  {
    id: 'caret-right',
    chords: ['Right'],
    group: messages.groups.cursor,
    title: messages.caretKeys.moveCursorRight,
    run: (_, commands) => commands.moveCaret(true, false),
  },
  {
    id: 'caret-left',
    chords: ['Left'],
    group: messages.groups.cursor,
    title: messages.caretKeys.moveCursorLeft,
    run: (_, commands) => commands.moveCaret(false, false),
  },
  {
    id: 'caret-down',
    chords: ['Down'],
    group: messages.groups.cursor,
    title: messages.caretKeys.moveCursorDown,
    run: (_, commands) => commands.moveLine(true, false),
  },
  {
    id: 'caret-up',
    chords: ['Up'],
    group: messages.groups.cursor,
    title: messages.caretKeys.moveCursorUp,
    run: (_, commands) => commands.moveLine(false, false),
  },
  {
    id: 'choose-down',
    chords: ['Shift+Down'],
    group: messages.groups.marking,
    title: messages.caretKeys.extendSelectionDown,
    when: free,
    run: (_, commands) => commands.moveLine(true, true),
  },
  {
    id: 'choose-up',
    chords: ['Shift+Up'],
    group: messages.groups.marking,
    title: messages.caretKeys.extendSelectionUp,
    when: free,
    run: (_, commands) => commands.moveLine(false, true),
  },
];
