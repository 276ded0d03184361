import { Button, Code, CopyButton, Group } from '@mantine/core';
import type { JSX } from 'react';
import { messages } from './messages.ts';

/** A text to copy. */
export function CopiedLine({ text }: { readonly text: string }): JSX.Element {
  return (
    <Group wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" style={{ flexShrink: 0 }} onClick={copy}>
            {copied ? messages.shared.copied : messages.shared.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
