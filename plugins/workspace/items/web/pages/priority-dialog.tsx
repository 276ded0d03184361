import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm } from '#core/ui/web/index.ts';
import { MOST_PRIORITY } from '../../common/change-api.ts';
import { DataDialogs } from '../data-dialogs.ts';
import { ItemActions } from '../item-actions.ts';
import type { SelectionFormProps } from '../kit/selection-dialog.tsx';
import { SelectionDialog } from '../kit/selection-dialog.tsx';
import { messages } from '../messages.ts';
import type { Selection } from '../selection.ts';

/** Gives the selected items a priority, or takes it away. */
export function PriorityDialog({ projectId }: { readonly projectId: number }): JSX.Element {
  const dialogs = useService(DataDialogs);
  const selection = useSnapshot(dialogs.state).priority as Selection | undefined;
  const close = (): void => dialogs.priority(undefined);
  return (
    <SelectionDialog selection={selection} onClose={close} title={messages.priorityDialog.priorityOfThings}>
      {chosen => <Form projectId={projectId} selection={chosen} onDone={close} />}
    </SelectionDialog>
  );
}

function Form({ projectId, selection, onDone }: SelectionFormProps): JSX.Element {
  const actions = useService(ItemActions);
  const [value, setValue] = useState<string | number>('');
  const priority = value === '' ? null : Number(value);
  return (
    <DialogForm
      action={priority === null ? messages.priorityDialog.takePriorityAway : messages.priorityDialog.setPriority}
      ready={priority === null || Number.isFinite(priority)}
      onCancel={onDone}
      onSubmit={async () => {
        onDone();
        void actions.change(projectId, selection, { kind: 'priority', value: priority });
      }}
    >
      <NumberInput
        label={messages.shared.priority}
        placeholder={messages.priorityDialog.noPriority}
        description={messages.priorityDialog.whereAProjectHandsOut}
        min={0}
        max={MOST_PRIORITY}
        clampBehavior="strict"
        value={value}
        onChange={setValue}
        data-autofocus
      />
    </DialogForm>
  );
}
