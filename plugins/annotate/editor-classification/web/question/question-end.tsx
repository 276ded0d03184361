import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { EmptyState } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { useSeatedKeys } from '../use-seated-keys.ts';
import { questionKeys, questionScope } from './question-keys.ts';

/** The screen after the last item. */
export function QuestionEnd({
  total,
  onBack,
  onUndo,
}: {
  readonly total: number;
  readonly onBack: () => void;
  readonly onUndo: () => void;
}): JSX.Element {
  useSeatedKeys(questionScope, questionKeys, ({ act }) => {
    if (act === 'back') onBack();
    if (act === 'undo') onUndo();
  });
  return (
    <EmptyState
      icon="approved"
      text={total === 0 ? messages.questionEnd.everyItemHasAnAnswer : messages.questionEnd.thatWasTheLastItem}
    >
      {total === 0 ? undefined : (
        <Button variant="default" onClick={onBack}>
          {messages.shared.itemBefore}
        </Button>
      )}
    </EmptyState>
  );
}
