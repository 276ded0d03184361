import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { EmptyState } from '#core/ui/web/index.ts';
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
    <EmptyState icon="approved" text={total === 0 ? 'Every item has an answer.' : 'That was the last item.'}>
      {total === 0 ? undefined : (
        <Button variant="default" onClick={onBack}>
          Item before
        </Button>
      )}
    </EmptyState>
  );
}
