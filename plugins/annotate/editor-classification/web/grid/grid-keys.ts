import type { BoundKey } from '#core/shortcuts/web/index.ts';
import { classChords, keyScope } from '../classification-keys.ts';
import { messages } from '../messages.ts';

export const gridScope = 'classification.grid';

/** Actions of the keyboard in the grid. `class` has the place of the class. */
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
  { id: 'undo', chords: ['Ctrl+Z'], group: messages.groups.grid, title: messages.shared.undo, act: 'undo' },
  {
    id: 'redo',
    chords: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    group: messages.groups.grid,
    title: messages.shared.redo,
    act: 'redo',
  },
  { id: 'all', chords: ['Ctrl+A'], group: messages.groups.grid, title: messages.gridKeys.selectAll, act: 'all' },
  {
    id: 'clear',
    chords: ['Escape'],
    group: messages.groups.grid,
    title: messages.gridKeys.selectNothing,
    act: 'clear',
  },
  { id: 'open', chords: ['Enter'], group: messages.groups.grid, title: messages.gridKeys.openTheItem, act: 'open' },
  {
    id: 'toggle',
    chords: ['Space'],
    group: messages.groups.grid,
    title: messages.gridKeys.selectOrLeaveOutTheItem,
    act: 'toggle',
  },
  { id: 'find', chords: ['/'], group: messages.groups.grid, title: messages.shared.findAClassByItsName, act: 'find' },
  {
    id: 'ask',
    chords: ['Q'],
    group: messages.groups.grid,
    title: messages.gridKeys.answerTheQuestionsOfTheClass,
    act: 'ask',
  },
  {
    id: 'larger',
    chords: ['+', '='],
    group: messages.groups.grid,
    title: messages.shared.largerPictures,
    act: 'larger',
  },
  { id: 'smaller', chords: ['-'], group: messages.groups.grid, title: messages.shared.smallerPictures, act: 'smaller' },
  ...classChords.map((chord, place): GridKey => ({
    id: `class.${place + 1}`,
    chords: [chord],
    sameAs: `${keyScope}.class.${place + 1}`,
    group: messages.groups.classes,
    title: messages.shared.classCount(place + 1),
    act: { class: place },
  })),
];
