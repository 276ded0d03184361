import { Code, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { DialogForm, Modal } from '#core/ui/web/index.ts';

/** Shows what is put after a script, before it is. */
export function MissingHandlers({
  script,
  added,
  onClose,
  onAdd,
}: {
  readonly script: string;
  readonly added: string | undefined;
  readonly onClose: () => void;
  readonly onAdd: () => void;
}): JSX.Element {
  return (
    <Modal opened={added !== undefined} onClose={onClose} title="Add missing handlers" size="lg">
      <DialogForm action="Add" onCancel={onClose} onSubmit={async () => onAdd()}>
        <Stack gap="xs">
          <Text size="sm">This is put at the end of {script}. What is there stays as it is.</Text>
          <Code block mah={320} tabIndex={0} role="group" aria-label="What is added" style={{ overflow: 'auto' }}>
            {added?.trim()}
          </Code>
        </Stack>
      </DialogForm>
    </Modal>
  );
}
