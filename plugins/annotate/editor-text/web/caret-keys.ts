import type { KeyedTextEditor, TextKey } from './text-key.ts';

const free = ({ context }: KeyedTextEditor): boolean => context.selectedEntity === undefined;

/** The keys of the cursor in the text. */
export const caretKeys: readonly TextKey[] = [
  {
    id: 'choose-right',
    chords: ['Shift+Right'],
    group: 'Marking',
    title: 'Extend selection right',
    when: free,
    run: (_, commands) => commands.moveCaret(true, true),
  },
  {
    id: 'choose-left',
    chords: ['Shift+Left'],
    group: 'Marking',
    title: 'Extend selection left',
    when: free,
    run: (_, commands) => commands.moveCaret(false, true),
  },
  {
    id: 'caret-right',
    chords: ['Right'],
    group: 'Cursor',
    title: 'Move cursor right',
    run: (_, commands) => commands.moveCaret(true, false),
  },
  {
    id: 'caret-left',
    chords: ['Left'],
    group: 'Cursor',
    title: 'Move cursor left',
    run: (_, commands) => commands.moveCaret(false, false),
  },
  {
    id: 'caret-down',
    chords: ['Down'],
    group: 'Cursor',
    title: 'Move cursor down',
    run: (_, commands) => commands.moveLine(true, false),
  },
  {
    id: 'caret-up',
    chords: ['Up'],
    group: 'Cursor',
    title: 'Move cursor up',
    run: (_, commands) => commands.moveLine(false, false),
  },
  {
    id: 'choose-down',
    chords: ['Shift+Down'],
    group: 'Marking',
    title: 'Extend selection down',
    when: free,
    run: (_, commands) => commands.moveLine(true, true),
  },
  {
    id: 'choose-up',
    chords: ['Shift+Up'],
    group: 'Marking',
    title: 'Extend selection up',
    when: free,
    run: (_, commands) => commands.moveLine(false, true),
  },
];
