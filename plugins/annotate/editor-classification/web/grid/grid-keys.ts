import type { BoundKey } from '#core/shortcuts/web/index.ts';
import { classChords, keyScope } from '../classification-keys.ts';

export const gridScope = 'classification.grid';

/** What the keyboard does in the grid. `class` has the place of the class. */
export type GridAct =
  | 'undo'
  | 'redo'
  | 'all'
  | 'clear'
  | 'open'
  | 'toggle'
  | 'find'
  | 'larger'
  | 'smaller'
  | 'ask'
  | { readonly class: number };

export interface GridKey extends BoundKey {
  readonly act: GridAct;
}

/** The classes have the keys they have in the editor. */
export const gridKeys: readonly GridKey[] = [
  { id: 'undo', chords: ['Ctrl+Z'], group: 'Grid', title: 'Undo', act: 'undo' },
  { id: 'redo', chords: ['Ctrl+Shift+Z', 'Ctrl+Y'], group: 'Grid', title: 'Redo', act: 'redo' },
  { id: 'all', chords: ['Ctrl+A'], group: 'Grid', title: 'Select all', act: 'all' },
  { id: 'clear', chords: ['Escape'], group: 'Grid', title: 'Select nothing', act: 'clear' },
  { id: 'open', chords: ['Enter'], group: 'Grid', title: 'Open the item', act: 'open' },
  { id: 'toggle', chords: ['Space'], group: 'Grid', title: 'Select or leave out the item', act: 'toggle' },
  { id: 'find', chords: ['/'], group: 'Grid', title: 'Find a class by its name', act: 'find' },
  { id: 'ask', chords: ['Q'], group: 'Grid', title: 'Answer the questions of the class', act: 'ask' },
  { id: 'larger', chords: ['+', '='], group: 'Grid', title: 'Larger pictures', act: 'larger' },
  { id: 'smaller', chords: ['-'], group: 'Grid', title: 'Smaller pictures', act: 'smaller' },
  ...classChords.map((chord, place): GridKey => ({
    id: `class.${place + 1}`,
    chords: [chord],
    sameAs: `${keyScope}.class.${place + 1}`,
    group: 'Classes',
    title: `Class ${place + 1}`,
    act: { class: place },
  })),
];
