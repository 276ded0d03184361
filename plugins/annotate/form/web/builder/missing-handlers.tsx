import { Code, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

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
    <Modal opened={added !== undefined} onClose={onClose} title={messages.shared.addMissingHandlers} size="lg">
      <DialogForm action={messages.missingHandlers.add} onCancel={onClose} onSubmit={async () => onAdd()}>
        <Stack gap="xs">
          <Text size="sm">{messages.missingHandlers.thisIsPut(script)}</Text>
          <Code
            block
            mah={320}
            tabIndex={0}
            role="group"
            aria-label={messages.missingHandlers.whatIsAdded}
            style={{ overflow: 'auto' }}
          >
            {added?.trim()}
          </Code>
        </Stack>
      </DialogForm>
    </Modal>
  );
}
