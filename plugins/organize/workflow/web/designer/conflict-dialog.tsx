import { Button, Group, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Modal } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import type { DesignerProps, DesignerState } from './use-designer.ts';

/** Asks which version to keep when somebody else saved the workflow. */
export function ConflictDialog({
  state,
  onWords,
}: Pick<DesignerProps, 'onWords'> & { readonly state: DesignerState }): JSX.Element {
  return (
    <Modal
      opened={state.saving.newer !== undefined}
      onClose={state.saving.forgetConflict}
      title={messages.conflictDialog.changedBySomebodyElse}
      size="sm"
    >
      <Stack gap="md">
        <Text>{messages.conflictDialog.somebodyElseSavedThisWorkflow}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={state.saving.forgetConflict}>
            {messages.shared.cancel}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              state.saving.forgetConflict();
              void onWords().then(() => state.rebase());
            }}
          >
            {messages.conflictDialog.loadTheirs}
          </Button>
          <Button color="red" onClick={() => state.saving.overwrite()}>
            {messages.conflictDialog.saveMine}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
