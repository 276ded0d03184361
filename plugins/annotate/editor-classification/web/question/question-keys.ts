import type { BoundKey } from '#core/shortcuts/web/index.ts';
import { classChords } from '../classification-keys.ts';

export const questionScope = 'classification.question';

/** What the keyboard does in a walk with one question. `answer` has the place of the value. */
export type QuestionAct = 'back' | 'skip' | 'confirm' | 'undo' | { readonly answer: number };

export interface QuestionKey extends BoundKey {
  readonly act: QuestionAct;
}

export const questionKeys: readonly QuestionKey[] = [
  { id: 'back', chords: ['Left', 'Backspace'], group: 'Question', title: 'Item before', act: 'back' },
  { id: 'skip', chords: ['Right'], group: 'Question', title: 'Skip the item', act: 'skip' },
  { id: 'confirm', chords: ['Enter'], group: 'Question', title: 'Store the answer and go on', act: 'confirm' },
  { id: 'undo', chords: ['Ctrl+Z'], group: 'Question', title: 'Take the last answer back', act: 'undo' },
  ...classChords.map((chord, place): QuestionKey => ({
    id: `answer.${place + 1}`,
    chords: [chord],
    group: 'Question',
    title: `Answer ${place + 1}`,
    act: { answer: place },
  })),
];
