import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { Modal } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';

interface SecretDialogProps {
  /** Undefined while there is none to show. */
  readonly secret: string | undefined;
  readonly onClose: () => void;
}

/** Shows a signing secret, once. */
export function SecretDialog({ secret, onClose }: SecretDialogProps): JSX.Element {
  return (
    <Modal opened={secret !== undefined} onClose={onClose} title={messages.secret.title} shownOnce>
      <Stack gap="md">
        <Text fw={500}>{messages.secret.copyNow}</Text>
        <Group wrap="nowrap">
          <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
          <CopyButton value={secret ?? ''}>
            {({ copied, copy }) => (
              <Button variant="default" style={{ flexShrink: 0 }} onClick={copy}>
                {copied ? messages.secret.copied : messages.secret.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Text size="sm" c="var(--loupe-muted)">
          {messages.secret.usage}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{messages.secret.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
