import { Button } from '@mantine/core';
import type { JSX } from 'react';
import type { IconName } from '#core/ui/web/index.ts';
import { Icon, ShortcutKey } from '#core/ui/web/index.ts';

/** An answer to objects: approved or accepted, disapproved or rejected. */
export type ObjectAnswer = 'yes' | 'no';

const KEYS: readonly { readonly answer: ObjectAnswer; readonly chord: string }[] = [
  { answer: 'yes', chord: 'A' },
  { answer: 'no', chord: 'D' },
];

/** Returns the answer that a key gives. */
export const answerOfKey = (key: string): ObjectAnswer | undefined =>
  KEYS.find(each => each.chord === key.toUpperCase())?.answer;

interface AnswerButtonsProps {
  readonly looks: Readonly<Record<ObjectAnswer, { readonly icon: IconName; readonly label: string }>>;
  readonly onAnswer: (answer: ObjectAnswer) => void;
}

/** The two answers to the selected objects, with their keys. */
export function AnswerButtons({ looks, onAnswer }: AnswerButtonsProps): JSX.Element {
  return (
    <>
      {KEYS.map(({ answer, chord }) => (
        <Button
          key={answer}
          variant="subtle"
          color="gray"
          leftSection={<Icon name={looks[answer].icon} size={14} />}
          rightSection={<ShortcutKey chord={chord} />}
          onClick={() => onAnswer(answer)}
        >
          {looks[answer].label}
        </Button>
      ))}
    </>
  );
}
