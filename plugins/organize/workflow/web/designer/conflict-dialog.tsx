import { Button, Group, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Modal } from '#core/ui/web/index.ts';
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
      title="Changed by somebody else"
      size="sm"
    >
      <Stack gap="md">
        <Text>
          Somebody else saved this workflow since you opened it. Load their version and lose your changes, or save yours
          over it?
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={state.saving.forgetConflict}>
            Cancel
          </Button>
          <Button
            variant="default"
            onClick={() => {
              state.saving.forgetConflict();
              void onWords().then(() => state.rebase());
            }}
          >
            Load theirs
          </Button>
          <Button color="red" onClick={() => void state.saving.overwrite()}>
            Save mine
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
