import type { BoundKey } from '#core/shortcuts/web/index.ts';
import { classChords } from '../classification-keys.ts';
import { messages } from '../messages.ts';

export const questionScope = 'classification.question';

/** Actions of the keyboard in a walk with one question. `answer` has the place of the value. */
export type QuestionAct = 'back' | 'skip' | 'confirm' | 'undo' | { readonly answer: number };

export interface QuestionKey extends BoundKey {
  readonly act: QuestionAct;
}

export const questionKeys: readonly QuestionKey[] = [
  {
    id: 'back',
    chords: ['Left', 'Backspace'],
    group: messages.groups.question,
    title: messages.shared.itemBefore,
    act: 'back',
  },
  {
    id: 'skip',
    chords: ['Right'],
    group: messages.groups.question,
    title: messages.questionKeys.skipTheItem,
    act: 'skip',
  },
  {
    id: 'confirm',
    chords: ['Enter'],
    group: messages.groups.question,
    title: messages.questionKeys.storeTheAnswerAndGoOn,
    act: 'confirm',
  },
  {
    id: 'undo',
    chords: ['Ctrl+Z'],
    group: messages.groups.question,
    title: messages.questionKeys.takeTheLastAnswerBack,
    act: 'undo',
  },
  ...classChords.map((chord, place): QuestionKey => ({
    id: `answer.${place + 1}`,
    chords: [chord],
    group: messages.groups.question,
    title: messages.questionKeys.answerCount(place + 1),
    act: { answer: place },
  })),
];
