import { Button, Code, CopyButton, Group, Text } from '@mantine/core';
import type { JSX } from 'react';
import { messages } from './messages.ts';

/** A text to take to another program, with a button that copies it. */
export function CopiedText({ label, text }: { readonly label: string; readonly text: string }): JSX.Element {
  return (
    <Group gap="xs" wrap="nowrap" align="center">
      <Text size="sm" c="var(--loupe-muted)" w={170} flex="none">
        {label}
      </Text>
      <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            variant="subtle"
            size="compact-sm"
            flex="none"
            aria-label={`${messages.shared.copy}: ${label}`}
            onClick={copy}
          >
            {copied ? messages.shared.copied : messages.shared.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
