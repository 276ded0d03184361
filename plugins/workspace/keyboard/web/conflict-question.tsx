import { Button, Group, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { KeyedCommand } from '#core/shortcuts/common/index.ts';
import { Modal } from '#core/ui/web/index.ts';
import type { ConflictAnswer, KeyWish } from '../common/key-changes.ts';
import { messages } from './messages.ts';

/** A key that another command has already. */
export interface KeyQuestion {
  readonly wish: KeyWish;
  readonly holders: readonly KeyedCommand[];
}

/** Asks whose key it shall be. */
export function ConflictQuestion({
  question,
  shown,
  onAnswer,
  onCancel,
}: {
  readonly question: KeyQuestion | undefined;
  readonly shown: (chord: string) => string;
  readonly onAnswer: (answer: ConflictAnswer) => void;
  readonly onCancel: () => void;
}): JSX.Element {
  const holders = question?.holders.map(each => `“${each.title}”`).join(' and ') ?? '';
  return (
    <Modal
      opened={question !== undefined}
      onClose={onCancel}
      title={messages.conflictQuestion.thisKeyIsTaken}
      size="sm"
    >
      {question === undefined ? undefined : (
        <>
          <Text mb="md">
            {messages.conflictQuestion.keyBelongsTo({
              key: <b>{shown(question.wish.chord)}</b>,
              holders,
              command: question.wish.command.title,
            })}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onCancel}>
              {messages.conflictQuestion.cancel}
            </Button>
            <Button variant="default" onClick={() => onAnswer('off')}>
              {messages.conflictQuestion.keepBothOff}
            </Button>
            <Button data-autofocus onClick={() => onAnswer('replace')}>
              {messages.conflictQuestion.replace}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
